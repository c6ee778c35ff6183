import { expect, it } from "vitest";
import type { Row } from "../../../../src/data/stores/sql/driver.ts";
import type {
  Batch,
  SelectCursor,
  Session,
} from "../../../../src/data/stores/sql/sessions/session.ts";
import { Pool } from "../../../../src/data/stores/sql/sessions/session-pool.ts";
import { allRows, streamRows } from "../../../../src/data/stores/sql/sessions/stream-rows.ts";
import { StoreError } from "../../../../src/data/stores/store.ts";
import type { WorkMeter } from "../../../../src/data/summary/index.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";
import { errorOf, NEVER } from "../files/read-all.ts";

const PATIENCE_MS = 1_000;
const WAIT_MS = 4_000;
const statement = { text: "SELECT", params: [] };

/** A session whose rows come when the test says so. */
class SteppedSession implements Session {
  isBroken = false;
  closed = 0;
  #give: ((batch: Batch) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;

  /** Gives the statement a row. */
  give(row: Row, isLast = false): void {
    this.#give?.({ rows: [row], isLast });
  }

  /** Fails the statement, as a lost connection does. */
  lose(): void {
    this.isBroken = true;
    this.#fail?.(new StoreError("unavailable", "the connection is lost"));
  }

  select(): SelectCursor {
    return {
      next: () =>
        new Promise((resolve, reject) => {
          this.#give = resolve;
          this.#fail = reject;
        }),
      close: async () => {
        this.closed++;
      },
    };
  }

  async end(): Promise<void> {
    this.isBroken = true;
  }
}

function steppedPool(most = 1) {
  const clock = new ManualClock();
  const sessions: SteppedSession[] = [];
  const pool = new Pool<SteppedSession>({
    most,
    waitMs: WAIT_MS,
    clock,
    open: async () => {
      const session = new SteppedSession();
      sessions.push(session);
      return session;
    },
  });
  const stream = (owner?: string, meter?: WorkMeter): AsyncGenerator<readonly Row[], void> =>
    streamRows(pool, statement, NEVER, {
      batchRows: 1,
      patienceMs: PATIENCE_MS,
      owner: owner === undefined ? undefined : { id: owner, weight: 1 },
      meter,
    });
  return { pool, clock, sessions, stream };
}

/** After all that can happen at once. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("rows are awaited no longer than the limit, and the statement is ended", async () => {
  const { pool, clock, sessions, stream } = steppedPool();
  const rows = errorOf(stream().next());
  await clock.awaited();
  clock.advance(PATIENCE_MS - 1);
  expect(clock.timers).toBe(1);
  clock.advance(1);
  expect(await rows).toMatchObject({
    code: "timeout",
    message: "the rows took longer than 1000 ms",
  });
  expect(sessions[0]?.closed).toBe(1);
  // Its connection is used again.
  const again = allRows(stream());
  await clock.awaited();
  sessions[0]?.give([1], true);
  expect(await again).toEqual([[1]]);
  expect(sessions).toHaveLength(1);
  await pool.close();
});

it("the time of a busy reader does not count", async () => {
  const { pool, clock, sessions, stream } = steppedPool();
  const rows = stream();
  for (let row = 0; row < 3; row++) {
    const next = rows.next();
    await clock.awaited();
    clock.advance(PATIENCE_MS / 4);
    sessions[0]?.give([row]);
    expect((await next).value).toEqual([[row]]);
    clock.advance(10 * PATIENCE_MS);
  }
  await rows.return();
  await pool.close();
});

it("the times in which rows are awaited count together, and with what the request did before", async () => {
  const { pool, clock, sessions, stream } = steppedPool();
  const meter = { usedMs: PATIENCE_MS / 2 };
  const rows = stream(undefined, meter);
  const first = rows.next();
  await clock.awaited();
  clock.advance(PATIENCE_MS / 4);
  sessions[0]?.give([1]);
  await first;
  expect(meter.usedMs).toBe((PATIENCE_MS * 3) / 4);
  const second = errorOf(rows.next());
  await clock.awaited();
  clock.advance(PATIENCE_MS / 4 - 1);
  expect(clock.timers).toBe(1);
  clock.advance(1);
  expect(await second).toMatchObject({ code: "timeout" });
  expect(sessions[0]?.closed).toBe(1);
  await pool.close();
});

it("a slow reader loses its connection to another owner, with an error", async () => {
  const { pool, clock, sessions, stream } = steppedPool();
  const slow = stream("slow");
  const first = slow.next();
  await clock.awaited();
  sessions[0]?.give([1]);
  await first;
  const other = allRows(stream("other"));
  clock.advance(WAIT_MS / 2);
  await settled();
  expect(sessions[0]?.closed).toBe(1);
  sessions[0]?.give([2], true);
  expect(await other).toEqual([[2]]);
  expect(await errorOf(slow.next())).toMatchObject({ code: "busy" });
  await pool.close();
});

it("a connection that was lost while it was idle is replaced once, without an error", async () => {
  const { pool, clock, sessions, stream } = steppedPool();
  const first = allRows(stream());
  await clock.awaited();
  sessions[0]?.give([1], true);
  await first;
  await settled();
  const second = allRows(stream());
  await clock.awaited();
  sessions[0]?.lose();
  await settled();
  sessions[1]?.give([2], true);
  expect(await second).toEqual([[2]]);
  await settled();
  // One that has just been opened says what is wrong.
  const third = errorOf(allRows(stream()));
  await clock.awaited();
  sessions[1]?.lose();
  await settled();
  sessions[2]?.lose();
  expect(await third).toMatchObject({ code: "unavailable" });
  await pool.close();
});
