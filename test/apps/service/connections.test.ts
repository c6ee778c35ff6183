import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { connectionOf, endSoon } from "../../../src/apps/service/connection.ts";
import { Connections } from "../../../src/apps/service/connections.ts";
import { SERVICE_LIMITS } from "../../../src/apps/service/limits.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import { closed, exchange, openSocket } from "./harness/client.ts";
import { closeAtEnd } from "./harness/closing.ts";
import { begin, statusOf } from "./harness/readers.ts";
import { Changes, eventually } from "./harness/waiting.ts";

const BUSY = "HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n";
/** More than the system keeps for a connection. */
const LARGE = Buffer.alloc(16 * 2 ** 20);

/** A server with few connections. */
async function listen(
  connections: Connections,
  handle: RequestListener,
  onParsed: () => void = () => undefined,
): Promise<number> {
  const server = connections.serve({}, handle);
  server.on("request", onParsed);
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
  it("refuses a new one if all wait for responses, and otherwise closes the one that is idle longest", async () => {
    const waiting: (() => void)[] = [];
    const changes = new Changes();
    let isOpen = false;
    const port = await listen(new Connections({ most: 3, busyAnswer: BUSY }), (_, response) => {
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

  it("destroys one whose client has read nothing for long, and none that waits for its response", async () => {
    const clock = new ManualClock();
    const connections = new Connections({ most: 3, busyAnswer: BUSY, clock });
    let answerLate = (): void => undefined;
    const port = await listen(connections, ({ url, socket }, response) => {
      connectionOf(socket).watch(1_000, clock);
      if (url === "/late") answerLate = () => response.end("late");
      else response.end(url === "/large" ? LARGE : "short");
    });
    const late = statusOf(await begin(port, "/late"));
    const unread = [await begin(port, "/large"), await begin(port, "/large")];
    expect(await Promise.all(unread.map(statusOf))).toEqual([200, 200]);
    const answered = async (): Promise<number> => statusOf(await begin(port, "/short"));
    expect(await answered()).toBe(503);
    // The first check takes note of what waits, and the second one finds that nothing was read.
    clock.advance(200);
    expect(await answered()).toBe(503);
    clock.advance(200);
    expect(await answered()).toBe(200);
    answerLate();
    expect(await late).toBe(200);
    for (const socket of unread) socket.resume();
    await Promise.race(unread.map(closed));
  });
});

describe("a client with pipelined requests", () => {
  const REQUEST = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

  it.each([
    ["eight requests ahead of its answers is served", 9, 0],
    ["more than eight requests ahead has its connection closed, once", 100, 1],
  ])("%s", async (_, sent, expected) => {
    let tooFarAhead = 0;
    let parsed = 0;
    const changes = new Changes();
    const responses: ServerResponse[] = [];
    const connections = new Connections({
      most: 9,
      busyAnswer: BUSY,
      onTooFarAhead: () => {
        tooFarAhead++;
        changes.changed();
      },
    });
    const handle: RequestListener = (_request, response) => {
      responses.push(response);
      changes.changed();
    };
    const port = await listen(connections, handle, () => parsed++);
    const socket = await openSocket(port);
    socket.write(REQUEST.repeat(sent));
    await changes.until("requests", () => responses.length === SERVICE_LIMITS.pipelined + 1);
    if (expected === 0) {
      let received = "";
      socket.setEncoding("latin1");
      socket.on("data", (text: string) => {
        received += text;
        changes.changed();
      });
      for (const response of responses) response.end("x");
      await changes.until("answers", () => received.match(/HTTP/g)?.length === sent);
    } else {
      await changes.until("the end", () => tooFarAhead > 0);
      await closed(socket);
    }
    expect([responses.length, tooFarAhead]).toEqual([SERVICE_LIMITS.pipelined + 1, expected]);
    // Nothing after the request that was one too many is parsed.
    expect(parsed).toBe(responses.length + tooFarAhead);
  });
});

describe("a connection that is ended", () => {
  it("is destroyed after a delay if its client does not close its side", async () => {
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

  it("has no timer left once its client closes its side", async () => {
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

  it("is destroyed if none of its waiting bytes were sent at five checks in a row", async () => {
    const { ours } = await connected();
    const clock = new ManualClock();
    const end = once(ours, "close");
    ours.write(LARGE);
    connectionOf(ours).watch(1_000, clock);
    clock.advance(999);
    expect(ours.destroyed).toBe(false);
    clock.advance(1);
    expect(ours.destroyed).toBe(true);
    await eventually("the end of our side", end);
    expect(clock.timers).toBe(0);
  });

  it("stays while something is sent, or nothing waits", async () => {
    const { ours, theirs } = await connected();
    const clock = new ManualClock();
    connectionOf(ours).watch(1_000, clock);
    clock.advance(10_000);
    expect(ours.destroyed).toBe(false);
    ours.write(LARGE);
    clock.advance(800);
    for (let again = 0; again < 2; again++) {
      // Its client reads all of it, and more waits at once.
      const sent = write(ours, Buffer.alloc(1));
      theirs.resume();
      await eventually("the end of a write", sent);
      theirs.pause();
      ours.write(LARGE);
      clock.advance(800);
      expect(ours.destroyed).toBe(false);
    }
    clock.advance(1_000);
    expect(ours.destroyed).toBe(true);
  });
});
