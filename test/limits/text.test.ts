import { describe, expect, it } from "vitest";
import { compileOrThrow, defineSchema, isErrorValue } from "../../src/index.ts";
import { MAX_TEXT_BYTES } from "../../src/language/values/text/text-limit.ts";
import { expectSameEverywhere, schemaOf } from "../hostile/everywhere.ts";

// A text result has at most 64 KiB in UTF-8, in every back end; what would be longer is an error.

const MOST = 65_536;
const fields = { t: "text", u: "text", n: "number", l: "list", d: "date" } as const;
const schema = defineSchema(fields);
const untyped = schemaOf(fields);

const bytesOf = (text: string): number => Buffer.byteLength(text);
/** A text of so many bytes, of characters of all widths. */
const textOf = (bytes: number): string => {
  const wide = "é€😀";
  return wide.repeat(Math.floor(bytes / bytesOf(wide))) + "a".repeat(bytes % bytesOf(wide));
};

type Row = Readonly<Record<string, unknown>>;

/** For each function that can make a text longer, a row whose result has so many bytes; `n` is the limit or one more. */
const GROWING: readonly (readonly [formula: string, row: (n: number) => Row])[] = [
  ["{t} & {u}", (n) => ({ t: textOf(n - 1), u: "a" })],
  ["{t} & '😀'", (n) => ({ t: textOf(n - 4) })],
  ["{t} & {n}", (n) => ({ t: textOf(n - 9), n: -1.5e300 })],
  ["{t} & {d}", (n) => ({ t: textOf(n - 24), d: new Date(0) })],
  ["{l} & {t}", (n) => ({ t: textOf(n - 6), l: ["é", "é"] })],
  ["CONCATENATE({t}, {u}, {t}, '€')", (n) => ({ t: textOf(100), u: textOf(n - 203) })],
  ["REPT({t}, {n})", (n) => (n % 2 === 0 ? { t: "😀".repeat(4), n: n / 16 } : { t: "a", n })],
  ["REPT({t}, 2)", (n) => (n % 2 === 0 ? { t: textOf(n / 2) } : { t: textOf((n + 1) / 2) })],
  [
    "SUBSTITUTE({t}, 'a', '€')",
    (n) => ({ t: `${"a".repeat(1_000)}${textOf(n - 3_000).replaceAll("a", "b")}` }),
  ],
  ["SUBSTITUTE({t}, 'a', '€', 2)", (n) => ({ t: `aa${"b".repeat(n - 4)}` })],
  ["REPLACE({t}, 2, 1, {u})", (n) => ({ t: `é€${textOf(n - 2 - 8)}`, u: "😀😀" })],
  ["REPLACE({t}, 2, 0, {u})", (n) => ({ t: `é${textOf(n - 6)}`, u: "😀" })],
  ["ENCODE_URL_COMPONENT({t})", (n) => ({ t: `${"é".repeat(1_000)}${"a".repeat(n - 6_000)}` })],
  ["ENCODE_URL_COMPONENT({t})", (n) => ({ t: `${"😀 €".repeat(100)}${"a".repeat(n - 2_400)}` })],
  ["REGEX_REPLACE({t}, 'a', '€')", (n) => ({ t: `${"a".repeat(1_000)}${"b".repeat(n - 3_000)}` })],
  [
    "REGEX_REPLACE({t}, '(b)', '$1$1')",
    (n) => ({ t: `${"b".repeat(1_000)}${textOf(n - 2_000).replaceAll("b", "a")}` }),
  ],
  [
    "REGEX_REPLACE({t}, '', '-')",
    (n) => ({ t: n % 2 === 1 ? "a".repeat((n - 1) / 2) : `${"a".repeat((n - 4) / 2)}é` }),
  ],
  ["ARRAYJOIN({l}, {t})", (n) => ({ l: ["é", "€", textOf(n - 13)], t: "😀" })],
  [
    "ARRAYJOIN({l})",
    (n) => ({ l: [...Array.from({ length: 1_000 }, () => "a"), textOf(n - 3_000)] }),
  ],
  ["ARRAYJOIN(ARRAYFLATTEN({l}, {t}), '')", (n) => ({ l: ["é"], t: textOf(n - 2) })],
  ["IF({t}, {l}, {u})", (n) => ({ t: "x", l: [textOf(n - 3), "a"] })],
  ["LOWER({t} & {t})", (n) => (n % 2 === 0 ? { t: textOf(n / 2) } : { t: textOf((n + 1) / 2) })],
];

describe("a text of a record beyond the limit", () => {
  const row = { t: textOf(MOST + 1) };

  it.each(["{t} & ''", "'' & {t}", "CONCATENATE({t}, '')"])("is a value in %s", (formula) => {
    expect(expectSameEverywhere(`LEN(${formula}) > 0`, [row], untyped)).toEqual([row]);
  });

  it.each(["{t} & {u}", "{u} & {t}", "CONCATENATE({t}, {u})"])("is an error in %s", (formula) => {
    expect(expectSameEverywhere(`ISERROR(${formula})`, [row], untyped)).toEqual([row]);
  });
});

describe.each(GROWING)("%s", (formula, rowOf) => {
  const length = compileOrThrow<object>(`LEN(${formula})`, schema);
  const whole = compileOrThrow<object>(formula, schema);

  it("may have 64 KiB", () => {
    const value = whole.evaluate(rowOf(MOST));
    if (typeof value !== "string") throw new Error("a text was expected");
    expect(bytesOf(value)).toBe(MOST);
    expect(length.evaluate(rowOf(MOST))).toBe([...value].length);
  });

  it("is an error beyond 64 KiB", () => {
    expect(isErrorValue(whole.evaluate(rowOf(MOST + 1)))).toBe(true);
    expect(isErrorValue(length.evaluate(rowOf(MOST + 1)))).toBe(true);
  });

  it("is the same by every strategy", () => {
    const rows = [rowOf(MOST), rowOf(MOST + 1), {}];
    expectSameEverywhere(formula, rows, untyped);
    expect(expectSameEverywhere(`ISERROR(${formula})`, rows, untyped)).toEqual([rows[1]]);
    expectSameEverywhere(`NOT(LEN(${formula}) > 0)`, rows, untyped);
  });
});

describe("DATETIME_FORMAT", () => {
  const row = { d: new Date("2024-02-28T12:00:00Z") };
  const written = "Wednesday, February 28, 2024 12:00 PM";
  const format = (bytes: number): string =>
    `${"LLLL".repeat(Math.floor(bytes / written.length))}[${"x".repeat(bytes % written.length)}]`;

  it.each([
    ["in UTC", (bytes: number) => `DATETIME_FORMAT({d}, '${format(bytes)}')`],
    [
      "in a zone",
      (bytes: number) => `DATETIME_FORMAT(SET_TIMEZONE({d}, 'Europe/London'), '${format(bytes)}')`,
    ],
  ])("is bounded %s", (_, formulaOf) => {
    expect(compileOrThrow<object>(`LEN(${formulaOf(MOST)})`, schema).evaluate(row)).toBe(MOST);
    expect(isErrorValue(compileOrThrow<object>(formulaOf(MOST + 1), schema).evaluate(row))).toBe(
      true,
    );
  });
});

describe("a text that is folded when the formula is compiled", () => {
  it("has the same limit", () => {
    expect(compileOrThrow<object>(`LEN(REPT('😀', ${MOST / 4}))`, schema).evaluate({})).toBe(
      MOST / 4,
    );
    expect(
      isErrorValue(
        compileOrThrow<object>(
          `REPT('😀', ${MOST / 8}) & REPT('é', ${MOST / 4}) & 'a'`,
          schema,
        ).evaluate({}),
      ),
    ).toBe(true);
    expect(
      compileOrThrow<object>(
        `LEN(REPT('😀', ${MOST / 8}) & REPT('é', ${MOST / 4}))`,
        schema,
      ).evaluate({}),
    ).toBe(MOST / 8 + MOST / 4);
  });

  it("is not folded without limit: the rest is computed at run time", () => {
    const texts = Array.from({ length: 40 }, (_, index) => `REPT('${index}é', 8000)`);
    const formula = compileOrThrow<object>(
      `SUM(${texts.map((text) => `LEN(${text})`).join(",")}) = {n}`,
      schema,
    );
    const total = texts.reduce((sum, _, index) => sum + 8_000 * (String(index).length + 1), 0);
    expect([formula.matches({ n: total }), formula.matches({ n: total + 1 })]).toEqual([
      true,
      false,
    ]);
    const error = compileOrThrow<object>(
      `SUM(${texts.map((text) => `LEN(${text} & ${text} & ${text})`).join(",")}) = {n}`,
      schema,
      { limits: { work: Number.POSITIVE_INFINITY } },
    );
    expect(isErrorValue(error.evaluate({ n: 1 }))).toBe(true);
  });
});

describe("a text of a row may have any length", () => {
  it("and only texts that are built are limited", () => {
    const long = "é".repeat(MOST);
    expect(compileOrThrow<object>("{t}", schema).evaluate({ t: long })).toBe(long);
    expect(compileOrThrow<object>("LEN({t})", schema).evaluate({ t: long })).toBe(MOST);
    expect(compileOrThrow<object>("FIND('b', {t})", schema).evaluate({ t: `${long}b` })).toBe(
      MOST + 1,
    );
    expect(compileOrThrow<object>("RIGHT({t}, 1)", schema).evaluate({ t: `${long}b` })).toBe("b");
  });
});

it("the limit is 64 KiB", () => {
  expect(MAX_TEXT_BYTES).toBe(MOST);
});
