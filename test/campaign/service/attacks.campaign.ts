import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { need } from "../../harness/extent.ts";
import { extent, figure, IS_LONG } from "../figures.ts";
import { ATTACKS } from "./attacks/attacks.ts";
import type { ProbeFigures } from "./attacks/figures.ts";
import { describeVerdict, runAttack } from "./attacks/run-attack.ts";
import { type Fixture, Honest, makeFixture, Target } from "./attacks/target.ts";

// The real program under attack, over sockets, with little memory: whatever clients do, it lives, gives its memory back,
// and serves an honest client beside them. `attacks` has the attacks as a list.

const CARS = extent(10_000, 50_000);

let fixture: Fixture;
let target: Target;
let honest: Honest;
let before: ProbeFigures;

beforeAll(async () => {
  fixture = await makeFixture(CARS);
  target = await Target.start(fixture);
  before = await target.warmUp();
  honest = await Honest.start(target);
});

afterAll(async () => {
  honest?.stop();
  await target?.stop();
  fixture?.remove();
});

describe.each(Object.entries(ATTACKS))("%s", (_, attacks) => {
  const tried = attacks.filter(({ isLong = false }) => !isLong || IS_LONG);

  it.for(tried.map((attack) => [attack.name, attack] as const))(
    "%s",
    async ([name, attack], context) => {
      const isMissing = attack.needsSqlite === true && !fixture.hasSqlite;
      need(context, { missing: isMissing ? "SQLite has no driver" : undefined });
      const verdict = await runAttack(attack, target, honest, before);
      figure(name, describeVerdict(verdict));
      expect(verdict.problems).toEqual([]);
    },
  );
});
