import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { setImmediate as nextIteration } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { type Received, readAnswers } from "./attacks/received.ts";
import type { ChildMessage } from "./harness/child.ts";
import { ask, closed, openSocket } from "./harness/client.ts";
import { closeAtEnd } from "./harness/closing.ts";
import { FaultInjector } from "./harness/fault-injector.ts";
import { logged, logLines } from "./harness/logs.ts";
import { carStore, type Served, serve, serviceTests, someCars } from "./harness/serve.ts";
import { Changes, eventually, Gate } from "./harness/waiting.ts";

// A service that is told to stop ends every answer that it has begun, whatever its client sends meanwhile.

serviceTests();
const CARS = 1_500;
const cars = someCars(CARS);

interface Reachable {
  readonly port: number;
  readonly token: string;
}

/** A client on a connection of its own. It reads nothing until it is told to. */
interface Client {
  send(path: string, encoding?: string): void;
  resume(): void;
  /** Everything that came, when the connection is closed. */
  answers(): Promise<readonly Received[]>;
}

async function clientOf({ port, token }: Reachable): Promise<Client> {
  const socket = await openSocket(port);
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
      await closed(socket);
      return readAnswers(received);
    },
  };
}

/** Waits until a service takes no more connections. */
async function takesNoMore(port: number): Promise<void> {
  const isOpen = (): Promise<boolean> =>
    openSocket(port).then(
      (socket) => {
        socket.destroy();
        return true;
      },
      () => false,
    );
  const refused = async (): Promise<void> => {
    while (await isOpen());
  };
  await eventually("a service that takes no more connections", refused());
}

async function stop(service: Served): Promise<{ readonly stopped: Promise<void> }> {
  const stopped = service.stop();
  await takesNoMore(service.port);
  return { stopped };
}

function recordsOf({ body, headers }: Received): unknown[] {
  const bytes = Buffer.from(body, "latin1");
  const encoding = headers.get("content-encoding");
  if (encoding === "br") return JSON.parse(brotliDecompressSync(bytes).toString());
  return JSON.parse((encoding === "gzip" ? gunzipSync(bytes) : bytes).toString());
}

it("a response that is written but not sent yet is not lost if its client sends more requests", async () => {
  const service = await serve({ collections: { cars: { store: await carStore(cars) } } });
  const client = await clientOf(service);
  const from = logged().length;
  client.send(`/cars?pageSize=${CARS}`);
  // Most of it is in the buffers of the system then.
  await logLines("the page", from, (lines) =>
    lines.some((line) => line.includes('"records":1500')),
  );
  const { stopped } = await stop(service);
  client.send("/livez");
  // The request is there when the event loop looks at its connections.
  for (const _ of [1, 2, 3]) await nextIteration();
  client.resume();
  const [answer, ...others] = await client.answers();
  expect(answer === undefined ? [] : recordsOf(answer)).toHaveLength(CARS);
  expect(others).toEqual([]);
  await stopped;
});

it("responses in flight end whole, in every encoding", async () => {
  const gate = new Gate();
  const repeat = 3;
  const store = new FaultInjector(await carStore(cars), {
    repeat,
    before: async (batch) => {
      if (batch > 1) await gate.opened;
    },
  });
  const service = await serve({ collections: { cars: { store } } });
  const clients = await Promise.all(Array.from({ length: 9 }, () => clientOf(service)));
  for (const [index, client] of clients.entries()) {
    client.send("/cars", ["identity", "gzip", "br"][index % 3]);
  }
  await store.until("all requests", ({ begun }) => begun === clients.length);
  const { stopped } = await stop(service);
  gate.open();
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

it("a process completes what runs, accepts nothing new, and ends by itself", async () => {
  const script = fileURLToPath(new URL("harness/child.ts", import.meta.url));
  const child = fork(script, { execArgv: ["--import", "tsx"] });
  const messages: ChildMessage[] = [];
  const changes = new Changes();
  child.on("message", (message: ChildMessage) => {
    messages.push(message);
    changes.changed();
  });
  const exit = once(child, "exit");
  closeAtEnd(async () => {
    child.kill("SIGKILL");
    await exit;
  });
  const has = (name: string, value: unknown): Promise<void> =>
    changes.until(`the message ${name}: ${value}`, () =>
      messages.some((message) => Reflect.get(message, name) === value),
    );
  await changes.until("the address", () => messages.length > 0);
  const [{ url, token } = { url: "", token: "" }] = messages as { url: string; token: string }[];
  const headers = { "x-api-key": token };
  const port = Number(new URL(url).port);

  // Connections that are kept: one that stays idle, and one that asks while others are answered.
  const idle = new Agent({ keepAlive: true });
  closeAtEnd(() => idle.destroy());
  expect((await ask(`${url}/readyz`, { agent: idle })).status).toBe(200);
  const kept = await clientOf({ port, token });
  kept.send("/cars");
  kept.resume();
  const running = ["identity", "gzip", "br"].flatMap((encoding) =>
    ["/cars", "/cars?pageSize=5000"].map((path) =>
      ask(`${url}${path}`, { headers: { ...headers, "accept-encoding": encoding } }),
    ),
  );
  await has("begun", running.length + 1);
  child.kill("SIGTERM");
  await has("state", "stopping");
  await takesNoMore(port);
  // Asked on a connection that is in use, it says that it is not ready, and takes no more.
  kept.send("/readyz");
  kept.send("/cars");
  child.send("go on");

  for (const { status, isWhole } of await Promise.all(running)) {
    expect([status, isWhole]).toEqual([200, true]);
  }
  const [first, ready, ...others] = await kept.answers();
  expect(JSON.parse(first?.body ?? "")).toHaveLength(3_000);
  expect(ready?.status).toBe(503);
  expect(JSON.parse(ready?.body ?? "")).toMatchObject({ code: "shutting-down" });
  for (const { status } of others) expect(status).toBe(503);
  expect(await eventually("the end of the process", exit)).toEqual([0, null]);
  expect(messages.at(-1)).toEqual({ state: "stopped" });
});
