import { expect, it } from "vitest";
import { FUNCTIONS } from "../../src/language/functions/registry.ts";
import { parse, walk } from "../../src/language/syntax/index.ts";
import { expectNone } from "../backends/sql/expect-none.ts";
import { SEED } from "../generate/random.ts";
import { lowered, randomFormula } from "../generate/random-formula.ts";
import { RANDOM_SCHEMA } from "../generate/random-schema.ts";
import { casesOf, partsOf } from "../harness/extent.ts";
import { runRandomFormulas } from "./random-formulas.ts";

/** Each is asked in every way: some 40 ms. */
const FORMULAS = Math.max(casesOf(40_000), 240);

it.each(partsOf(FORMULAS, 40))(
  "all strategies agree on the random formulas $about",
  async (part) => {
    const { formulas, made, decided, failures } = await runRandomFormulas(part);
    expectNone(failures);
    expect(formulas / made).toBeGreaterThan(0.5);
    expect(decided / formulas).toBeGreaterThan(0.1);
  },
);

it("random formulas call every function", () => {
  const unused = new Set(FUNCTIONS.map(({ name }) => name));
  for (let index = 0; index < 5000; index++) {
    const source = randomFormula(SEED, index);
    const called = functionsOf(source).filter((name) => unused.has(name));
    if (called.length === 0 || lowered(source, RANDOM_SCHEMA) === undefined) continue;
    for (const name of called) unused.delete(name);
  }
  expect([...unused]).toEqual([]);
});

function functionsOf(source: string): readonly string[] {
  const parsed = parse(source);
  const names: string[] = [];
  if (!parsed.ok) return names;
  walk(parsed.ast.root, (node) => {
    if (node.kind === "call") names.push(node.name.toUpperCase());
  });
  return names;
}
