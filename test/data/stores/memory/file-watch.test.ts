import { expect, it } from "vitest";
import { pollFiles } from "../../../../src/data/stores/memory/file-watch.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";

it("files are checked every second, until nobody watches them", () => {
  const clock = new ManualClock();
  let looks = 0;
  const watch = pollFiles(() => looks++, clock);
  clock.advance(3_500);
  expect(looks).toBe(3);
  watch.close();
  expect(clock.timers).toBe(0);
});
