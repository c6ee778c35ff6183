import { expect, it } from "vitest";
import { LoopTurns } from "../../src/service/loop-turns.ts";

const REQUESTS = 60;
const WORK_MS = 3;
/** So many works of this length begin within the time of one turn. */
const MOST_IN_TURN = 4;

/** Works for some time of the clock, however busy the machine is. */
function work(): void {
  const end = performance.now() + WORK_MS;
  while (performance.now() < end);
}

it("lets few of many requests work in a turn of the event loop, in their order", async () => {
  const turns = new LoopTurns();
  let turn = 0;
  let isOver = false;
  const countTurns = (): void => {
    turn++;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);

  const workedIn: number[] = [];
  const order: number[] = [];
  const all = Array.from({ length: REQUESTS }, (_, index) => index);
  await Promise.all(
    all.map(async (index) => {
      await turns.wait();
      // What comes after promises that are settled belongs to the work, too.
      await Promise.resolve();
      work();
      order.push(index);
      workedIn.push(turn);
    }),
  );
  isOver = true;

  expect(order).toEqual(all);
  for (const one of new Set(workedIn)) {
    expect(workedIn.filter((other) => other === one).length).toBeLessThanOrEqual(MOST_IN_TURN);
  }
});
