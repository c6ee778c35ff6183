import { expect, it } from "vitest";
import { pollFiles } from "../../../../src/data/stores/memory/file-watch.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";

it("files are looked at every second, until nobody watches them any more", () => {
  const clock = new ManualClock();
  let looks = 0;
  const watch = pollFiles(() => looks++, clock);
  clock.advance(3_500);
  expect(looks).toBe(3);
  watch.close();
  expect(clock.timers).toBe(0);
});
