import { expect, it } from "vitest";
import {
  createSqlite,
  type SqliteFunction,
  sqliteFunctions,
} from "../../../src/backends/sql/dialects/sqlite.ts";
import { numberText, parseNumberText } from "../../../src/language/values/number/index.ts";
import { parseRegex, regexTest } from "../../../src/language/values/regex/index.ts";
import { lowerText, upperText } from "../../../src/language/values/text/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import type { SqliteEngine } from "../../engines/drivers/sqlite.ts";
import { openEngine } from "../../engines/engine.ts";
import { type ExactCase, expectExact } from "./expect-exact.ts";
import { applied, COLUMN, expectEach, fill } from "./primitives.ts";

const withFunctions = createSqlite({ functions: true });
const { operations } = withFunctions.definition;

/** Both test drivers take the number of arguments from the function. */
function register(engine: SqliteEngine): void {
  for (const { name, length, compute } of sqliteFunctions()) {
    engine.define(name, length === 1 ? (value) => compute(value) : (a, b) => compute(a, b));
  }
}

const TEXTS = [
  "",
  "a",
  "AbC",
  "É",
  "ß",
  "İstanbul",
  "ΑΣ",
  "😀",
  " 12.5 ",
  "1e400",
  "-0",
  "x1",
  ".5",
];
const NUMBERS = [
  0,
  1,
  -1.5,
  0.1,
  1e21,
  1.25e-7,
  5e-324,
  1.7976931348623157e308,
  2 ** 53,
  123456789,
];

describeEngine(
  "SQLite with the functions of the application",
  () => openEngine("sqlite"),
  (engine) => {
    it("changes case as memory does", async () => {
      register(engine());
      await fill(engine(), "text", TEXTS);
      const [lower, upper] = [operations.lowerCase, operations.upperCase].map((one) =>
        applied(one, COLUMN),
      );
      if (lower === undefined || upper === undefined) throw new Error("there are two");
      await expectEach(engine(), withFunctions, TEXTS, lower, lowerText);
      await expectEach(engine(), withFunctions, TEXTS, upper, upperText);
    });

    it("reads and writes numbers as memory does", async () => {
      register(engine());
      await fill(engine(), "text", TEXTS);
      const parsed = applied(operations.parseNumber, COLUMN);
      await expectEach(engine(), withFunctions, TEXTS, parsed, (text) => {
        const value = parseNumberText(text);
        return value === undefined ? null : value + 0;
      });
      await fill(engine(), "double", NUMBERS);
      const written = applied(operations.numberText, COLUMN);
      await expectEach(engine(), withFunctions, NUMBERS, written, numberText);
    });

    it("matches patterns as memory does, more of them than are cached", async () => {
      register(engine());
      await fill(engine(), "text", TEXTS);
      const many = Array.from({ length: 120 }, (_, index) => `[a-z]{${index}}|É`);
      for (const pattern of ["^a", "(?i)^abc$", "[0-9]", ".", ...many, "^a"]) {
        const parsed = parseRegex(pattern);
        if (!parsed.ok) throw new Error(parsed.problem.kind);
        const found = operations.regexMatch(COLUMN, parsed.regex);
        if ("impossible" in found) throw new Error(found.impossible);
        const expected = (text: string): number => Number(regexTest(parsed.regex, text));
        await expectEach(engine(), withFunctions, TEXTS, found, expected);
      }
    });

    it("decides whole formulas, with NULL where an operand is NULL", async () => {
      register(engine());
      const asked: ExactCase = {
        fields: { s: "text", t: "text", n: "number" },
        rows: [...TEXTS, null].map((s, index) => ({
          s,
          t: TEXTS[(index * 5) % TEXTS.length] ?? null,
          n: index % 3 === 0 ? null : (NUMBERS[index % NUMBERS.length] ?? null),
        })),
        formulas: [
          "LOWER({s})",
          "UPPER({s}) = {t}",
          'LOWER({s}) = "abc"',
          "VALUE({s})",
          "ISERROR(VALUE({s}))",
          '{n} & ""',
          "LEN({n} & {s}) > 2",
          'REGEX_MATCH({s}, "^[a-zé]+$")',
          'NOT(REGEX_MATCH({s}, "(?i)b.$"))',
          'REGEX_MATCH(UPPER({s}), "[A-Z]{2}")',
        ],
      };
      await expectExact(engine(), withFunctions, asked);
    });
  },
);

it("has functions that are NULL for what is not of their type", () => {
  const functions = new Map<string, SqliteFunction["compute"]>(
    sqliteFunctions().map(({ name, compute }) => [name, compute]),
  );
  const call = (name: string, ...values: readonly unknown[]): unknown =>
    functions.get(`isoform_${name}`)?.(...values);
  for (const name of ["lower", "upper", "parse_number"]) {
    for (const value of [null, 5, new Uint8Array(1)]) expect(call(name, value)).toBeNull();
  }
  for (const value of [null, "5", 5n]) expect(call("number_text", value)).toBeNull();
  expect(call("number_text", -0)).toBe("0");
  for (const [text, pattern] of [
    [null, "a"],
    ["a", null],
    [5, "5"],
    // No formula has such a pattern, but users may call the function.
    ["a", "("],
  ]) {
    expect(call("regex_match", text, pattern)).toBeNull();
  }
  expect(call("regex_match", "ab", "b$")).toBe(1);
});
