import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileFormat } from "../../../../src/data/stores/files/file-format.ts";
import { type ReadOptions, readRecords } from "../../../../src/data/stores/files/read-file.ts";
import { ENCODINGS, type TextEncoding } from "../../../../src/data/stores/files/text-encoding.ts";
import { StoreError, type StoreRecord } from "../../../../src/data/stores/store.ts";
import { runsOf } from "../../../harness/extent.ts";
import { inChunks, NEVER } from "./read-all.ts";

/** The records of a stream, or the message of the error that it ends with: the chunks decide what comes before it. */
async function outcome(
  bytes: Uint8Array,
  lengths: readonly number[],
  options: ReadOptions,
): Promise<{ readonly records: readonly string[]; readonly problem: string | undefined }> {
  const records: StoreRecord[] = [];
  try {
    const { batches } = await readRecords(inChunks(bytes, lengths), { ...options, signal: NEVER });
    for await (const batch of batches) records.push(...batch.records);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { records: [], problem: error.message };
  }
  return { records: records.map((one) => JSON.stringify(one)), problem: undefined };
}

function encoded(text: string, encoding: TextEncoding): Buffer {
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text);
    case "utf-16le":
      return Buffer.from(text, "utf16le");
    case "utf-16be":
      return Buffer.from(text, "utf16le").swap16();
    case "windows-1252":
      return Buffer.from(text, "latin1");
  }
}

const chunk = fc.oneof(
  fc.constantFrom(
    ...['"', '""', ",", ";", "\t", "|", "\n", "\r\n", "\r", "#", "a", "1", "1,5", "é", "ÿ", " "],
    ...["1.10", "9007199254740993", "2024-02-29", "29.02.2024", "true", "[]", "sep=;\n", "\uFEFF"],
  ),
  fc.constantFrom("{", "}", '"a":', '{"a":1}\n', '{"a":{"b":"x"}}', "[", "]", "😀", "\\", "e-400"),
);

const chunks = fc.array(chunk, { maxLength: 40 }).map((parts) => parts.join(""));

const options = fc.record(
  {
    comment: fc.constantFrom("#", "//"),
    header: fc.boolean(),
    ragged: fc.boolean(),
    delimiter: fc.constantFrom(",", ";", "|"),
    decimal: fc.constantFrom(",", "."),
    dateFormats: fc.constant(["DD.MM.YYYY"]),
  },
  { requiredKeys: [] },
);

describe.each(["csv", "tsv", "ndjson", "json"] satisfies FileFormat[])(
  "any text as %s",
  (format) => {
    it("gives the same records, or the same error, for any chunks", async () => {
      await fc.assert(
        fc.asyncProperty(
          chunks,
          options,
          fc.constantFrom(undefined, ...ENCODINGS),
          fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 }),
          async (text, form, encoding, lengths) => {
            const bytes = encoded(text, encoding ?? "utf-8");
            const read = { ...form, format, ...(encoding === undefined ? {} : { encoding }) };
            const whole = await outcome(bytes, [bytes.length || 1], read);
            expect(await outcome(bytes, [1], read)).toEqual(whole);
            expect(await outcome(bytes, lengths, read)).toEqual(whole);
          },
        ),
        { numRuns: runsOf(500) },
      );
    });
  },
);

describe("a truncated file, or one with changed bytes", () => {
  const rows = Array.from({ length: 30 }, (_, index) => `${index};"a ""b""\n${index}";${index},5`);
  const csv = `n;t;d\n${rows.join("\n")}\n`;
  const ndjson = rows.map((text, n) => `${JSON.stringify({ n, text })}\n`).join("");

  it.each([
    ["csv", csv],
    ["ndjson", ndjson],
    ["json", `[${ndjson.trimEnd().replaceAll("\n", ",")}]`],
  ] as const)("of %s gives records or an error that names it", async (format, text) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ENCODINGS),
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
        async (encoding, end, changes) => {
          const bytes = encoded(text, encoding).subarray(0, end % (2 * text.length));
          for (const [offset, byte] of changes) {
            if (bytes.length > 0) bytes[offset % bytes.length] = byte;
          }
          const read = { format, encoding, name: "in" } as const;
          const whole = await outcome(bytes, [bytes.length || 1], read);
          expect(whole.problem ?? "in, ").toMatch(/^in(?:, |: )/);
          expect(await outcome(bytes, [3, 1], read)).toEqual(whole);
        },
      ),
      { numRuns: runsOf(200) },
    );
  });
});
