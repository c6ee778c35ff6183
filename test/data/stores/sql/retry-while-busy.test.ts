import { expect, it } from "vitest";
import { retryWhileBusy } from "../../../../src/data/stores/sql/sessions/retry-while-busy.ts";
import { StoreError } from "../../../../src/data/stores/store.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";

const busy = new StoreError("busy", "the table is being read");

/** Tries that are busy at first, on a clock that the test moves. */
function retrying(busyTries: number, expectWanted: () => void = () => undefined) {
  const clock = new ManualClock();
  let tries = 0;
  const attempt = async (): Promise<void> => {
    if (++tries <= busyTries) throw busy;
  };
  const done = retryWhileBusy(attempt, { clock, waitMs: 500, expectWanted });
  done.catch(() => undefined);
  return { clock, done, tries: () => tries };
}

it("a table is replaced once it has no readers", async () => {
  const { clock, done, tries } = retrying(2);
  await clock.skip();
  await clock.skip();
  await done;
  expect([tries(), clock.now()]).toEqual([3, 400]);
});

it("a table that is read for too long is busy", async () => {
  const { clock, done, tries } = retrying(Number.POSITIVE_INFINITY);
  for (let again = 0; again < 3; again++) await clock.skip();
  await expect(done).rejects.toBe(busy);
  expect(tries()).toBe(4);
});

it("a table is not tried again after its signal aborted", async () => {
  const reason = new Error("interrupted");
  let isWanted = true;
  const { clock, done, tries } = retrying(Number.POSITIVE_INFINITY, () => {
    if (!isWanted) throw reason;
  });
  await clock.awaited();
  isWanted = false;
  await clock.skip();
  await expect(done).rejects.toBe(reason);
  expect(tries()).toBe(1);
});

it("any other error is not tried again", async () => {
  const wrong = new StoreError("setup", "there is no such table");
  const attempt = (): Promise<void> => Promise.reject(wrong);
  const options = { clock: new ManualClock(), waitMs: 500, expectWanted: () => undefined };
  await expect(retryWhileBusy(attempt, options)).rejects.toBe(wrong);
});
