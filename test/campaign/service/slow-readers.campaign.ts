import type { Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import { createKey, createKeyring } from "../../../src/apps/service/index.ts";
import { ask, openSocket } from "../../apps/service/harness/client.ts";
import { DATABASES, fillTable } from "../../apps/service/harness/databases.ts";
import { FaultInjector } from "../../apps/service/harness/fault-injector.ts";
import { keepFromLogs } from "../../apps/service/harness/logs.ts";
import { serve, serviceTests, someCars } from "../../apps/service/harness/serve.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { becomes } from "../becomes.ts";

// A client that does not read holds a session of the database. Others must not wait for it.

serviceTests();

const { sqlite: startSqlite } = DATABASES;
if (startSqlite === undefined) throw new Error("there is no way to start SQLite");

describeEngine("sqlite", startSqlite, (database) => {
  const keys = Array.from({ length: 12 }, (_, index) => createKey(`client ${index}`));
  for (const { token } of keys) keepFromLogs(token);
  const keyring = createKeyring(keys.map(({ stored }) => stored));
  let tables = 0;

  const start = async (): Promise<{ readonly url: string; readonly port: number }> => {
    const { source, options, close } = database();
    const patient = { source, options: { ...options, acquireTimeoutMs: 1_500 }, close };
    // The service closes its store at the end of the test.
    const store = await fillTable(patient, `cars_${++tables}`, demoSchema, someCars(3_000));
    // More than the system keeps for a connection.
    const long = new FaultInjector(store, { repeat: 100 });
    return serve({ collections: { cars: { store: long } }, keys: keyring });
  };

  /** Begins to read all records with each key, and stops. */
  const stall = async (port: number, tokens: readonly string[]): Promise<readonly Socket[]> =>
    Promise.all(
      tokens.map(async (token) => {
        const socket = await openSocket(port);
        onTestFinished(() => {
          socket.destroy();
        });
        socket.write(`GET /cars HTTP/1.1\r\nhost: x\r\nx-api-key: ${token}\r\n\r\n`);
        await new Promise((resolve) => socket.once("data", resolve));
        socket.pause();
        return socket;
      }),
    );

  const one = async (url: string, token: string): Promise<number> => {
    const path = "/cars?maxRecords=1&fields.0=vin";
    return (await ask(`${url}${path}`, { headers: { "x-api-key": token } })).status;
  };

  it("of one key: they keep a session free for others, and the service is ready", async () => {
    const { url, port } = await start();
    const [slow = { token: "" }, other = { token: "" }] = keys;
    // There are four sessions: the others of this key wait, until they get 503.
    await stall(port, [slow.token, slow.token, slow.token]);
    const waiting = one(url, slow.token);
    for (let again = 0; again < 5; again++) expect(await one(url, other.token)).toBe(200);
    await becomes("readiness", async () => (await ask(`${url}/readyz`)).status, 200);
    expect(await waiting).toBe(503);
  });

  it("of as many keys as there are sessions: the slowest loses its session to one that waits", async () => {
    const { url, port } = await start();
    const [last = { token: "" }, ...others] = keys;
    const sockets = await stall(
      port,
      others.slice(0, 4).map(({ token }) => token),
    );
    await becomes("readiness", async () => (await ask(`${url}/readyz`)).status, 200);
    expect(await one(url, last.token)).toBe(200);
    // Its answer breaks off when it goes on reading.
    for (const socket of sockets) socket.resume();
    await becomes("the end of one answer", () => sockets.some((socket) => socket.closed), true);
  });
});
