import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ColumnTable } from "../../../src/backends/columns/column-table.ts";
import { BLOCK } from "../../../src/backends/columns/storage/blocks.ts";
import type { Column } from "../../../src/backends/columns/storage/column.ts";
import {
  CHANGES_TO_ASCII,
  isPlain,
  TextBlocks,
} from "../../../src/backends/columns/storage/text-blocks.ts";
import { DecodedBudget, TextReader } from "../../../src/backends/columns/storage/text-reader.ts";
import { TextStore } from "../../../src/backends/columns/storage/text-store.ts";
import { hasZero, isAscii, isAsciiInWords } from "../../../src/backends/columns/storage/utf8.ts";
import type { ColumnsOptions } from "../../../src/columns.ts";
import { defineSchema } from "../../../src/index.ts";
import { lowerText, upperText } from "../../../src/language/values/text/index.ts";
import { allSteps, type Steps } from "../../../src/util/steps.ts";
import { countOf, isTurn } from "../../harness/extent.ts";
import { columnsOf, expected, formulaOf } from "./columns-of.ts";

const STRATEGIES = [
  { strategy: "vectors" },
  { strategy: "generated" },
  { strategy: "closures" },
] as const;

/** Texts are stored as bytes only without a dictionary. */
function ways(): readonly ColumnsOptions[] {
  return STRATEGIES.map((options) => ({ ...options, mostDistinct: 0 }));
}

const WELL_FORMED = fc
  .string({
    unit: fc.constantFrom(
      "a",
      "A",
      "b",
      "K",
      "\u212a",
      "é",
      "É",
      "ß",
      "İ",
      "😀",
      "\ufeff",
      '"',
      "\n",
      " ",
    ),
    maxLength: 12,
  })
  .filter((text) => !text.includes("\0"));

describe("a column whose texts turn out not to repeat", () => {
  it("is rewritten in steps, however many rows it has by then", () => {
    const [written, stepped] = [new TextStore(ROWS), new TextStore(ROWS)];
    const blanks = Array.from({ length: ROWS / 2 }, () => null);
    const others = Array.from({ length: ROWS / 2 }, (_, index) => `${index}`);
    written.write(blanks, blanks.length, 0);
    written.write(others, others.length, ROWS / 2);
    expect(stepsOf(stepped.writing(blanks, blanks.length, 0))).toBe(0);
    expect(stepsOf(stepped.writing(others, others.length, ROWS / 2))).toBe(ROWS / 512);
    expect(textsOf(stepped)).toEqual(textsOf(written));
    expect(textsOf(stepped)).toEqual([...blanks.map(() => ""), ...others]);
  });
});

const ROWS = 4 * BLOCK;

function stepsOf(steps: Steps): number {
  let count = 0;
  while (steps.next().done !== true) count++;
  return count;
}

function textsOf(store: TextStore): readonly string[] {
  const column = store.read(ROWS);
  if (column.kind !== "texts") return [];
  return Array.from({ length: ROWS }, (_, row) => column.reader.at(row));
}

describe("texts held as bytes", () => {
  it("have all letters of which a case is ASCII", () => {
    for (let code = 0x80; code < 0x110000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const letter = String.fromCodePoint(code);
      const changes = /[\0-\x7f]/.test(lowerText(letter) + upperText(letter));
      if (CHANGES_TO_ASCII.test(letter) !== changes) expect.fail(`U+${code.toString(16)}`);
    }
  });

  it.each([
    [
      "https://a.example/",
      ["", "h", "https://a.example/", "https", "http:", "https://a.example/b"],
    ],
    ["é", ["", "é", "ée", "è", "ê", "\u00c3"]],
    ["", ["", "0", "1", "1:"]],
  ])("with the prefix %j are compared by their order and prefixes", (common, constants) => {
    const rests = ["", "1", "12", "1234", "12345", "9", "b", "é", "😀"];
    const rows = Array.from({ length: 4_300 }, (_, row) => ({
      id: `${row}`,
      // Every tenth text is blank. Some are a prefix of others; in the second block all share less.
      t: row % 10 === 9 ? undefined : common + rests[row % 9] + (row % 10 === 3 ? row : ""),
      ...(row % 50 === 7 ? { t: common.slice(0, row % 6) + (row < 4_096 ? "" : "~") } : {}),
    }));
    const held = ways().map((options) => ({ options, columns: columnsOf(rows, options) }));
    for (const constant of [...constants, common, `${common}12`, `${common}😀`]) {
      for (const source of [
        `{t} < "${constant}"`,
        `"${constant}" <= {t}`,
        `NOT({t} <= "${constant}")`,
        `STARTS_WITH({t}, "${constant}")`,
        `NOT(STARTS_WITH({t}, "${constant}"))`,
      ]) {
        const formula = formulaOf(source);
        const wanted = expected(formula, rows).join();
        for (const { options, columns } of held) {
          const found = formula.select(columns).join();
          expect(found, `${source} ${options.strategy}`).toBe(wanted);
        }
      }
    }
  });

  it("are compared with lists of any values", () => {
    const items = ["a", "b", "B", "é", "😀", "a, b", "z".repeat(2_000)];
    const rows = Array.from({ length: 4_300 }, (_, row) => ({
      id: `${row}`,
      t: items[row % 5],
      l:
        row % 500 === 7
          ? Array.from({ length: row / 4 }, (_, at) => items[(row + at) % 7])
          : items.filter((_, at) => ((row >> at) & 1) === 1),
    }));
    const sources = [
      '{l} < "b"',
      '"a, b" <= {l}',
      '{l} = "a, b"',
      "{l} & {t} > {t}",
      'ARRAYJOIN({l}, "é") >= "aé"',
      "NOT(ARRAYJOIN({l}, {t}) < {t})",
      "LEN({l}) > 4",
      'UPPER(LEFT({l}, 2)) = "A,"',
      'ENDS_WITH({l} & "", "é")',
      "ISERROR({l} & {l} & {l})",
    ];
    for (const options of ways()) {
      const columns = columnsOf(rows, options);
      for (const source of sources) {
        const formula = formulaOf(source);
        const wanted = expected(formula, rows);
        expect(Array.from(formula.select(columns)), `${source} ${options.strategy}`).toEqual(
          wanted,
        );
      }
    }
  });

  it("are cached as strings from the second reading on", () => {
    const blocks = new TextBlocks();
    const texts = Array.from({ length: 9_000 }, (_, row) =>
      row < 4_096 ? `row ${row}` : `${"é😀".repeat(row % 40)} ${row}`,
    );
    blocks.add(texts, texts.length, 0);
    const reader = new TextReader(blocks.read());
    reader.join(new DecodedBudget(2 ** 26));
    const readAll = (): readonly string[] => texts.map((_, row) => reader.glance(row));
    expect(readAll()).toEqual(texts);
    expect(reader.bytes).toBe(0);
    expect(readAll()).toEqual(texts);
    const { bytes } = reader;
    expect(bytes).toBeGreaterThan(250_000);
    expect(readAll()).toEqual(texts);
    expect(texts.map((_, row) => reader.glance(texts.length - 1 - row)).reverse()).toEqual(texts);
    expect(reader.bytes).toBe(bytes);
  });

  it("are cached within one budget of all stored columns of a table", () => {
    const MOST = 300_000;
    const schema = defineSchema({ a: "text", b: "text", both: { formula: "{a} & {b}" } });
    const texts = Array.from({ length: 9_000 }, (_, row) => `the text of row ${row}`);
    const column = (): Column => {
      const store = new TextStore(0);
      store.write(texts, texts.length, 0);
      return store.read(texts.length);
    };
    const stored = new Map([
      ["a", column()],
      ["b", column()],
    ]);
    const table = ColumnTable.of(schema, texts.length, stored, "closures", MOST);
    const computed = allSteps(table.computing(schema.fields.values()));
    const readers = ["a", "b", "both"].map((name) => {
      const found = computed.column(name);
      if (found?.kind !== "texts") throw new Error(`${name} has no texts`);
      return found.reader;
    });
    for (let time = 0; time < 3; time++) {
      for (const [at, reader] of readers.entries()) {
        const read = texts.map((_, row) => reader.glance(row));
        expect(read).toEqual(at < 2 ? texts : texts.map((text) => text + text));
      }
    }
    const [a = 0, b = 0, both = 0] = readers.map((reader) => reader.bytes);
    expect(a).toBeGreaterThan(0);
    expect(b).toBeGreaterThan(0);
    expect(a + b).toBeLessThanOrEqual(MOST);
    // None is left for texts of another column. The computed one has a budget of its own.
    expect(a + b).toBeGreaterThan(MOST - 2 ** 15);
    expect(both).toBeGreaterThan(MOST - a - b);
  });

  it("are returned unchanged, in whatever batches they are appended", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(WELL_FORMED, { minLength: 1, maxLength: 40 }), { maxLength: 8 }),
        fc.integer({ min: 0, max: 4_200 }),
        (batches, before) => {
          const blocks = new TextBlocks();
          const all = Array.from({ length: before }, (_, row) => `row ${row}`);
          blocks.add(all, all.length, 0);
          const seen: (readonly [TextReader, readonly string[]])[] = [];
          for (const batch of batches) {
            seen.push([new TextReader(blocks.read()), [...all]]);
            blocks.add([...batch, "beyond"], batch.length, all.length);
            all.push(...batch);
          }
          seen.push([new TextReader(blocks.read()), all]);
          for (const [reader, texts] of seen) {
            expect(texts.map((_, row) => reader.at(row))).toEqual(texts);
            expect(texts.map((_, row) => reader.glance(row))).toEqual(texts);
            // In reverse order, and with gaps.
            const backwards = [...texts.keys()].reverse().filter((row) => row % 5 < 3);
            expect(backwards.map((row) => reader.glance(row))).toEqual(
              backwards.map((row) => texts[row]),
            );
          }
        },
      ),
      { numRuns: countOf(6, 12) },
    );
  });

  it("know whether JSON needs escapes", () => {
    const isAllPlain = (texts: readonly string[]): boolean => {
      const blocks = new TextBlocks();
      blocks.add(texts, texts.length, 0);
      return blocks.read().every(isPlain);
    };
    for (let code = 1; code < 0x2100; code++) {
      const text = String.fromCharCode(code);
      // At each of four byte offsets in a word, and in the bytes after the last word.
      for (const before of ["", "a", "ab", "abc"]) {
        const needsNone = JSON.stringify(text) === `"${text}"`;
        if (isAllPlain([before, text, "b"]) !== needsNone) expect.fail(`U+${code.toString(16)}`);
      }
    }
  });

  it("are known to be ASCII in the same way with and without the functions of Node", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40, max: 0x7f }),
        fc.nat(40),
        fc.integer({ min: 0x80, max: 0xff }),
        fc.nat(3),
        (ascii, index, byte, offset) => {
          const bytes = new Uint8Array(new ArrayBuffer(offset + ascii.length), offset);
          bytes.set(ascii);
          expect([isAscii(bytes), isAsciiInWords(bytes)]).toEqual([true, true]);
          expect(hasZero(bytes)).toBe(bytes.includes(0));
          if (index >= bytes.length) return;
          bytes[index] = byte;
          expect([isAscii(bytes), isAsciiInWords(bytes)]).toEqual([false, false]);
        },
      ),
    );
  });
});

describe("a search in bytes", () => {
  const NEEDLES = ["aab", "K", "é", "😀", "w 9", "x".repeat(70)];
  const SOURCES = (needle: string): readonly string[] => [
    `FIND("${needle}", {t})`,
    `NOT(FIND("${needle}", {t}))`,
    `SEARCH("${needle}", {t})`,
    `NOT(CONTAINS(UPPER({t}), "${needle.toUpperCase()}"))`,
    `STARTS_WITH({t}, "${needle}")`,
    `ENDS_WITH({t}, "${needle}")`,
    `LOWER({t}) = "${needle}"`,
    `{t} = "${needle}"`,
    `{t} != "${needle}"`,
    `OR(FIND("${needle}", {t}), {n} > 5)`,
    `AND({n} > 5, FIND("${needle}", {t}))`,
    `AND(NOT(FIND("z", {t})), NOT(FIND("${needle}", {t})))`,
    `AND(NOT(FIND("z", {t})), FIND("${needle}", {t}))`,
  ];
  /** Conditions on texts that are joined, cut or case-mapped, or that compare two columns. */
  const PARTS = (needle: string): readonly string[] => [
    `{t} < "${needle}"`,
    `"${needle}" <= {t}`,
    "{t} > {id}",
    "{t} = {id}",
    "STARTS_WITH({t}, LEFT({id}, 1))",
    "STARTS_WITH({t} & {id}, {t})",
    "NOT(STARTS_WITH({id}, {t}))",
    "{id} >= {t} & {id}",
    `{t} & {id} & "😀" != "${needle}k" & {t}`,
    `{t} & {id} >= "${needle}k"`,
    `{id} & {t} & "." = "k7row."`,
    `NOT({t} & {t} < "${needle}${needle}")`,
    `LEFT({t}, 3) = LEFT("${needle}", 3)`,
    `RIGHT(LOWER({t}), 2) = RIGHT("${needle}", 2)`,
    `MID(UPPER({t}) & {id}, 2, 4) > "${needle}"`,
    `TRIM({t} & "  ") = "${needle}"`,
    "LEN({t} & {id}) > 12",
    "LEN(RIGHT({t}, 3)) = 2",
    `STARTS_WITH({t} & {id}, "${needle}k")`,
    `ENDS_WITH({id} & {t}, "0${needle}")`,
    `CONTAINS({id} & {t}, "1${needle}")`,
    `FIND("${needle}", {t}, 3) = 4`,
    `FIND("${needle}", {t}, 3) < 4`,
    `NOT(FIND("${needle}", {t}, 2) = 5)`,
    `SEARCH("${needle}", {t} & {id}, 2) > 6`,
    "ISERROR({t} & {t} & {t} & {t} & {t} & {t} & {t})",
  ];

  function rowsOf(texts: readonly unknown[]): readonly object[] {
    return texts.map((t, index) => ({ id: `k${index}`, n: index % 10, t }));
  }

  function check(texts: readonly unknown[], sources: readonly string[]): void {
    const rows = rowsOf(texts);
    const forms = Array.from(ways(), (options) => ({ options, columns: columnsOf(rows, options) }));
    for (const source of sources) {
      const formula = formulaOf(source);
      const wanted = expected(formula, rows);
      for (const { options, columns } of forms) {
        const found = Array.from(formula.select(columns));
        expect(found, `${source} ${options.strategy}`).toEqual(wanted);
      }
    }
  }

  it("finds a letter that most texts have, and the texts without it", () => {
    const texts = Array.from({ length: 9_000 }, (_, row) =>
      row % 7 === 0 ? `row ${row}` : `${"e".repeat(row % 50)} é ${row} ${"ee".repeat(row % 3)}`,
    );
    check(texts, ['FIND("e", {t})', 'NOT(FIND("ee", {t}))', 'AND({n} > 2, SEARCH("E", {t}))']);
  });

  const tried = NEEDLES.filter((_, number) => isTurn(number, 1, 3));
  it.each(tried)("finds %s in many blocks, ASCII and not", (needle) => {
    const texts = Array.from({ length: 8_300 }, (_, row) => {
      if (row % 7 === 0) return null;
      if (row % 11 === 0) return needle;
      // One text ends with the start of the needle, and the next one continues it.
      if (row % 13 === 0) return `z${needle.slice(0, 1)}`;
      if (row % 13 === 1) return `${needle.slice(1)}z`;
      if (row === 4_205) return "ÀK\u212aİ";
      if (row === 4_203) return `${"y".repeat(10_000)}${needle}`;
      return `row ${row} ${row % 5 === 0 ? needle : ""} ${"AaBb".slice(row % 4)}${row}`;
    });
    check(texts, SOURCES(needle));
  });

  it("finds random parts of random texts", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(WELL_FORMED, fc.constant(null)), { minLength: 1, maxLength: 60 }),
        fc.string({
          unit: fc.constantFrom("a", "A", "b", "é", "😀", " "),
          minLength: 1,
          maxLength: 3,
        }),
        (texts, needle) => check(texts, [...SOURCES(needle), ...PARTS(needle)]),
      ),
      { numRuns: countOf(8, 16) },
    );
  });
});

it("a block of long texts is never copied while it grows", () => {
  const rows = BLOCK + 100;
  const texts = Array.from({ length: rows }, (_, row) =>
    `${row}${"é".repeat(row % 7)}`.padEnd(300),
  );
  const blocks = new TextBlocks({ bytesPerText: 300, rows });
  const buffers = [new Set<ArrayBufferLike>(), new Set<ArrayBufferLike>()];
  for (let at = 0; at < rows; at += 16) {
    blocks.add(texts.slice(at, at + 16), Math.min(16, rows - at), at);
    for (const [number, { bytes }] of blocks.read().entries()) buffers[number]?.add(bytes.buffer);
  }
  expect(buffers.map(({ size }) => size)).toEqual([1, 1]);
  const reader = new TextReader(blocks.read());
  expect(texts.map((_, row) => reader.at(row))).toEqual(texts);
  expect(blocks.bytes).toBeLessThan(1.2 * rows * 304);
});
