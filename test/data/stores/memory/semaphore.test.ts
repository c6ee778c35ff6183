import { expect, it } from "vitest";
import { Semaphore } from "../../../../src/data/stores/memory/semaphore.ts";

it("a semaphore gives a released permit to the longest waiting caller whose signal has not aborted", async () => {
  const semaphore = new Semaphore(1);
  const never = new AbortController().signal;
  const leaving = new AbortController();
  const log: string[] = [];
  const first = await semaphore.take(never);
  const gone = semaphore.take(leaving.signal).catch((error: unknown) => log.push(String(error)));
  const second = semaphore.take(never).then((release) => {
    log.push("second");
    release();
  });
  leaving.abort("gone");
  await gone;
  first();
  await second;
  (await semaphore.take(never))();
  expect(log).toEqual(["gone", "second"]);
});
