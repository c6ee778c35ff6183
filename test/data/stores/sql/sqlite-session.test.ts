import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import {
  NO_ROWS,
  type ThreadRequest,
  type ThreadResponse,
} from "../../../../src/data/stores/sql/sqlite/sqlite-messages.ts";
import { SqliteSession } from "../../../../src/data/stores/sql/sqlite/sqlite-session.ts";
import type { SqliteThread } from "../../../../src/data/stores/sql/sqlite/start-worker.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";
import { errorOf } from "../files/read-all.ts";

const GRACE_MS = 1_000;
const NOTHING: ThreadResponse = { ok: true, rows: NO_ROWS };

/** A thread that answers when the test says so. */
class SteppedThread extends EventEmitter implements SqliteThread {
  readonly requests: ThreadRequest["kind"][] = [];
  isReferenced = true;

  postMessage({ kind }: ThreadRequest): void {
    this.requests.push(kind);
  }

  answer(answer: ThreadResponse = NOTHING): void {
    this.emit("message", answer);
  }

  ref(): void {
    this.isReferenced = true;
  }

  unref(): void {
    this.isReferenced = false;
  }

  async terminate(): Promise<void> {
    this.emit("exit");
  }
}

async function openSession(): Promise<{
  readonly session: SqliteSession;
  readonly thread: SteppedThread;
  readonly clock: ManualClock;
}> {
  const clock = new ManualClock();
  const thread = new SteppedThread();
  const setup = { path: "cars.db", mode: "read", driver: undefined, lockMs: 1, file: "" } as const;
  const start = (): SteppedThread => thread;
  const opening = SqliteSession.open({ ...setup, timeoutMs: 50, start, clock });
  thread.answer();
  return { session: await opening, thread, clock };
}

const statement = { text: "SELECT 1", params: [] };

it("a cancelled statement leaves its session usable", async () => {
  const { session, thread } = await openSession();
  const cursor = session.select(statement, 10);
  const rows = errorOf(cursor.next());
  const closing = cursor.close();
  thread.answer({ ok: false, failure: { code: "stopped", message: "", isReading: false } });
  await rows;
  await new Promise((resolve) => setImmediate(resolve));
  thread.answer();
  await closing;
  expect(thread.requests).toEqual(["select", "stop"]);
  expect(session.isBroken).toBe(false);
  expect(thread.isReferenced).toBe(false);
});

it("a statement that exceeds its time limit breaks its session, so that another one serves others", async () => {
  const { session, thread, clock } = await openSession();
  const cursor = session.select(statement, 10);
  const rows = errorOf(cursor.next());
  const closing = cursor.close();
  await clock.awaited();
  clock.advance(GRACE_MS - 1);
  expect(session.isBroken).toBe(false);
  clock.advance(1);
  await closing;
  expect(session.isBroken).toBe(true);
  expect(await rows).toMatchObject({ message: "a statement on cars.db cannot be stopped" });
  expect(thread.requests).toEqual(["select"]);
});

it("the time of a statement stops while its reader works", async () => {
  const { session, thread, clock } = await openSession();
  const sent: unknown[] = [];
  thread.postMessage = (request) => sent.push(Reflect.get(request, "timeMs"));
  const cursor = session.select(statement, 1);
  const first = cursor.next();
  clock.advance(20);
  thread.answer({ ok: true, rows: { cells: [1], width: 1, isLast: false } });
  await first;
  // The thread reads ahead while the reader works.
  clock.advance(5);
  thread.answer({ ok: true, rows: { cells: [2], width: 1, isLast: false } });
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(10_000);
  await cursor.next();
  expect(sent).toEqual([50, 30, 25]);
});

it("a thread that exits fails its current and later statements", async () => {
  const { session, thread } = await openSession();
  const asked = errorOf(session.ask({ kind: "run", text: "" }));
  thread.emit("error", new Error("out of memory"));
  thread.emit("exit");
  const ended = {
    code: "unavailable",
    message: "the worker thread for cars.db ended: out of memory",
  };
  expect(await asked).toMatchObject(ended);
  expect(await errorOf(session.ask({ kind: "run", text: "" }))).toMatchObject(ended);
  expect(session.isBroken).toBe(true);
});
