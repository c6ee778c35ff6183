import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { Connections, endSoon } from "../../../src/apps/service/connections.ts";
import { SERVICE_LIMITS } from "../../../src/apps/service/limits.ts";
import { watchProgress } from "../../../src/apps/service/response/connection.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import { closed, exchange, openSocket } from "./harness/client.ts";
import { closeAtEnd } from "./harness/closing.ts";
import { begin, statusOf } from "./harness/readers.ts";
import { Changes, eventually } from "./harness/waiting.ts";

const BUSY = "HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n";
/** More than the system keeps for a connection. */
const LARGE = Buffer.alloc(16 * 2 ** 20);

/** A server with few connections. */
async function listen(connections: Connections, handle: RequestListener): Promise<number> {
  const server = connections.serve({}, handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closeAtEnd(async () => {
    const end = once(server, "close");
    server.close();
    server.closeAllConnections();
    await end;
  });
  return (server.address() as AddressInfo).port;
}

/** Both ends of a connection. */
async function connected(): Promise<{ readonly ours: Socket; readonly theirs: Socket }> {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const accepted = once(server, "connection");
  const theirs = await openSocket((server.address() as AddressInfo).port);
  const [ours]: Socket[] = await accepted;
  if (ours === undefined) throw new Error("nobody has connected");
  ours.on("error", () => undefined);
  closeAtEnd(async () => {
    const end = once(server, "close");
    ours.destroy();
    server.close();
    await end;
  });
  return { ours, theirs };
}

describe("a server with all its connections open", () => {
  it("tells a new one so if all of them wait for answers, and otherwise closes the one that is idle longest", async () => {
    const waiting: (() => void)[] = [];
    const changes = new Changes();
    let isOpen = false;
    const port = await listen(new Connections(3, BUSY), (_, response) => {
      if (isOpen) response.end("at once");
      else waiting.push(() => response.end("late"));
      changes.changed();
    });
    const busy = await Promise.all(["/1", "/2", "/3"].map((path) => begin(port, path)));
    await changes.until("three requests", () => waiting.length === 3);
    expect(await exchange(port, "GET / HTTP/1.1\r\nhost: x\r\n\r\n")).toMatch(/^HTTP\/1\.1 503 /);
    isOpen = true;
    for (const answer of waiting.splice(0)) answer();
    expect(await Promise.all(busy.map(statusOf))).toEqual([200, 200, 200]);
    const [first, ...others] = busy;
    for (const socket of busy) socket.resume();
    expect(await statusOf(await begin(port, "/4"))).toBe(200);
    if (first !== undefined) await closed(first);
    expect(others.map((socket) => socket.closed)).toEqual([false, false]);
  });

  it("breaks off one whose client has read nothing for long, and none that waits for its answer", async () => {
    const clock = new ManualClock();
    const connections = new Connections(3, BUSY, 1_200, clock);
    let answerLate = (): void => undefined;
    const port = await listen(connections, ({ url }, response) => {
      if (url === "/late") answerLate = () => response.end("late");
      else response.end(url === "/large" ? LARGE : "short");
    });
    const late = statusOf(await begin(port, "/late"));
    const unread = [await begin(port, "/large"), await begin(port, "/large")];
    expect(await Promise.all(unread.map(statusOf))).toEqual([200, 200]);
    // The first look takes note of what each client has read.
    for (const ms of [0, 100, 100]) {
      clock.advance(ms);
      expect(await statusOf(await begin(port, "/short"))).toBe(503);
    }
    // A sixth of the stall limit is over.
    clock.advance(1);
    expect(await statusOf(await begin(port, "/short"))).toBe(503);
    clock.advance(100);
    expect(await statusOf(await begin(port, "/short"))).toBe(200);
    answerLate();
    expect(await late).toBe(200);
    for (const socket of unread) socket.resume();
    await Promise.race(unread.map(closed));
  });
});

it("a client that ends with many requests unanswered leaves no traces of errors", async () => {
  const errors: Error[] = [];
  const changes = new Changes();
  let received = 0;
  const port = await listen(new Connections(9, ""), (request) => {
    received++;
    request.once("error", (error) => {
      errors.push(error);
      changes.changed();
    });
    changes.changed();
  });
  const limit = Error.stackTraceLimit;
  for (const count of [1, 100]) {
    received = 0;
    const socket = await openSocket(port);
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(count));
    // Of those that are read at once, the others are held.
    const worked = Math.min(count, SERVICE_LIMITS.pipelined);
    await changes.until("requests", () => received === worked);
    socket.destroy();
    await changes.until("errors of requests", () => errors.length === worked);
    for (const { stack = "" } of errors.splice(0)) expect(stack.includes("\n")).toBe(count === 1);
    expect(Error.stackTraceLimit).toBe(limit);
  }
});

describe("a connection that is ended", () => {
  it("is closed a while later if its client does not close its side", async () => {
    const { ours, theirs } = await connected();
    const clock = new ManualClock();
    theirs.allowHalfOpen = true;
    const last = once(theirs, "data");
    endSoon(ours, "goodbye", clock);
    const [bytes] = await eventually("the last bytes", last);
    expect(String(bytes)).toBe("goodbye");
    clock.advance(1_999);
    expect(ours.destroyed).toBe(false);
    clock.advance(1);
    expect(ours.destroyed).toBe(true);
  });

  it("needs no timer any more if its client closes its side", async () => {
    const { ours, theirs } = await connected();
    const clock = new ManualClock();
    theirs.resume();
    const end = once(ours, "close");
    endSoon(ours, "", clock);
    await eventually("the end of our side", end);
    expect(clock.timers).toBe(0);
  });
});

describe("a connection whose client is watched", () => {
  const write = (socket: Socket, bytes: Buffer): Promise<void> =>
    new Promise((resolve) => socket.write(bytes, () => resolve()));

  it("is broken off if nothing of what waits was sent from one look to the next but one", async () => {
    const { ours } = await connected();
    const clock = new ManualClock();
    const end = once(ours, "close");
    ours.write(LARGE);
    watchProgress(ours, 1_000, clock);
    clock.advance(999);
    expect(ours.destroyed).toBe(false);
    clock.advance(1);
    expect(ours.destroyed).toBe(true);
    await eventually("the end of our side", end);
    expect(clock.timers).toBe(0);
  });

  it("stays as long as something is sent, or nothing waits", async () => {
    const { ours, theirs } = await connected();
    const clock = new ManualClock();
    watchProgress(ours, 1_000, clock);
    clock.advance(10_000);
    expect(ours.destroyed).toBe(false);
    ours.write(LARGE);
    clock.advance(500);
    for (let again = 0; again < 2; again++) {
      // Its client reads all of it, and more waits at once.
      const sent = write(ours, Buffer.alloc(1));
      theirs.resume();
      await eventually("the end of a write", sent);
      theirs.pause();
      ours.write(LARGE);
      clock.advance(500);
      expect(ours.destroyed).toBe(false);
    }
    clock.advance(1_000);
    expect(ours.destroyed).toBe(true);
  });
});
