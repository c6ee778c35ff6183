import { describe, expect, it } from "vitest";
import { compileOrThrow, defineSchema, type Explanation, isErrorValue } from "../../src/index.ts";

const schema = defineSchema({
  t: "text",
  n: "number",
  z: "number",
  b: "boolean",
  d: "date",
  l: "list",
});
const row = { t: "abc", n: 5, z: 0, b: true, d: new Date("2024-02-29T00:00:00Z"), l: ["x"] };

/** One line for each part: its source, its value, whether it holds, and the cause of its error. */
function outline(explanation: Explanation, depth = 0): readonly string[] {
  const { text, value, holds, cause, parts } = explanation;
  const shown = isErrorValue(value) ? "error" : JSON.stringify(value);
  const line = `${"  ".repeat(depth)}${text} → ${shown} ${holds}${cause === undefined ? "" : `: ${cause}`}`;
  return [line, ...parts.flatMap((part) => outline(part, depth + 1))];
}

function explain(source: string): readonly string[] {
  return outline(compileOrThrow<object>(source, schema).explain(row));
}

describe("explain", () => {
  it("returns the value of each part, from the whole to the fields", () => {
    expect(explain("AND({n} > 1, NOT({t} = 'x'))")).toEqual([
      "AND({n} > 1, NOT({t} = 'x')) → true true",
      "  {n} > 1 → true true",
      "    {n} → 5 true",
      "    1 → 1 true",
      "  NOT({t} = 'x') → true true",
      "    {t} = 'x' → false false",
      '      {t} → "abc" true',
      "      'x' → \"x\" true",
    ]);
  });

  it("reports by the truthiness rule whether a part holds", () => {
    expect(explain("OR({z}, {b}, {d}, {l}, {t}, BLANK(), '')").slice(1)).toEqual([
      "  {z} → 0 false",
      "  {b} → true true",
      '  {d} → "2024-02-29T00:00:00.000Z" true',
      '  {l} → ["x"] true',
      '  {t} → "abc" true',
      "  BLANK() → null false",
      "  '' → null false",
    ]);
  });

  it("reports that the first instant of 1970 holds, as every date does", () => {
    const formula = compileOrThrow<object>("{d}", schema);
    const record = { d: new Date(0) };
    expect(formula.explain(record).holds).toBe(true);
    expect(formula.matches(record)).toBe(true);
    expect(formula.explain({}).holds).toBe(false);
  });

  it("names the cause of an error once, where it began", () => {
    expect(explain("1 + {n} / {z} > 2")).toEqual([
      "1 + {n} / {z} > 2 → error null",
      "  1 + {n} / {z} → error null",
      "    1 → 1 true",
      "    {n} / {z} → error null: division by zero, or a number too large",
      "      {n} → 5 true",
      "      {z} → 0 false",
      "  2 → 2 true",
    ]);
  });

  it.each([
    ["{n} * 1e308 * 10", "{n} * 1e308", "the number is too large"],
    ["{n} - 1e308 * {n}", "1e308 * {n}", "the number is too large"],
    ["SQRT(0 - {n})", "SQRT(0 - {n})", "a negative number has no root"],
    ["VALUE({t})", "VALUE({t})", "the text is not a number"],
    ["REPT({t}, 30000)", "REPT({t}, 30000)", "the text is longer than 64 KiB"],
    ["{t} & REPT({t}, 21845)", "{t} & REPT({t}, 21845)", "the text is longer than 64 KiB"],
    [
      "SUBSTITUTE(REPT({t}, 20000), 'a', 'aaaa')",
      "SUBSTITUTE(REPT({t}, 20000), 'a', 'aaaa')",
      "the text is longer than 64 KiB",
    ],
    [
      "DATEADD({d}, 500, 'years')",
      "DATEADD({d}, 500, 'years')",
      "the date is before 1900 or after 2298",
    ],
    ["{d} + 1e9", "{d} + 1e9", "the date is before 1900 or after 2298"],
    ["LOG({z})", "LOG({z})", "the value cannot be computed"],
    ["ERROR()", "ERROR()", "the value cannot be computed"],
  ])("%s: %s is the cause: %s", (source, text, cause) => {
    const line = explain(source).find((candidate) => candidate.includes(": "));
    expect(line?.trim()).toBe(`${text} → error null: ${cause}`);
    expect(explain(source).filter((candidate) => candidate.includes(": "))).toHaveLength(1);
  });

  it("shows arguments that are read at compile time unchanged", () => {
    expect(explain("DATETIME_DIFF({d}, {d}, 'days')")).toEqual([
      "DATETIME_DIFF({d}, {d}, 'days') → 0 false",
      '  {d} → "2024-02-29T00:00:00.000Z" true',
      '  {d} → "2024-02-29T00:00:00.000Z" true',
      "  'days' → \"days\" null",
    ]);
  });

  it("shows a date that a literal states", () => {
    expect(explain("{d} = '2024-02-29'")).toEqual([
      "{d} = '2024-02-29' → true true",
      '  {d} → "2024-02-29T00:00:00.000Z" true',
      "  '2024-02-29' → \"2024-02-29T00:00:00.000Z\" true",
    ]);
  });

  it("shows the patterns of SWITCH unchanged", () => {
    expect(explain("SWITCH({n}, 4, 'a', BLANK(), 'b', {z} + 5, 'c')")).toEqual([
      "SWITCH({n}, 4, 'a', BLANK(), 'b', {z} + 5, 'c') → \"c\" true",
      "  {n} → 5 true",
      "  4 → 4 true",
      "  'a' → \"a\" true",
      "  BLANK() → null false",
      "  'b' → \"b\" true",
      "  {z} + 5 → 5 true",
      "    {z} → 0 false",
      "    5 → 5 true",
      "  'c' → \"c\" true",
    ]);
  });

  it("shows the calls that only set how a date is shown", () => {
    expect(explain("DATETIME_FORMAT(SET_TIMEZONE({d}, 'Asia/Tokyo'), 'HH')")[0]).toBe(
      "DATETIME_FORMAT(SET_TIMEZONE({d}, 'Asia/Tokyo'), 'HH') → \"09\" true",
    );
  });

  it("agrees with evaluate for any row, even an unreadable one", () => {
    const formula = compileOrThrow<object>("IF({n} > 1, {t}, {d} & {l})", schema);
    for (const any of [
      row,
      {},
      { n: 2 },
      {
        get n(): never {
          throw new Error("hostile");
        },
      },
    ]) {
      expect(formula.explain(any).value).toEqual(formula.evaluate(any));
    }
  });

  it("has the position of each part in the formula", () => {
    const source = "  AND( {n} > 1 ,{b})";
    const { span, parts } = compileOrThrow<object>(source, schema).explain(row);
    expect(source.slice(span.start, span.end)).toBe("AND( {n} > 1 ,{b})");
    expect(parts.map((part) => source.slice(part.span.start, part.span.end))).toEqual([
      "{n} > 1",
      "{b}",
    ]);
  });
});

describe("an explanation stays small", () => {
  const explained = (source: string, record: object): Explanation =>
    compileOrThrow<object>(source, schema).explain(record);

  it("has the start and the length of long texts and lists", () => {
    expect(explained("{t}", { t: "x".repeat(200) })).not.toHaveProperty("length");
    expect(explained("{t}", { t: "x".repeat(201) })).toMatchObject({
      value: "x".repeat(200),
      length: 201,
      holds: true,
    });
    const l = Array.from({ length: 1_000 }, () => "x".repeat(47));
    const { value, length } = explained("{l}", { l });
    expect([value, length]).toEqual([l.slice(0, 4), 1_000]);
    expect(explained("{l}", { l: ["x".repeat(500)] })).toMatchObject({
      value: ["x".repeat(200)],
      length: 1,
    });
  });

  it("counts characters as JSON writes them, and keeps surrogate pairs whole", () => {
    expect(explained("{t}", { t: "\u0001".repeat(99) }).value).toBe("\u0001".repeat(33));
    expect(explained("{t}", { t: '"'.repeat(999) }).value).toBe('"'.repeat(100));
    expect(explained("{t}", { t: `x${"😀".repeat(200)}` }).value).toBe(`x${"😀".repeat(99)}`);
  });

  it("has the start of the text of long parts", () => {
    const { text, parts } = explained(`{t} & "${"y".repeat(300)}"`, {});
    expect(text).toBe(`{t} & "${"y".repeat(192)}…`);
    expect(parts[1]).toMatchObject({ text: `"${"y".repeat(198)}…`, length: 300 });
  });

  it("computes parts that the formula does not need only within its work limit", () => {
    const chains = (count: number): string =>
      Array.from({ length: 40 }, (_, index) => `{t} & REPT("${index}", ${count})`).join(" & ");
    const source = `LEN(${chains(700)}) > 1`;
    const limits = { work: 1_000_000 };
    const formula = compileOrThrow<object>(source, schema, { limits });
    const { holds, parts } = formula.explain(row);
    expect(holds).toBe(true);
    const lines = parts.flatMap((part) => outline(part));
    expect(lines.some((line) => line.endsWith("too much work to compute"))).toBe(true);
    const all = compileOrThrow<object>(source, schema).explain(row);
    expect(outline(all).some((line) => line.includes("too much work"))).toBe(false);
  });
});
