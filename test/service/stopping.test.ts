import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { countOf } from "../harness/extent.ts";
import { type Received, readAnswers } from "./attacks/received.ts";
import { openSocket } from "./harness/client.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { logged } from "./harness/logs.ts";
import { until } from "./harness/memory.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";

// A service that is told to stop ends every answer that it has begun, whatever its client sends meanwhile.

serviceTests();
const CARS = 3_000;
const cars = someCars(CARS);

/** A client on a connection of its own. It reads nothing until it is told to. */
interface Client {
  send(path: string, encoding?: string): void;
  resume(): void;
  /** Everything that came, when the connection is closed. */
  answers(): Promise<readonly Received[]>;
}

async function clientOf({ port, token }: Served): Promise<Client> {
  const socket = await openSocket(port);
  onTestFinished(() => {
    socket.destroy();
  });
  let received = "";
  socket.on("data", (bytes: Buffer) => {
    received += bytes.toString("latin1");
  });
  socket.pause();
  return {
    send: (path, encoding = "identity") => {
      const headers = [`x-api-key: ${token}`, `accept-encoding: ${encoding}`];
      socket.write([`GET ${path} HTTP/1.1`, "host: x", ...headers, "", ""].join("\r\n"));
    },
    resume: () => socket.resume(),
    answers: async () => {
      await until(() => socket.closed);
      return readAnswers(received);
    },
  };
}

/** Tells a service to stop, and waits until it takes no more connections. */
async function stop(service: Served): Promise<{ readonly stopped: Promise<void> }> {
  const stopped = service.stop();
  const isOpen = (): Promise<boolean> =>
    openSocket(service.port).then(
      (socket) => {
        socket.destroy();
        return true;
      },
      () => false,
    );
  while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, 10));
  return { stopped };
}

function recordsOf({ body, headers }: Received): unknown[] {
  const bytes = Buffer.from(body, "latin1");
  const encoding = headers.get("content-encoding");
  if (encoding === "br") return JSON.parse(brotliDecompressSync(bytes).toString());
  return JSON.parse((encoding === "gzip" ? gunzipSync(bytes) : bytes).toString());
}

it("an answer that is written, but not sent, is not lost if its client asks for more", async () => {
  const service = await serve({ collections: { cars: { store: await carStore(cars) } } });
  const client = await clientOf(service);
  const from = logged().length;
  client.send(`/cars?pageSize=${CARS}`);
  // Most of it is in the buffers of the system then.
  await until(() =>
    logged()
      .slice(from)
      .some((line) => line.includes('"records":3000')),
  );
  const { stopped } = await stop(service);
  client.send("/livez");
  await new Promise((resolve) => setTimeout(resolve, 50));
  client.resume();
  const [answer, ...others] = await client.answers();
  expect(answer === undefined ? [] : recordsOf(answer)).toHaveLength(CARS);
  expect(others).toEqual([]);
  await stopped;
});

it("answers on their way end whole, in every encoding", async () => {
  const repeat = 5;
  const store = new FaultInjector(await carStore(cars), { repeat });
  const service = await serve({ collections: { cars: { store } } });
  const clients = await Promise.all(
    Array.from({ length: countOf(9, 30) }, () => clientOf(service)),
  );
  for (const [index, client] of clients.entries()) {
    client.send("/cars", ["identity", "gzip", "br"][index % 3]);
  }
  await until(() => store.begun === clients.length);
  const { stopped } = await stop(service);
  for (const [index, client] of clients.entries()) {
    if (index % 2 === 0) client.send("/cars");
    client.resume();
  }
  for (const client of clients) {
    const [answer, ...others] = await client.answers();
    expect(answer?.status).toBe(200);
    expect(answer === undefined ? [] : recordsOf(answer)).toHaveLength(CARS * repeat);
    for (const { status } of others) expect(status).toBe(503);
  }
  await stopped;
});
