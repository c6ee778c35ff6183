import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyFix, check, defineSchema, parseTolerant } from "../../../src/index.ts";
import { runsOf } from "../../harness/extent.ts";

const schema = defineSchema({
  name: "text",
  city: "text",
  price: "number",
  seats: "number",
  sold: "boolean",
  at: { type: "date", time: true },
  day: "date",
  tags: "list",
});

/** Parts of formulas, right and wrong ones, as people write them from habits of other languages. */
const OPERANDS = [
  ...["{name}", "name", "{price}", "price", "seats", "sold", "{at}", "day", "{tags}", "tags"],
  ...[
    '"Italy"',
    "'Italy'",
    "Italy",
    "Santa Fe",
    "O'Brien",
    "'O'Brien'",
    '"a""b"',
    "“a”",
    '"a',
    "'a",
  ],
  ...["5", "0", "1,000", "1'000", "5%", "5k", "0x1F", "1_000", "€5", "$5", "007", "1.10", "7d"],
  ...["9007199254740993", "2024-01-01", '"2024-01-01"', '"2024/1/31"', "TODAY()", "now", "null"],
  ...["{prise}", "prce", "{nam", "[name]", "{{name}}", "`name`", "$price", "{}", "true", "at"],
  ...[
    "name.length",
    "UPPER(name).length",
    "name.length()",
    "Math.abs(price)",
    "price::text",
    "/a/",
  ],
  ...["LNE(name)", "LN(price)", "LEN(price)", "YEAR(name)", "UPPER(", "ROUND(price, 0", "NOT sold"],
  ...["IF(sold,,1)", "SUM(,1)", "IF(sold; 1; 2)", "(price", "price)", "()", "!sold", "-", ""],
];
const OPERATORS = [
  ...[" = ", " == ", " === ", "=!", " != ", " <> ", " > ", " => ", " ≥ ", " < ", " =~ ", " ~ "],
  ...[" & ", " && ", " AND ", " OR ", " || ", " | ", " and ", " + ", " - ", " * ", " / ", " // "],
  ...[" ^ ", " ** ", " % ", "% ", " LIKE ", " NOT LIKE ", " CONTAINS ", " IN ", " IS ", " IS NOT "],
  ...[" BETWEEN ", " MATCHES ", " ? ", " : ", " :: ", " := ", " ", ", ", ";", ".", ""],
];
const FRAMES = [
  ...["_", "AND(_, sold)", "NOT(_)", "IF(_, 1, 2)", "(_)", "_ IN ('a', 'b')", "_ BETWEEN 1 AND 2"],
  ...["_ IS NULL", "= _", "OR(_; sold)", "AND(_,,sold)", "LEN(_)", "_ LIKE '50\\%'", "_)", "(_"],
];

const operand = fc.constantFrom(...OPERANDS);
const operator = fc.constantFrom(...OPERATORS);
const comparison = fc
  .tuple(operand, operator, operand)
  .map(([left, between, right]) => left + between + right);
const body = fc.oneof(
  operand,
  comparison,
  fc.tuple(comparison, operator, operand).map((parts) => parts.join("")),
  fc.tuple(comparison, operator, comparison).map((parts) => parts.join("")),
);
const wrongFormulas = fc
  .tuple(fc.constantFrom(...FRAMES), body)
  .map(([frame, inside]) => frame.replace("_", () => inside));

/** An operand beside another one, with each operator between them. */
function pairsOf(left: string): readonly string[] {
  return OPERATORS.map((between) => `${left}${between}${left === "{name}" ? '"a"' : "{name}"}`);
}

/** The mistakes that only show once another one is gone. */
const REVEALED = new Set([
  ...["argument-count", "argument-type", "comparison-type", "operand-type", "invalid-date"],
  ...["invalid-argument", "literal-required", "missing-parenthesis", "empty-formula"],
]);

/** Takes fixes until none is left. Each has to remove a mistake, and to make no other. */
function expectSound(formula: string): void {
  let text = formula;
  let count = 0;
  for (;;) {
    const { diagnostics } = check(text, schema);
    const first = diagnostics.find(({ fix }) => fix !== undefined);
    if (first?.fix === undefined) return;
    if (count++ === 30) throw new Error(`${formula}: fixes do not come to an end: ${text}`);
    const next = applyFix(text, first.fix);
    const before = diagnostics.map(({ code }) => code);
    before.splice(before.indexOf(first.code), 1);
    const errors = check(next, schema).diagnostics.filter(({ severity }) => severity === "error");
    const added = errors.filter(({ code }) => {
      const at = before.indexOf(code);
      if (at !== -1) before.splice(at, 1);
      return (
        at === -1 && !REVEALED.has(code) && !diagnostics.some((one) => one.fix && one !== first)
      );
    });
    expect(
      added.map(({ code }) => code),
      `${text} → ${next}`,
    ).toEqual([]);
    text = next;
  }
}

describe("each fix removes its mistake and makes no other", () => {
  it.each(OPERANDS)("with %j on the left of each operator", (left) => {
    for (const formula of pairsOf(left)) expectSound(formula);
  });

  it("in random wrong formulas", () => {
    fc.assert(
      fc.property(wrongFormulas, (formula) => {
        expectSound(formula);
      }),
      { numRuns: runsOf(3_000) },
    );
  });

  it("if it is the only fix, the formula parses", () => {
    fc.assert(
      fc.property(wrongFormulas, (formula) => {
        const { diagnostics } = check(formula, schema);
        const [only, ...others] = diagnostics.filter(({ severity }) => severity === "error");
        if (only?.fix === undefined || others.length > 0) return;
        const fixed = applyFix(formula, only.fix);
        const codes = parseTolerant(fixed).diagnostics.map(({ code }) => code);
        expect(
          codes.filter((code) => !REVEALED.has(code)),
          `${formula} → ${fixed}`,
        ).toEqual([]);
      }),
      { numRuns: runsOf(3_000) },
    );
  });
});

it("fixes that cannot be tried in bounded time are dropped", () => {
  const tests = Array.from({ length: 90 }, (_, index) => `{prise} = ${index}`).join(", ");
  const fixesOf = (formula: string) =>
    check(formula, schema).diagnostics.filter(({ fix }) => fix !== undefined).length;
  expect(fixesOf(`AND(${tests}, sold)`)).toBe(90);
  // One wrong fix among them, so that each one has to be tried alone.
  const tried = fixesOf(`AND(${tests}, name.length() > 1)`);
  expect(tried).toBeGreaterThan(5);
  expect(tried).toBeLessThan(20);
});
