import { describe, expect, it } from "vitest";
import { holdsForBlank } from "../../../src/backends/sql/compiler/sql-field-test.ts";
import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import { readSchema } from "../../../src/engine/index.ts";
import { compile } from "../../../src/index.ts";
import type { CoreNode } from "../../../src/language/core/node.ts";
import type { Schema } from "../../../src/language/schema/index.ts";
import { PAYLOADS } from "../../attacks/own-attacks.ts";
import { conformanceFiles } from "../../conformance/case.ts";
import { NOW } from "../../generate/clock.ts";
import { randomFormula } from "../../generate/random-formula.ts";
import { RANDOM_SCHEMA } from "../../generate/random-schema.ts";
import { countOf, isTurn } from "../../harness/extent.ts";
import { lowerSource } from "../../harness/ways.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { ALSO_HOSTILE, HOSTILE, replaceLiterals } from "./literals.ts";
import { CARS, SPECIFICATION_FORMULAS } from "./specification.ts";

const RANDOM = countOf(500, 1_000);
const SEED = 4;

function whereOf(source: string, schema: Schema, dialect: Dialect): string | undefined {
  const result = compile(source, schema, { clock: () => new Date(NOW) });
  if (!result.ok) return undefined;
  const { where, prefilter } = result.formula.toSql(dialect, { table: "cars" });
  return where ?? prefilter;
}

/** Whether the SQL is the same; `undefined` if there was nothing to compare. */
function isInvariant(source: string, schema: Schema, dialect: Dialect): boolean | undefined {
  const [first, second] = [HOSTILE, ALSO_HOSTILE].map((others) => replaceLiterals(source, others));
  if (first === undefined || second === undefined) return undefined;
  const [where, other] = [first, second].map((text) => whereOf(text, schema, dialect));
  if (where === undefined || other === undefined) return undefined;
  expect(where).not.toContain("zq");
  if (where === other) return true;
  if (!decidesBlanks(first, second, schema)) {
    throw new Error([source, first, second, where, other].join("\n").slice(0, 4000));
  }
  return false;
}

/**
 * Whether literals decide the result of a test of one field for a blank. That result is known at compile time and
 * determines whether the SQL contains `IS NULL`, so such literals change the SQL.
 */
function decidesBlanks(first: string, second: string, schema: Schema): boolean {
  const [a, b] = [first, second].map((source) => lowerSource(source, schema));
  if (a?.ok !== true || b?.ok !== true) return false;
  const differs = (left: CoreNode, right: CoreNode): boolean =>
    (left.type === "boolean" && holdsForBlank(left, true) !== holdsForBlank(right, true)) ||
    left.operands.some((operand, index) => {
      const other = right.operands[index];
      return other !== undefined && differs(operand, other);
    });
  return differs(a.lowered.condition, b.lowered.condition);
}

/** The number of formulas compared, and of those whose SQL may change. */
function compare(
  questions: Iterable<readonly [source: string, schema: Schema]>,
  dialect: Dialect,
): { readonly compared: number; readonly other: number } {
  let [compared, other] = [0, 0];
  for (const [source, schema] of questions) {
    const invariant = isInvariant(source, schema, dialect);
    if (invariant !== undefined) compared++;
    if (invariant === false) other++;
  }
  return { compared, other };
}

function conformanceQuestions(turn: number): readonly (readonly [string, Schema])[] {
  return conformanceFiles().flatMap(([, { schema: fields, cases }]) => {
    const read = readSchema({ fields });
    if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
    const some = cases.filter((_, index) => isTurn(index, turn, ENGINES_WITH_DIALECT.length));
    return some.map(({ formula }) => [formula, read.schema] as const);
  });
}

describe.each(ENGINES_WITH_DIALECT)("the SQL of %s", (name) => {
  const dialect = dialectOf(name);

  it("does not depend on the literals of the specification's formulas", () => {
    for (const source of SPECIFICATION_FORMULAS) {
      const where = whereOf(source, CARS, dialect);
      for (const others of [HOSTILE, ALSO_HOSTILE]) {
        const replaced = replaceLiterals(source, others);
        if (replaced !== undefined) expect(whereOf(replaced, CARS, dialect)).toBe(where);
      }
    }
  });

  it("does not depend on the literals of conformance cases", () => {
    const { compared, other } = compare(
      conformanceQuestions(ENGINES_WITH_DIALECT.indexOf(name)),
      dialect,
    );
    expect(compared).toBeGreaterThan(countOf(80, 400));
    expect(other / compared).toBeLessThan(0.01);
  });

  it("does not depend on the literals of random formulas", () => {
    const formulas = Array.from(
      { length: RANDOM },
      (_, index) => [randomFormula(SEED, index), RANDOM_SCHEMA] as const,
    );
    const { compared, other } = compare(formulas, dialect);
    expect(compared).toBeGreaterThan(RANDOM / 4);
    expect(other / compared).toBeLessThan(0.01);
  });

  it("holds nothing of a literal", () => {
    const templates = [
      (text: string) => `{t} = ${text}`,
      (text: string) => `FIND(${text}, {t})`,
      (text: string) => `STARTS_WITH({t} & {u}, ${text})`,
      (text: string) => `OR({t} = ${text}, HAS({l}, ${text}), {n} & "" = ${text})`,
    ];
    for (const template of templates) {
      const expected = whereOf(template('"zq"'), RANDOM_SCHEMA, dialect);
      for (const payload of PAYLOADS) {
        const literal = `"${payload.replace(/[\\"]/g, "\\$&")}"`;
        expect(whereOf(template(literal), RANDOM_SCHEMA, dialect)).toBe(expected);
      }
    }
  });
});
