import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { need } from "../../harness/extent.ts";
import { extent, figure, IS_LONG } from "../figures.ts";
import { ATTACKS } from "./attacks/attacks.ts";
import type { ProbeFigures } from "./attacks/figures.ts";
import {
  describeVerdict,
  MOST_SLICE_MS,
  runAttack,
  TABLE_HEAD,
  tableRow,
} from "./attacks/run-attack.ts";
import { type Fixture, Honest, makeFixture, Target } from "./attacks/target.ts";

// The real program under attack, over sockets, with little memory: whatever clients do, it lives, gives its memory back,
// and serves an honest client beside them. `attacks` has the attacks as a list.

const CARS = extent(10_000, 50_000);

let fixture: Fixture;
let target: Target;
let honest: Honest;
let before: ProbeFigures;
const rows: string[] = [];

/** How often an attack is tried whose time slices are long: what shares a core, or its cache, with other work takes longer. */
const TRIES = 3;

beforeAll(async () => {
  fixture = await makeFixture(CARS);
  target = await Target.start(fixture);
  before = await target.warmUp();
  honest = await Honest.start(target);
});

afterAll(async () => {
  const lines = [TABLE_HEAD, TABLE_HEAD.map(() => "---")].map((cells) => cells.join(" | "));
  process.stdout.write(`\n${[...lines, ...rows].map((line) => `| ${line} |\n`).join("")}\n`);
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
      let verdict = await runAttack(attack, target, honest, before);
      figure(name, describeVerdict(verdict));
      for (let tries = 1; verdict.during.longest > MOST_SLICE_MS && tries < TRIES; tries++) {
        verdict = await runAttack(attack, target, honest, before);
        figure(`${name}, again`, describeVerdict(verdict));
      }
      rows.push(tableRow(name, verdict).join(" | "));
      expect(verdict.problems).toEqual([]);
    },
  );
});
