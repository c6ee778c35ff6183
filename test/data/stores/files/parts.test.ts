import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bytes } from "../../../../src/data/stores/files/bytes.ts";
import { cutRecords } from "../../../../src/data/stores/files/cut-records.ts";
import { Undivided } from "../../../../src/data/stores/files/raw-file.ts";
import { readPart } from "../../../../src/data/stores/files/read-part.ts";
import { readValues, type ValueOptions } from "../../../../src/data/stores/files/read-values.ts";
import { defineSchema, type Field } from "../../../../src/language/schema/index.ts";
import { NEVER } from "./read-all.ts";

async function* inPieces(bytes: Uint8Array, size: number): Bytes {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

type Rows = unknown[][];

/** The records of a file until there is a problem. */
interface Outcome {
  readonly rows: Rows;
  readonly problem?: "wrong" | "undivided";
}

async function outcomeOf(read: (rows: Rows) => Promise<void>): Promise<Outcome> {
  const rows: Rows = [];
  try {
    await read(rows);
    return { rows };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { rows, problem: error instanceof Undivided ? "undivided" : "wrong" };
  }
}

function addTo(rows: Rows, columns: readonly (readonly unknown[])[], count: number): void {
  for (let row = 0; row < count; row++) rows.push(columns.map((column) => column[row]));
}

const SCHEMA = defineSchema({ a: "text", b: "text", c: "text" });
const FIELDS: readonly Field[] = [...SCHEMA.stored.values()];

/** The records of a file as a whole, and those of its parts. */
async function bothWays(
  bytes: Uint8Array,
  options: ValueOptions,
  size: number,
): Promise<{ readonly whole: Outcome; readonly parts: Outcome; readonly count: number }> {
  const read = (): ReturnType<typeof readValues> =>
    readValues(inPieces(bytes, 7), "test", { schema: SCHEMA, ...options }, NEVER);
  const whole = await outcomeOf(async (rows) => {
    const { batches } = await read();
    for await (const { columns, places } of batches) addTo(rows, columns, places.length);
  });
  let count = 0;
  const parts = await outcomeOf(async (rows) => {
    const { division } = await read();
    if (division === undefined) throw new Undivided("as a whole");
    const { encoding } = options;
    for await (const part of cutRecords(inPieces(bytes, 5), division, encoding, size)) {
      const of = { division, bytes: part, isFirst: count++ === 0 };
      for await (const { columns, places } of readPart(of, FIELDS, options)) {
        addTo(rows, columns, places.length);
      }
    }
  });
  return { whole, parts, count };
}

/** Either a file is not divided, or the parts have its records, unless both are wrong. */
function expectLikeWhole(parts: Outcome, whole: Outcome): void {
  if (parts.problem === "undivided") return;
  if (whole.problem === "wrong") expect(parts.problem).toBe("wrong");
  else expect(parts).toEqual(whole);
}

/** Pieces of text that mean something to one of the formats. */
const TOKENS = {
  csv: ['"', '""', ",", ";", "\n", "\r\n", "\r", "#", "x", "é", "7", ' "', ',"', '\n"', "[]"],
  ndjson: [
    '{"a":"x"}',
    '{"b":"7"}',
    '{"a":"',
    '"}',
    "\n",
    "\r\n",
    "\n\n",
    "é",
    "\\n",
    "[",
    "\ufeff",
  ],
} as const;

/** Whole records of CSV, with quotes around line ends. */
const RECORDS = ["x,7,\n", '"é,\n""#""",,"[]"\r\n', ";;\n", '"x";;"[""\n""]"\n', "#,,\n"];

describe("a file that is cut into parts", () => {
  it("has the records of the whole in any CSV, or is not divided", async () => {
    let divided = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom(...TOKENS.csv), fc.constantFrom(...RECORDS)), {
          maxLength: 30,
        }),
        fc.record({
          delimiter: fc.option(fc.constantFrom(",", ";"), { nil: undefined }),
          comment: fc.option(fc.constantFrom("#", "x7"), { nil: undefined }),
          ragged: fc.boolean(),
        }),
        fc.constantFrom("a,b,c\n", "a;b;c\r\n", '\ufeff"a","b","c"\n', "c,a,b\r", "\n\nb,c,a\n"),
        fc.integer({ min: 1, max: 80 }),
        async (body, { delimiter, comment, ragged }, head, size) => {
          const bytes = Buffer.from(head + body.join(""));
          const options = {
            format: "csv",
            ragged,
            ...(delimiter === undefined ? {} : { delimiter }),
            ...(comment === undefined ? {} : { comment }),
          } as const;
          const { whole, parts, count } = await bothWays(bytes, options, size);
          expectLikeWhole(parts, whole);
          if (parts.problem === undefined && count > 1) divided++;
        },
      ),
      { numRuns: 2_000 },
    );
    expect(divided).toBeGreaterThan(20);
  });

  it("has the records of the whole in any NDJSON", async () => {
    let divided = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...TOKENS.ndjson), { maxLength: 20 }),
        fc.array(fc.constantFrom('{"a":"x"}\n', '{"b":1.50,"c":"é"}\n', "\n"), { maxLength: 20 }),
        fc.integer({ min: 1, max: 60 }),
        async (any, lines, size) => {
          const bytes = Buffer.from(lines.join("") + any.join(""));
          const { whole, parts, count } = await bothWays(bytes, { format: "ndjson" }, size);
          expectLikeWhole(parts, whole);
          if (parts.problem === undefined && count > 1) divided++;
        },
      ),
      { numRuns: 1_000 },
    );
    expect(divided).toBeGreaterThan(20);
  });

  it.each([
    ["a delimiter that is not ASCII", "a¦b¦c\nx¦1¦\n", { format: "csv", delimiter: "¦" }],
    ["a comment that is not ASCII", "a,b,c\n§ no\n", { format: "csv", comment: "§" }],
    ["a first line that names the delimiter", "sep=;\na;b;c\nx;1;\n", { format: "csv" }],
    ["a JSON array", '[{"a":"x"}]', { format: "json" }],
  ] as const)("is read as a whole: %s", async (_, text, options) => {
    const { whole, parts } = await bothWays(Buffer.from(text), options, 10);
    expect(whole.problem).toBeUndefined();
    expect(parts).toEqual({ rows: [], problem: "undivided" });
  });

  it("is read as a whole in UTF-16, and in parts in Windows-1252", async () => {
    const text = "a,b,c\né,1,\nü,2,\n";
    const marked = Buffer.from(`\ufeff${text}`, "utf16le");
    for (const options of [{ format: "csv" }, { format: "csv", encoding: "utf-16le" }] as const) {
      const { whole, parts } = await bothWays(marked, options, 10);
      expect(whole.rows.length).toBe(2);
      expect(parts).toEqual({ rows: [], problem: "undivided" });
    }
    const latin = Buffer.from(text, "latin1");
    const options = { format: "csv", encoding: "windows-1252" } as const;
    const { whole, parts, count } = await bothWays(latin, options, 10);
    expect(parts).toEqual(whole);
    expect([parts.rows, count]).toEqual([
      [
        ["é", "1", null],
        ["ü", "2", null],
      ],
      2,
    ]);
  });

  it("is not divided if a record is longer than any may be", async () => {
    const piece = Buffer.alloc(1 << 20, "x");
    async function* endless(): Bytes {
      for (;;) yield piece;
    }
    const cutting = cutRecords(endless(), { kind: "ndjson" }, undefined, 1 << 20);
    await expect(cutting[Symbol.asyncIterator]().next()).rejects.toThrow(Undivided);
  });
});
