import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  OPERATION_DOCUMENTATION,
  type OperationDocumentation,
} from "../../grammar/tools/operation-documentation.ts";
import { applyStrict } from "../../src/language/core/evaluate.ts";
import type { NodeOf, StrictOperation } from "../../src/language/core/node.ts";
import { STRICT_OPERATIONS } from "../../src/language/core/operations.ts";
import type { ValueType } from "../../src/language/types/value-type.ts";
import { LAST_DATE, MIN_DATE } from "../../src/language/values/date/index.ts";
import { ERROR, type Plain } from "../../src/language/values/plain.ts";
import { parseRegex } from "../../src/language/values/regex/index.ts";
import { pages } from "./page-examples.ts";

const documented: readonly (readonly [string, OperationDocumentation])[] =
  Object.entries(OPERATION_DOCUMENTATION);

describe("the operations of the core page", () => {
  it("all stand on the page", () => {
    const page = pages().get("core.md") ?? "";
    for (const [name] of documented) expect(page).toContain(`\n| \`${name}\` |`);
  });
});

const long = "é".repeat(30_000);
const huge = fc.constantFrom(Number.MAX_VALUE, -Number.MAX_VALUE, 0, 1, -1, 0.5, 1e17);
const VALUES: Readonly<Record<ValueType, fc.Arbitrary<Plain>>> = {
  text: fc.constantFrom(
    "",
    "a",
    "b",
    "aa",
    "é",
    "1.5",
    " -2e3 ",
    "1e999",
    "😀b",
    "Ⱥ",
    long,
    long,
    long,
  ),
  number: fc.oneof(huge, fc.integer({ min: -5, max: 70_000 })),
  boolean: fc.boolean(),
  date: fc.oneof(
    fc.constantFrom(MIN_DATE, LAST_DATE),
    fc.integer({ min: MIN_DATE, max: LAST_DATE }),
  ),
  list: fc.array(fc.constantFrom("", "a", long), { maxLength: 3 }),
};

/** The types of the operands, as the page states them; of several, one. */
function operandTypes(operands: string): readonly ValueType[] {
  const several = operands.replace(/₁.*ₙ(: \w+).*/, "1$1, t2$1");
  return [...several.matchAll(/: (\w+)/g)].map(([, word = ""]) => {
    const name = word === "T" ? (/T is (\w+)/.exec(operands)?.[1] ?? "") : word;
    if (!Object.hasOwn(VALUES, name)) throw new Error(`${operands}: ${name} is no type`);
    return name as ValueType;
  });
}

/** What an operation carries beside its operands. */
function dataOf(name: string): unknown {
  if (name === "datePart") return "isoWeek";
  if (name === "startOf") return "quarter";
  if (name === "localTime" || name === "instantAt") return "america/new_york";
  if (name === "among" || name === "hasAny") return new Set(["a", "b"]);
  const parsed = parseRegex("a+");
  return parsed.ok ? parsed.regex : undefined;
}

const operations = Object.keys(STRICT_OPERATIONS) as readonly StrictOperation[];
const strict = operations.filter((operation) => operation !== "call");

describe.each(strict)("`%s` on ordinary operands", (operation) => {
  const { operands = "", fails }: OperationDocumentation = OPERATION_DOCUMENTATION[operation];
  const values = fc.tuple(...operandTypes(operands).map((type) => VALUES[type]));

  it(fails === undefined ? "is never an error" : `is an error at times: ${fails}`, () => {
    let failed = 0;
    const count = (given: readonly Plain[]): void => {
      const data = dataOf(operation) as NodeOf<StrictOperation>["data"];
      if (applyStrict<StrictOperation>(operation, given, data) === ERROR) failed++;
    };
    fc.assert(fc.property(values, count), { numRuns: 1_000 });
    expect(failed > 0).toBe(fails !== undefined);
    expect(STRICT_OPERATIONS[operation].fails !== false).toBe(fails !== undefined);
  });
});
