import { describe, expect, it } from "vitest";
import { SourceWriter } from "../../src/backends/rows/source-writer.ts";
import {
  check,
  compileOrThrow,
  DEFAULT_LIMITS,
  defineFunction,
  defineKernel,
  parameter,
  parseTolerant,
} from "../../src/index.ts";
import { countUses } from "../../src/language/core/uses.ts";
import { lowerSource, WAYS } from "../harness/ways.ts";
import { expectSameEverywhere, lowered, NOW, schemaOf } from "../hostile/everywhere.ts";
import { LONG, NESTED } from "./families.ts";

// Work grows no faster than the formula. Tests must not time, so what is counted is what the work is made of: nodes,
// characters of generated code, reads of the row, calls of a kernel, characters of diagnostics.

const schema = schemaOf({
  n: "number",
  m: "number",
  t: "text",
  b: "boolean",
  d: "date",
  l: "list",
});

interface Cost {
  readonly characters: number;
  readonly syntaxNodes: number;
  readonly coreNodes: number;
  readonly sourceCharacters: number;
  readonly reads: Readonly<Record<string, number>>;
}

/** A row that counts how often it is read, whatever its values. */
function countingRow(values: Readonly<Record<string, unknown>>): {
  readonly row: object;
  readonly reads: () => number;
} {
  let reads = 0;
  const row = new Proxy(values, {
    get: (target, name) => {
      reads++;
      return Reflect.get(target, name);
    },
  });
  return { row, reads: () => reads };
}

const ROWS: readonly Readonly<Record<string, unknown>>[] = [
  { n: 1, m: 1, t: "ab", b: true, d: "2024-02-29", l: ["x"] },
  { n: 3.7, m: 2, t: "b", b: false, d: "2024-02-29", l: [] },
  {},
];

/** Columns read each field of a row once, whatever the formula. */
const ROW_WAYS = WAYS.filter(({ name }) => !name.startsWith("columns"));

function costOf(source: string): Cost {
  const parsed = parseTolerant(source);
  const formula = lowered(source, schema);
  const reads: Record<string, number> = {};
  for (const way of ROW_WAYS) {
    const counting = ROWS.map(countingRow);
    const rows = counting.map(({ row }) => row);
    way.evaluate?.(formula, rows, NOW);
    way.filter(formula, rows, NOW);
    reads[way.name] = counting.reduce((sum, { reads: count }) => sum + count(), 0);
  }
  return {
    characters: source.length,
    syntaxNodes: parsed.ast?.nodeCount ?? 0,
    coreNodes: countUses(formula.root, formula.condition).size,
    sourceCharacters: new SourceWriter(formula.condition).filter(formula.condition).length,
    reads,
  };
}

/** What doubling the formula may at most do to a count that grows with it: less than a square would. */
const DOUBLED = 2.8;
const SMALL = 40;

function expectLinear(what: string, small: number, large: number): void {
  expect(large, `${what}: ${small} at half the size, ${large} at the whole`).toBeLessThanOrEqual(
    small * DOUBLED + SMALL,
  );
}

describe.each([
  ...Object.entries(NESTED).map(([name, family]) => [name, family, 15, 30] as const),
  ...Object.entries(LONG).map(([name, family]) => [name, family, 50, 100] as const),
])("%s", (_, family, half, whole) => {
  it("has nodes, generated code and reads of a row linear in its length", () => {
    const [small, large] = [costOf(family(half)), costOf(family(whole))];
    expectLinear("syntax nodes", small.syntaxNodes, large.syntaxNodes);
    expectLinear("core nodes", small.coreNodes, large.coreNodes);
    expectLinear("generated characters", small.sourceCharacters, large.sourceCharacters);
    expect(large.coreNodes).toBeLessThanOrEqual(80 * large.syntaxNodes);
    expect(large.sourceCharacters).toBeLessThanOrEqual(6_000 + 300 * large.characters);
    for (const [way, count] of Object.entries(large.reads)) {
      expectLinear(`reads, ${way}`, small.reads[way] ?? 0, count);
    }
  });
});

describe("a formula as long as the limits allow", () => {
  const longest = DEFAULT_LIMITS.nodes / 2;
  const chain = (operand: string, operator: string) =>
    operand + (operator + operand).repeat(longest - 1);

  it.each([
    ["{n}", "+"],
    ["{n}", "/"],
    ["{n}", "="],
    ["{n}", "<"],
    ["{b}", "!="],
    ["{t}", "&"],
    ["{n}", "&"],
  ])("runs by every strategy: a chain of %s%s", (operand, operator) => {
    expectSameEverywhere(chain(operand, operator), ROWS, schema);
    const formula = compileOrThrow<unknown>(chain(operand, operator), schema);
    const rows = Array.from({ length: 3_000 }, (_, index) => ROWS[index % ROWS.length]);
    expect(formula.filter(rows).length % 1_000).toBe(0);
    expect(formula.explain(ROWS[0]).span).toEqual({ start: 0, end: formula.source.length });
  });

  it("runs by every strategy: a chain of days", () => {
    expectSameEverywhere(`{d}${"+{n}".repeat(longest - 1)}`, ROWS, schema);
  });
});

describe("a value that is used more than once is computed once for each row", () => {
  it.each(Object.entries(NESTED).filter(([, family]) => /\{n\}/.test(family(1))))(
    "in %s",
    (_, family) => {
      let calls = 0;
      const counted = defineKernel({
        name: "counted",
        parameters: ["number"],
        result: "number",
        evaluate: (value) => {
          calls++;
          return value;
        },
      });
      const probe = defineFunction({
        name: "PROBE",
        parameters: [parameter.keepBlank(parameter.number("value"))],
        result: "number",
        lower: (core, value) => core.call(counted, value),
      });
      const source = family(20).replaceAll("{n}", "PROBE({n})");
      const result = lowerSource(source, schema, [probe]);
      if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("; "));
      for (const way of WAYS) {
        for (const row of ROWS) {
          calls = 0;
          way.evaluate?.(result.lowered, [row], NOW);
          expect(calls, `${way.name} evaluates it ${calls} times`).toBeLessThanOrEqual(1);
          calls = 0;
          way.filter(result.lowered, [row], NOW);
          // The harness asks rows by `filter` and by `matches`, and columns by `select`, `count` and `mask`.
          expect(calls, `${way.name} filters with it ${calls} times`).toBeLessThanOrEqual(3);
        }
      }
    },
  );
});

/** Texts that are no formulas, each as long as it is told. */
const BROKEN: Readonly<Record<string, (size: number) => string>> = {
  "open parentheses": (size) => "(".repeat(size),
  "closing parentheses": (size) => `1${")".repeat(size)}`,
  "open calls": (size) => "NOT(".repeat(size / 4),
  "open braces": (size) => "{".repeat(size),
  "open fields": (size) => "{a".repeat(size / 2),
  "open comments": (size) => "/*".repeat(size / 2),
  "comments that nearly close": (size) => `/*${"*".repeat(size)}`,
  quotes: (size) => `${'"'.repeat(size)}`,
  "an odd number of quotes": (size) => `${'"'.repeat(size + 1)}`,
  "quotes in turn": (size) => `'"`.repeat(size / 2),
  "apostrophes in words": (size) => "'O'Brien ".repeat(size / 9),
  "curly quotes": (size) => "“a’".repeat(size / 3),
  backslashes: (size) => `"${"\\".repeat(size)}`,
  "backslashes in a field": (size) => `{${"\\".repeat(size)}`,
  commas: (size) => ",".repeat(size),
  "a number and a comma": (size) => "1,".repeat(size / 2),
  operands: (size) => "1 ".repeat(size / 2),
  operators: (size) => "*/".repeat(size / 2),
  "equals signs": (size) => "=".repeat(size),
  "digits and dots": (size) => "1.".repeat(size / 2),
  digits: (size) => "9".repeat(size),
  "a word": (size) => "a".repeat(size),
  "an unknown field": (size) => `{${"ab".repeat(size / 2)}}=1`,
  "unknown fields": (size) => "{abcdef}&".repeat(size / 9),
  "unknown functions": (size) => "ABCDE()&".repeat(size / 8),
  NUL: (size) => "\u0000".repeat(size),
  "half surrogate pairs": (size) => "\ud83d".repeat(size),
  "half surrogate pairs in a text": (size) => `"${"\ud83d-".repeat(size / 2)}"`,
  emoji: (size) => "😀".repeat(size / 2),
  "white space": (size) => "\u3000".repeat(size),
  "place holders": (size) => "{{a}}".repeat(size / 5),
  "member access": (size) => ".a".repeat(size / 2),
  semicolons: (size) => `SUM(${"1;".repeat(size / 2)}1)`,
  "logic operators": (size) => "a&&b||".repeat(size / 6),
  brackets: (size) => "[a]".repeat(size / 3),
  LIKE: (size) => "a LIKE b ".repeat(size / 9),
  "IS NULL": (size) => "a IS NULL ".repeat(size / 10),
};

describe.each(Object.entries(BROKEN))("a text of nothing but %s", (_, family) => {
  it("has at most 100 short diagnostics, within the text", () => {
    for (const size of [400, 15_990]) {
      const source = family(size);
      const { diagnostics, ok } = check(source, schema);
      expect(ok).toBe(false);
      expect(diagnostics.length).toBeLessThanOrEqual(100);
      for (const { message, help = "", span, fix, related = [] } of diagnostics) {
        expect(message.length).toBeLessThanOrEqual(300);
        expect(help.length).toBeLessThanOrEqual(300);
        expect(related.length).toBeLessThanOrEqual(10);
        expect(span.start >= 0 && span.start <= span.end && span.end <= source.length).toBe(true);
        const written = fix?.edits.reduce((sum, edit) => sum + edit.text.length, 0) ?? 0;
        expect(written).toBeLessThanOrEqual(2 * source.length + 100);
      }
    }
  });
});

describe("catastrophic patterns", () => {
  it.each([
    "^(a+)+$",
    "(.*)*(.*)*b",
    "(x+x+)+y",
    "^(a|a)*$",
    "(a|b|ab)*c",
    "(.*)(.*)(.*)(.*)(.*)x$",
    "(a?){50}a{50}",
    "(?i)(é*)*é!",
    "([a-z]+)*\\d",
  ])("%s end, on texts that would make backtracking endless", (pattern) => {
    const text = "a".repeat(2_000);
    for (const source of [
      `REGEX_MATCH({t}, '${pattern}')`,
      `LEN(REGEX_REPLACE({t}, '${pattern}', '')) > 0`,
      `LEN(REGEX_EXTRACT({t}, '${pattern}')) > 0`,
    ]) {
      const formula = lowered(source, schema);
      const [hit, ...others] = WAYS.map(
        (way) => way.filter(formula, [{ t: `${text}!` }], NOW).length,
      );
      for (const found of others) expect(found).toBe(hit);
    }
  });
});
