import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countOf, need } from "../harness/extent.ts";
import { ATTACKS } from "./attacks/exhaustion/attacks.ts";
import type { ProbeFigures } from "./attacks/exhaustion/figures.ts";
import { describeVerdict, runAttack } from "./attacks/exhaustion/run-attack.ts";
import { type Fixture, Honest, makeFixture, Target } from "./attacks/exhaustion/target.ts";

// The real program under attack, over sockets, with little memory: whatever clients do, it lives, gives its memory back,
// and serves an honest client beside them. `attacks/exhaustion` has the attacks as a list.

const CARS = countOf(20_000, 50_000);

let fixture: Fixture;
let target: Target;
let honest: Honest;
let before: ProbeFigures;

async function start(): Promise<void> {
  target = await Target.start(fixture);
  before = await target.warmUp();
  honest = await Honest.start(target);
}

beforeAll(async () => {
  fixture = await makeFixture(CARS);
  await start();
});

afterAll(async () => {
  honest.stop();
  await target.stop();
  fixture.remove();
});

describe.each(Object.entries(ATTACKS))("%s", (_, attacks) => {
  const tried = attacks.filter(({ isFull = false }) => !isFull || countOf(0, 1) === 1);

  it.for(tried.map((attack) => [attack.name, attack] as const))(
    "%s",
    async ([name, attack], context) => {
      const isMissing = attack.needsSqlite === true && !fixture.hasSqlite;
      need(context, { missing: isMissing ? "SQLite has no driver" : undefined });
      const verdict = await runAttack(attack, target, honest, before);
      expect(verdict.problems, describeVerdict(name, verdict)).toEqual([]);
    },
  );
});
