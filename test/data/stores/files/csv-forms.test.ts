import { Buffer } from "node:buffer";
import * as zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileFormat } from "../../../../src/data/stores/files/file-format.ts";
import type { ReadOptions } from "../../../../src/data/stores/files/read-file.ts";
import { csvHeader } from "../../../../src/data/stores/files/write-records.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";
import { runsOf } from "../../../harness/extent.ts";
import { errorOf, inChunks, readAll } from "./read-all.ts";

/** What a text holds, however it is cut. */
async function read(
  text: string | Uint8Array,
  options: ReadOptions = {},
  format: FileFormat = "csv",
): Promise<unknown> {
  const bytes = Buffer.from(text);
  const whole = await readAll(inChunks(bytes), { format, name: "in", ...options });
  for (const lengths of [[1], [5, 3]]) {
    const again = await readAll(inChunks(bytes, lengths), { format, name: "in", ...options });
    expect(again).toEqual(whole);
  }
  return whole;
}

async function problemOf(text: string | Uint8Array, options: ReadOptions = {}): Promise<string> {
  const problems = new Set<string>();
  for (const lengths of [[100], [1], [5, 3]]) {
    const reading = readAll(inChunks(Buffer.from(text), lengths), {
      format: "csv",
      name: "in",
      ...options,
    });
    problems.add(String(await errorOf(reading)).replace(/^StoreError: in(?:, |: )/, ""));
  }
  expect([...problems]).toHaveLength(1);
  return [...problems].join();
}

describe("the delimiter", () => {
  it.each([",", ";", "\t", "|"])("%j is detected from the first lines", async (delimiter) => {
    const others = [",", ";", "\t", "|"].filter((one) => one !== delimiter).join("");
    const text = `a,b,c\n1,"x${others}y\n",2\n,,\n`.replaceAll(",", (comma, at, all) =>
      all.slice(0, at).split('"').length % 2 === 0 ? comma : delimiter,
    );
    expect(await read(text)).toEqual([
      { a: 1, b: `x${others}y\n`, c: 2 },
      { a: null, b: null, c: null },
    ]);
  });

  it("is not confused with decimal commas or texts", async () => {
    expect(await read("name;price\nA;1,50\nB;2,75\n")).toEqual([
      { name: "A", price: "1,50" },
      { name: "B", price: "2,75" },
    ]);
    expect(await read("note\na;b\nc;d\n")).toEqual([{ note: "a;b" }, { note: "c;d" }]);
    expect(await read("name,note\nA,x;y\nB,z;z\n")).toEqual([
      { name: "A", note: "x;y" },
      { name: "B", note: "z;z" },
    ]);
    expect(await read("a;b")).toEqual([]);
  });

  it("may be given, or named in the first line as by Excel", async () => {
    expect(await read("a,b\n1;2,3\n", { delimiter: ";", ragged: true })).toEqual([{ "a,b": 1 }]);
    expect(await read("a~b\n1~2\n", { delimiter: "~" })).toEqual([{ a: 1, b: 2 }]);
    expect(await read("sep=~\r\na~b\r\n1~x\r\n")).toEqual([{ a: 1, b: "x" }]);
    expect(await read("a,b\tc\n1,5\tx\n", {}, "tsv")).toEqual([{ "a,b": "1,5", c: "x" }]);
    for (const delimiter of ["", "ab", '"', "\n"]) {
      expect(await problemOf("a\n", { delimiter })).toMatch(/^TypeError: the option `delimiter`/);
    }
  });

  it("is detected in files that this package wrote, whatever the names", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.stringMatching(/^[a;,|\t]{1,5}$/), { minLength: 1, maxLength: 3 }),
        async (names) => {
          const text = `${csvHeader(names)}${names.map(() => "1").join(",")}\r\n`;
          const [record] = await readAll(inChunks(Buffer.from(text)), { format: "csv" });
          expect(Object.keys(record ?? {})).toEqual(names);
        },
      ),
      { numRuns: runsOf(500) },
    );
  });
});

describe("lines", () => {
  it("may all end in a carriage return", async () => {
    expect(await read('a,b\r1,"x\ny"\r2,z\r')).toEqual([
      { a: 1, b: "x\ny" },
      { a: 2, b: "z" },
    ]);
    expect(await problemOf("a,b\n1,x\ry\n")).toMatch(
      /^line 2: there is a carriage return without a line feed/,
    );
  });

  it("that are comments are skipped, also before the header", async () => {
    const text = '# made by "us\n\n#\na,b\n1,#x\n# ,,\n2,"\n# in a text"\n#end';
    expect(await read(text, { comment: "#" })).toEqual([
      { a: 1, b: "#x" },
      { a: 2, b: "\n# in a text" },
    ]);
    expect(await problemOf("//x\na\n//\n1,2\n", { comment: "//" })).toBe(
      "line 4: there are 2 values for 1 columns",
    );
    expect(await problemOf("a\n", { comment: '"' })).toMatch(/^TypeError: the option `comment`/);
  });

  it("may have no header", async () => {
    expect(await read("1,x\n2,y\n", { header: false })).toEqual([
      { column1: 1, column2: "x" },
      { column1: 2, column2: "y" },
    ]);
  });

  it("may have too few or too many values only with that option", async () => {
    const text = "a,b\n1\n1,2,3\n\n4,5\n";
    expect(await problemOf(text)).toBe("line 2: there are 1 values for 2 columns");
    expect(await read(text, { ragged: true })).toEqual([
      { a: 1, b: null },
      { a: 1, b: 2 },
      { a: 4, b: 5 },
    ]);
  });

  it("may have quotes in the middle of cells", async () => {
    expect(await read('size,note\n5" pipe,say "hi"\nx"",y\n')).toEqual([
      { size: '5" pipe', note: 'say "hi"' },
      { size: 'x""', note: "y" },
    ]);
  });
});

describe("numbers and dates of a country", () => {
  it("have a decimal comma and separators of thousands", async () => {
    const text = "n;t\n1.234.567,89;1.23\n-0,5;a\n12;1,5\n1e3;\n1 234,5;\n'1'000;\n";
    expect(await read(text, { decimal: "," })).toEqual([
      { n: "1.234.567,89", t: "1.23" },
      { n: "-0,5", t: "a" },
      { n: "12", t: "1,5" },
      { n: "1e3", t: null },
      { n: "1 234,5", t: null },
      { n: "'1'000", t: null },
    ]);
    const schema = defineSchema({ n: "number" });
    expect(await read(text.replace("'1'", "1'"), { decimal: ",", schema })).toEqual(
      [1234567.89, -0.5, 12, 1000, 1234.5, 1000].map((n) => ({ n })),
    );
    expect(await read("n\n1.234.567,89\n2,5\n", { decimal: "," })).toEqual([
      { n: 1234567.89 },
      { n: 2.5 },
    ]);
    expect(await read('n\n"1,234.5"\n', { decimal: "." })).toEqual([{ n: 1234.5 }]);
    expect(await problemOf("n\n1.23\n", { decimal: ",", schema })).toBe(
      'line 2: `n` is not a number: `"1.23"`',
    );
    expect(await problemOf("n\n9.007.199.254.740.993\n", { decimal: ",", schema })).toMatch(
      /^line 2: `n` is .*which a number would round to 9007199254740992/,
    );
  });

  it("have dates in the forms that are given", async () => {
    const options = { dateFormats: ["DD.MM.YYYY", "D.M.YYYY HH:mm"] };
    const days = [{ d: new Date("2024-02-29") }, { d: new Date("2024-03-01T12:30:00Z") }];
    expect(await read("d\n29.02.2024\n1.3.2024 12:30\n", options)).toEqual(days);
    expect(await read('{"d":"29.02.2024"}\n{"d":"1.3.2024 12:30"}', options, "ndjson")).toEqual(
      days,
    );
    expect(await read("d\n2024-02-29\n", options)).toEqual(days.slice(0, 1));
    const schema = defineSchema({ d: "date" });
    expect(await problemOf("d\n30.02.2024\n", { ...options, schema })).toBe(
      'line 2: `d` is not a date: `"30.02.2024"`',
    );
    expect(await problemOf("d\n", { dateFormats: ["[]"] })).toMatch(
      /^TypeError: a format of dates/,
    );
    expect(await problemOf("d\n", { decimal: "x" as "." })).toMatch(
      /^TypeError: the option `decimal`/,
    );
  });
});

describe("encodings", () => {
  const text = "größe;€\n1;“😀”\n";
  const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");

  it("are detected by the byte order mark", async () => {
    const expected = await read(text);
    expect(expected).toEqual([{ größe: 1, "€": "“😀”" }]);
    expect(await read(`\uFEFF${text}`)).toEqual(expected);
    expect(await read(utf16)).toEqual(expected);
    expect(await read(Buffer.from(utf16).swap16())).toEqual(expected);
    expect(await read(utf16.subarray(2), { encoding: "utf-16le" })).toEqual(expected);
    expect(await read(zlib.gzipSync(utf16))).toEqual(expected);
  });

  it("are given as an option: every byte of Windows-1252 is a character", async () => {
    const bytes = Uint8Array.from({ length: 0x80 }, (_, index) => index + 0x80);
    // The decoder of some versions of Node takes it for Latin-1.
    const high = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
    const expected = high + Buffer.from(bytes.subarray(0x20)).toString("latin1");
    const file = Buffer.concat([Buffer.from("a\n"), bytes]);
    expect(await read(file, { encoding: "windows-1252" })).toEqual([{ a: expected }]);
    expect(await problemOf(Buffer.from("a\nf\xfcr\n", "latin1"))).toBe(
      "line 2: the byte 0xFC at 3 is not UTF-8; if the file has another encoding, give it, such as windows-1252",
    );
  });
});

describe("Zstandard", () => {
  it("is read if Node can, and refused with advice otherwise", async () => {
    // The content `a\n1\n`, as one raw block.
    const zipped = Buffer.from("28b52ffd2004210000610a310a", "hex");
    const reading = readAll(inChunks(zipped, [1]), { format: "csv", name: "in.csv.zst" });
    if ("createZstdDecompress" in zlib) expect(await reading).toEqual([{ a: 1 }]);
    else {
      expect(String(await errorOf(reading))).toMatch(
        /^StoreError: in\.csv\.zst: Node 2\d\.\S+ cannot decompress Zstandard: .* zstd -dc$/,
      );
    }
  });
});
