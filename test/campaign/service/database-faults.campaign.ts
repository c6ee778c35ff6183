import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { expectFitProblem } from "../../apps/service/attacks/problem.ts";
import { readAnswers } from "../../apps/service/attacks/received.ts";
import { jsonOf, openSocket, queryOf } from "../../apps/service/harness/client.ts";
import { DATABASES } from "../../apps/service/harness/databases.ts";
import { carStore, serve, serviceTests, someCars } from "../../apps/service/harness/serve.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { startSqliteFiles } from "../../engines/sqlite-files.ts";
import { becomes } from "../becomes.ts";
import { expectBelow, extent, figure, IS_LONG } from "../figures.ts";
import {
  beginReading,
  filled,
  readRest,
  SERVERS,
  type ServerDatabase,
  type Service,
  serveApart,
} from "./serve-apart.ts";

serviceTests();

const CONNECTIONS = 10;

/** At least 13 MB as JSON: more than what lies between a reader who takes nothing and the service. */
const cars = someCars(extent(20_000, 30_000), 3);

const REQUESTS: readonly string[] = [
  "/cars",
  "/cars?fields.0=vin&fields.1=price&fields.2=title",
  `/cars${queryOf({ filterByFormula: '{country} = "Italy"' })}`,
  "/cars?pageSize=20",
  "/cars?pageSize=20&sort.0.field=price&sort.0.direction=desc",
  `/cars${queryOf({ filterByFormula: 'AND({price} < 40000, FIND("Long", {title}))', pageSize: 50 })}`,
  "/cars?maxRecords=5",
];

const TYPES = ["application/json", "application/x-ndjson", "text/csv"];

/** Every request in every format, with the answer that is right. */
const rightAnswers = (async () => {
  const service = await serve({ collections: { cars: { store: await carStore(cars) } } });
  const right: { readonly path: string; readonly accept: string; readonly body: Buffer }[] = [];
  for (const path of REQUESTS) {
    for (const accept of TYPES) {
      const { body, status } = await service.ask(path, { headers: { accept } });
      expect(status).toBe(200);
      right.push({ path, accept, body });
    }
  }
  await service.stop();
  return right;
})();

/** What clients got in the time that they asked. */
interface Tally {
  whole: number;
  problems: number;
  broken: number;
}

/** Clients that ask until they are told to stop, and accept nothing that is wrong. */
async function startClients(
  service: Service,
  count: number,
): Promise<{ readonly tallies: readonly Tally[]; stop(): Promise<void> }> {
  const right = await rightAnswers;
  let isOver = false;
  const tallies: Tally[] = Array.from({ length: count }, () => ({
    whole: 0,
    problems: 0,
    broken: 0,
  }));
  const work = async (tally: Tally, first: number): Promise<void> => {
    for (let turn = first; !isOver; turn++) {
      const wanted = right[(turn * 5) % right.length];
      if (wanted === undefined) throw new Error("there are no requests");
      const answer = await service.ask(wanted.path, { accept: wanted.accept });
      const what = `${wanted.path} as ${wanted.accept}`;
      if (answer.status !== 200) {
        expect(answer.status, what).toBe(503);
        expect(jsonOf(answer), what).toMatchObject({
          code: expect.stringMatching(/^store-(unavailable|busy)$/),
        });
        expect(Number(answer.headers["retry-after"]), what).toBeGreaterThan(0);
        expect(answer.isWhole, what).toBe(true);
        expectFitProblem(answer.headers["content-type"] ?? "", answer.text, "");
        tally.problems++;
        await sleep(20);
      } else if (answer.isWhole) {
        expect(answer.body.equals(wanted.body), what).toBe(true);
        tally.whole++;
      } else {
        // What came of it is right, but for its end.
        const { length } = answer.body;
        expect(answer.body.equals(wanted.body.subarray(0, length)), what).toBe(true);
        tally.broken++;
      }
    }
  };
  const working = Promise.all(tallies.map((tally, index) => work(tally, index)));
  // What is wrong is thrown when they are stopped.
  working.catch(() => {
    isOver = true;
  });
  return {
    tallies,
    stop: async () => {
      isOver = true;
      await working;
    },
  };
}

function serverIsKilled(name: string, server: () => ServerDatabase): void {
  it("whose server is killed under load, and comes back", async () => {
    await server().keep();
    const service = await serveApart({
      source: server().source,
      options: { connections: CONNECTIONS },
    });
    const ready = async (): Promise<number> => (await service.ask("/readyz")).status;
    const clients = await startClients(service, extent(2, 20));
    const { tallies } = clients;
    const everybody = async (kind: keyof Tally): Promise<void> => {
      const before = tallies.map((tally) => tally[kind]);
      const isOver = (): boolean =>
        tallies.every((tally, index) => tally[kind] > (before[index] ?? 0));
      await becomes(`one of ${kind} for each client`, isOver, true);
    };
    for (let round = 0; round < extent(1, 2); round++) {
      await everybody("whole");
      // The check waits its turn for a connection, as everybody does.
      await becomes("readiness", ready, 200);
      await server().crash();
      await becomes("readiness", ready, 503);
      await everybody("problems");
      expect(await ready()).toBe(503);
      await server().restart();
      const begin = performance.now();
      await becomes("readiness", ready, 200);
      const readyAt = performance.now();
      await everybody("whole");
      figure(`${name} is back, and the service is ready after`, readyAt - begin, "ms");
      figure("each client is served after", performance.now() - begin, "ms");
    }
    await clients.stop();
    expect(await ready()).toBe(200);
    const sum = (kind: keyof Tally): number =>
      tallies.reduce((total, tally) => total + tally[kind], 0);
    for (const kind of ["whole", "problems", "broken"] as const)
      figure(`answers: ${kind}`, sum(kind));
    await becomes("connections at work", () => server().running(), 0);
    const connections = await server().connections();
    figure("connections", connections);
    expect(connections).toBeLessThanOrEqual(CONNECTIONS);
    expect(await service.stop()).toEqual([0, null]);
    await becomes("connections", () => server().connections(), 0);
  });
}

/** Asks for everything, and goes away: at once, at the first bytes, or some way into it. */
async function leave(service: Service, index: number): Promise<void> {
  const socket = await openSocket(service.port);
  const isClosed = new Promise((resolve) => {
    socket.once("close", resolve);
  });
  const encoding = ["identity", "gzip", "br"][index % 3] ?? "";
  socket.write(
    `GET /cars HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.token}\r\naccept-encoding: ${encoding}\r\n\r\n`,
  );
  const go = (): void => {
    if (index % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  };
  const enough = index % 5 === 0 ? 0 : index % 5 < 3 ? 1 : 20_000;
  if (enough === 0) setTimeout(go, index % 7);
  let received = 0;
  socket.on("data", (bytes) => {
    received += bytes.length;
    if (received >= enough) go();
  });
  await isClosed;
}

async function leaveOften(service: Service, times: number): Promise<void> {
  for (let index = 0; index < times; index += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, other) => leave(service, index + other)));
  }
}

/** Each of the connections, and more than there are, can be used. */
async function expectAllAnswers(service: Service): Promise<void> {
  const right = (await rightAnswers).find(({ path }) => path === REQUESTS[1]);
  const answers = await Promise.all(
    Array.from({ length: CONNECTIONS + 2 }, () => service.ask(REQUESTS[1] ?? "")),
  );
  for (const { status, isWhole, body } of answers) {
    expect([status, isWhole]).toEqual([200, true]);
    expect(body.equals(right?.body ?? Buffer.alloc(0))).toBe(true);
  }
}

/** Goes away that often, and expects that nothing of it stays in the service. */
async function expectNothingKept(name: string, service: Service, times: number): Promise<void> {
  await leaveOften(service, Math.min(times, 200));
  await expectAllAnswers(service);
  const before = await service.state();
  await leaveOften(service, times);
  await expectAllAnswers(service);
  const sockets = async (): Promise<number> => (await service.state()).handles.TCPSocketWrap ?? 0;
  const most = before.handles.TCPSocketWrap ?? 0;
  await becomes("connections of clients", sockets, (count) => count <= most);
  const after = await service.state();
  figure(`${name}: clients that went away`, times);
  // One answer takes as much, and many are broken off.
  expectBelow("more on the heap afterwards", after.heap - before.heap, 32, "MiB");
  expectBelow("more outside of it", after.external - before.external, 64, "MiB");
}

function clientsGoAway(name: string, server: () => ServerDatabase): void {
  const times = extent(20, name === "PostgreSQL" ? 500 : 200);
  it(`whose clients disconnect ${times} times keeps none of their statements`, async () => {
    const service = await serveApart({
      source: server().source,
      options: { connections: CONNECTIONS, acquireTimeoutMs: 60_000 },
    });
    await expectNothingKept(name, service, times);
    await becomes("connections at work", () => server().running(), 0);
    // One more may end what the others do.
    expect(await server().connections()).toBeLessThanOrEqual(CONNECTIONS + 1);
    expect(await service.stop()).toEqual([0, null]);
    await becomes("connections", () => server().connections(), 0);
  });
}

/** Whether nobody reads a file of SQLite: who writes to it has to wait for readers. */
async function isUnread(path: string): Promise<boolean> {
  const database = (await startSqliteFiles()).open(path);
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE; ROLLBACK");
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

for (const [name, start] of Object.entries(DATABASES)) {
  if (name !== "sqlite" && !(name === "duckdb" && IS_LONG)) continue;
  describeEngine(`a service over ${name}`, filled(start, cars), (database) => {
    const times = extent(20, 300);
    it(`whose clients disconnect ${times} times keeps none of their statements`, async () => {
      const { source } = database();
      const service = await serveApart({ source, options: { acquireTimeoutMs: 60_000 } });
      await expectNothingKept(name, service, times);
      const path = source.slice(source.indexOf(":") + 1);
      if (name === "sqlite") expect(await isUnread(path)).toBe(true);
      expect(await service.stop()).toEqual([0, null]);
    });
  });
}

function readersAreSlow(server: () => ServerDatabase): void {
  const READERS = extent(15, 100);

  it(`with ${READERS} slow readers on ten connections refuses those that it cannot serve`, async () => {
    const service = await serveApart({
      source: server().source,
      options: { connections: CONNECTIONS, acquireTimeoutMs: 300 },
      stallMs: 600_000,
    });
    const readers = await Promise.all(Array.from({ length: READERS }, () => beginReading(service)));
    const served = readers.filter(({ status }) => status === 200);
    const refused = readers.filter(({ status }) => status !== 200);
    // The last connection is for the other keys.
    expect(served).toHaveLength(CONNECTIONS - 1);
    for (const { socket, received } of refused) {
      await readRest(socket);
      const [answer] = readAnswers(received());
      expect(answer?.status).toBe(503);
      expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code: "store-busy" });
      expect(Number(answer?.headers.get("retry-after"))).toBeGreaterThan(0);
      expectFitProblem(answer?.headers.get("content-type") ?? "", answer?.body ?? "", "");
    }
    // Small questions as well: there is no connection for them.
    const small = await service.ask("/cars?maxRecords=1");
    expect([small.status, jsonOf(small)]).toMatchObject([503, { code: "store-busy" }]);
    expect(Number(small.headers["retry-after"])).toBeGreaterThan(0);
    expect((await service.ask("/livez")).status).toBe(200);
    expect(await server().connections()).toBe(CONNECTIONS - 1);
    // However slow they are: who goes on reading gets all of it.
    const [right] = await rightAnswers;
    await Promise.all(
      served.map(async ({ socket, received }, index) => {
        await readRest(socket, index < 3 ? 2 : 0);
        const [answer] = readAnswers(received());
        expect(
          Buffer.from(answer?.body ?? "", "latin1").equals(right?.body ?? Buffer.alloc(0)),
        ).toBe(true);
      }),
    );
    await expectAllAnswersInTurn(service);
    expect(await service.stop()).toEqual([0, null]);
  });

  it("disconnects readers that stopped, and their connections are free again", async () => {
    const service = await serveApart({
      source: server().source,
      options: { connections: CONNECTIONS, acquireTimeoutMs: 300 },
      stallMs: 1_000,
    });
    const readers = await Promise.all(Array.from({ length: READERS }, () => beginReading(service)));
    const served = readers.filter(({ status }) => status === 200);
    // Whoever came late may have got the connection of one that was broken off meanwhile.
    expect(served.length).toBeGreaterThanOrEqual(CONNECTIONS - 1);
    await becomes("connections at work", () => server().running(), 0);
    await expectAllAnswersInTurn(service);
    for (const { socket, received } of served) {
      await readRest(socket);
      expect(() => readAnswers(received())).toThrow();
    }
    for (const { socket } of readers) socket.destroy();
    expect(await server().connections()).toBeLessThanOrEqual(CONNECTIONS);
    expect(await service.stop()).toEqual([0, null]);
  });

  async function expectAllAnswersInTurn(service: Service): Promise<void> {
    await becomes("connections at work", () => server().running(), 0);
    const areServed = async (): Promise<boolean> => {
      const answers = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => service.ask("/cars?pageSize=100")),
      );
      return answers.every(({ status }) => status === 200);
    };
    await becomes("an answer to each request", areServed, true);
  }
}

for (const [name, start] of Object.entries(SERVERS)) {
  describeEngine(`a service over ${name}`, filled<ServerDatabase>(start, cars), (server) => {
    clientsGoAway(name, server);
    if (name === "PostgreSQL") readersAreSlow(server);
    serverIsKilled(name, server);
  });
}
