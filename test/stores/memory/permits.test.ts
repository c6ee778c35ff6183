import { expect, it } from "vitest";
import { Permits } from "../../../src/stores/memory/permits.ts";

it("a permit that is released goes to whoever waits longest, and passes over those that gave up", async () => {
  const permits = new Permits(1);
  const never = new AbortController().signal;
  const leaving = new AbortController();
  const log: string[] = [];
  const first = await permits.take(never);
  const gone = permits.take(leaving.signal).catch((error: unknown) => log.push(String(error)));
  const second = permits.take(never).then((release) => {
    log.push("second");
    release();
  });
  leaving.abort("gone");
  await gone;
  first();
  await second;
  (await permits.take(never))();
  expect(log).toEqual(["gone", "second"]);
});
