import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineSchema } from "../../../src/schema/index.ts";
import { reasonOf } from "../../../src/stores/files/data-error.ts";
import { JsonScanner } from "../../../src/stores/files/json-scanner.ts";
import { PropertyReader } from "../../../src/stores/files/read-properties.ts";
import type { StoreValue } from "../../../src/stores/files/record-shape.ts";
import { SchemaMismatch } from "../../../src/stores/files/schema-mismatch.ts";
import { TextCutter } from "../../../src/stores/files/text-cutter.ts";
import { inPieces, readAll } from "./read-all.ts";

const schema = defineSchema(
  Object.fromEntries([
    ["vin", "text"],
    ["price", "number"],
    ["isNew", "boolean"],
    ["soldAt", "date"],
    ["codes", "list"],
    ["größe", "text"],
    ["__proto__", "number"],
    ["constructor", "text"],
  ]),
);
const names = [...schema.fields.keys()];

/** What the scanner reads of some lines, a row for each; `undefined` where it leaves a line to the parser. */
function scanned(lines: readonly string[]): readonly (readonly StoreValue[] | undefined)[] {
  const bytes = Buffer.from(lines.join("\n"));
  const cutter = new TextCutter(bytes, lines.length % 2 === 0);
  const scanner = new JsonScanner(schema);
  const columns = names.map((): StoreValue[] => []);
  let start = 0;
  let row = 0;
  const read: (readonly StoreValue[] | undefined)[] = [];
  for (const line of lines) {
    const end = start + Buffer.byteLength(line);
    const isRead = scanner.read(cutter, start, end, columns, row);
    start = end + 1;
    if (!isRead) {
      for (const column of columns) column.length = row;
      read.push(undefined);
      continue;
    }
    row++;
    expect(columns.map(({ length }) => length)).toEqual(columns.map(() => row));
    read.push(columns.map((column) => column[row - 1] ?? null));
  }
  return read;
}

/** What the parser reads; `undefined` for what is no JSON, or does not fit. */
function parsed(line: string): readonly StoreValue[] | undefined {
  const values: StoreValue[] = [];
  try {
    new PropertyReader(schema).read(JSON.parse(line), values);
  } catch {
    return undefined;
  }
  return values;
}

/** As text, so that -0 is looked at too. */
const shown = (values: readonly StoreValue[] | undefined): string =>
  JSON.stringify(values, (_, value: unknown) => (Object.is(value, -0) ? "-0" : value)) ?? "nothing";

/** What is read has to be what the parser reads; answers how many lines are. */
function expectSame(lines: readonly string[]): number {
  let count = 0;
  for (const [index, values] of scanned(lines).entries()) {
    if (values === undefined) continue;
    expect(shown(values)).toBe(shown(parsed(lines[index] ?? "")));
    count++;
  }
  return count;
}

const numberText = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?([eE][+-]?\d{1,3})?$/),
);
const plainText = fc.stringMatching(/^[a-z0-9 äß€😀,:{}[\]]{0,20}$/u);
const text = fc.oneof(plainText, fc.string({ unit: "binary", maxLength: 6 }));
const dateText = fc
  .date({ noInvalidDate: true, min: new Date("1899-01-01"), max: new Date("2300-01-01") })
  .map((date) => date.toISOString());

const fieldText = fc.oneof(
  numberText,
  text.map((value) => JSON.stringify(value)),
  plainText.map((value) => `"${value}"`),
  dateText.map((value) => `"${value}"`),
  fc.array(text, { maxLength: 3 }).map((values) => JSON.stringify(values)),
  fc.constantFrom("null", "true", "false", "[]", "{}", '[ "a" , "b" ]', '["a",1]'),
);
const nestedText = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
/** What most values of a field look like. */
const fitting: ReadonlyMap<string, fc.Arbitrary<string>> = new Map([
  ["vin", plainText.map((value) => `"${value}"`)],
  ["price", numberText],
  ["isNew", fc.constantFrom("true", "false")],
  ["soldAt", dateText.map((value) => `"${value}"`)],
  ["codes", fc.array(plainText, { maxLength: 3 }).map((values) => JSON.stringify(values))],
  ["größe", plainText.map((value) => `"${value}"`)],
  ["constructor", plainText.map((value) => `"${value}"`)],
]);
const member = fc.oneof(
  ...names.map((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 8, arbitrary: fitting.get(name) ?? numberText },
        fieldText,
        fc.constant("null"),
      ),
    ),
  ),
  fc.tuple(
    fc.oneof(plainText, fc.constantFrom("extra", "toString")),
    fc.oneof(fieldText, nestedText),
  ),
);
const space = fc.constantFrom("", "", "", "", " ", "  ", "\t", "\u00a0");

/** An object as somebody may have written it: its names in any order, some twice. */
const line = fc
  .tuple(fc.array(member, { maxLength: 9 }), space, space, space)
  .map(([members, before, colon, after]) => {
    const inside = members.map(
      ([name, value]) => `${JSON.stringify(name)}${before}:${colon}${value}`,
    );
    return `{${after}${inside.join(`${before},${colon}`)}${after}}`;
  });

/** The same with some characters taken out, put in or changed. */
const mutated = fc
  .tuple(
    line,
    fc.array(
      fc.tuple(
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.nat({ max: 2 }),
        fc.oneof(
          fc.constantFrom(...'"{}[]:,.-+0123456789eEtfnul \\\t\r\0\u001f/'),
          fc.string({ unit: "binary", maxLength: 1 }),
        ),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([whole, changes]) =>
    changes
      .reduce((now, [where, taken, put]) => {
        const at = Math.floor(where * now.length);
        return now.slice(0, at) + put + now.slice(at + taken);
      }, whole)
      // A line ends there, and what is no Unicode is found before.
      .replaceAll("\n", " ")
      .replaceAll(/\p{Surrogate}/gu, ""),
  );

describe("what the scanner reads of a line", () => {
  it("is what the parser reads", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        read += expectSame(lines);
      }),
      { numRuns: 10_000 },
    );
    expect(read).toBeGreaterThan(1_000);
  });

  it("is what the parser reads of lines that are damaged", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(mutated, line), { minLength: 1, maxLength: 3 }), (lines) => {
        read += expectSame(lines);
      }),
      { numRuns: 10_000 },
    );
    expect(read).toBeGreaterThan(1_000);
  });

  it("is the same number, bit by bit", () => {
    fc.assert(
      fc.property(numberText, (written) => {
        const [values] = scanned([`{"price":${written}}`]);
        const value = JSON.parse(written) + 0;
        if (Number.isFinite(value)) expect(values?.[1]).toBe(value);
        else expect(values).toBeUndefined();
      }),
      { numRuns: 20_000 },
    );
  });

  it("is all that programs write", () => {
    const values = {
      vin: "WVW größer €",
      price: -12.75,
      isNew: true,
      soldAt: "2024-02-29T12:00:00Z",
      codes: ["a", "ß"],
      größe: "groß",
      constructor: "c",
      extra: { deep: [[{ a: [1, "x", null, true, {}] }], []] },
    };
    const lines = [
      JSON.stringify(values),
      JSON.stringify(values).replaceAll('":', '": ').replaceAll(',"', ', "'),
      JSON.stringify(Object.fromEntries(Object.entries(values).reverse())),
      '{"__proto__":7,"price":0}',
      "{}",
      '  { "vin" : "a" }  ',
      '{"vin":"a"}\r',
      '{"price":-0,"vin":null}',
    ];
    const read = scanned(lines);
    for (const [index, row] of read.entries()) {
      expect(row).toBeDefined();
      expect(shown(row)).toBe(shown(parsed(lines[index] ?? "")));
    }
    expect(read[3]?.[names.indexOf("__proto__")]).toBe(7);
  });
});

describe("a file of such lines", () => {
  /** What reading a line at a time with the parser comes to: the records, or the first problem. */
  const expectedOf = (lines: readonly string[]): string => {
    const rows: (readonly StoreValue[])[] = [];
    for (const [index, json] of lines.entries()) {
      if (/^[ \t\r]*$/.test(json)) continue;
      const values: StoreValue[] = [];
      try {
        new PropertyReader(schema).read(JSON.parse(json), values);
      } catch (error) {
        const problem =
          error instanceof SchemaMismatch ? error.message : `this is no JSON: ${reasonOf(error)}`;
        return `StoreError: in, line ${index + 1}: ${problem}`;
      }
      rows.push(values);
    }
    return shownRows(rows);
  };
  const shownRows = (rows: readonly (readonly StoreValue[])[]): string =>
    rows.map((row) => shown(row)).join("\n");

  it("is read as the parser reads it, or refused with the same words", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 6, arbitrary: line }, mutated), { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 }),
        async (lines, lengths) => {
          const bytes = Buffer.from(lines.join("\n"));
          let read: string;
          try {
            const records = await readAll(inPieces(bytes, lengths), {
              schema,
              format: "ndjson",
              name: "in",
            });
            read = shownRows(
              records.map((record) =>
                names.map((name) => (Object.hasOwn(record, name) ? (record[name] ?? null) : null)),
              ),
            );
          } catch (error) {
            read = String(error);
          }
          // A mark before the first line is none of it.
          expect(read).toBe(
            expectedOf(
              lines
                .join("\n")
                .replace(/^\uFEFF/, "")
                .split("\n"),
            ),
          );
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe("what the scanner leaves to the parser", () => {
  const cases: readonly string[] = [
    '{"vin":"a","vin":"b"}',
    '{"v\\u0069n":"a"}',
    '{"vin":"a\\n"}',
    '{"vin":"a\u0001"}',
    '{"vin":"a"\t}',
    '{"vin":1}',
    '{"price":"1"}',
    '{"price":1e999}',
    '{"price":01}',
    '{"price":-01}',
    '{"price":1.}',
    '{"price":.5}',
    '{"price":+1}',
    '{"price":1e}',
    '{"price":1e+}',
    '{"price":-}',
    '{"price":0x10}',
    '{"price":NaN}',
    '{"isNew":tru}',
    '{"isNew":trueish}',
    '{"vin":nul}',
    '{"vin":"a"',
    '{"vin":"a',
    '{"vin":}',
    '{"vin"}',
    '{"vin" "a"}',
    '{"vin":"a",}',
    '{,"vin":"a"}',
    '{"vin":"a"}}',
    '{"vin":"a"} x',
    '{"codes":["a",]}',
    '{"codes":["a"',
    '{"codes":[1]}',
    '{"extra":[1,]}',
    '{"extra":{"a"}}',
    '{"extra":{"a":1,}}',
    '{"extra":[}',
    '{"extra":"}',
    `{"extra":${"[".repeat(40)}${"]".repeat(40)}}`,
    "[]",
    "1",
    '"vin"',
    "null",
    "",
  ];

  it.each(cases)("%s", (json) => {
    expect(scanned([json, '{"vin":"b"}'])).toEqual([
      undefined,
      names.map((name) => (name === "vin" ? "b" : null)),
    ]);
  });
});
