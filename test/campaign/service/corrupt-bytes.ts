import { gzipSync } from "node:zlib";
import { tableFromArrays, tableToIPC, Utf8, vectorFromArray } from "apache-arrow";
import { parquetWriteBuffer } from "hyparquet-writer";

// Files of records in each format, and such files with damage that was chosen for what readers trust.

const ROWS = 317;

const records = Array.from({ length: ROWS }, (_, index) => ({
  vin: `V${String(index).padStart(4, "0")}`,
  price: index / 4,
  sold: index % 3 === 0,
  title: `title ${index % 50} größer`,
}));
const NAMES = ["vin", "price", "sold", "title"] as const;
type Name = (typeof NAMES)[number];

function valuesOf<K extends Name>(name: K) {
  return records.map((record) => record[name]);
}

const csv = [NAMES.join(","), ...records.map((record) => Object.values(record).join(","))].join(
  "\n",
);
const ndjson = records.map((record) => `${JSON.stringify(record)}\n`).join("");

/** An intact file of each format, by its name. */
export const WHOLE: Readonly<Record<string, Uint8Array>> = {
  "plain.csv": Buffer.from(csv),
  "packed.csv.gz": gzipSync(csv),
  "plain.ndjson": Buffer.from(ndjson),
  "packed.ndjson.gz": gzipSync(ndjson),
  "plain.json": Buffer.from(JSON.stringify(records)),
  "plain.arrow": tableToIPC(arrowTable(), "file"),
  "stream.arrow": tableToIPC(arrowTable(), "stream"),
  "plain.parquet": parquet("UNCOMPRESSED"),
  "packed.parquet": parquet("GZIP"),
};

function arrowTable() {
  // The function takes a vector, too, though its types do not say so.
  const vin: unknown = vectorFromArray(valuesOf("vin"), new Utf8());
  return tableFromArrays({
    vin: vin as readonly string[],
    price: Float64Array.from(valuesOf("price")),
    sold: valuesOf("sold"),
    title: valuesOf("title"),
  });
}

function parquet(codec: "UNCOMPRESSED" | "GZIP", titles: readonly string[] = valuesOf("title")) {
  const rows = titles.length;
  const bytes = parquetWriteBuffer({
    columnData: [
      { name: "vin", data: valuesOf("vin").slice(0, rows), type: "STRING" },
      { name: "price", data: valuesOf("price").slice(0, rows), type: "DOUBLE" },
      { name: "sold", data: valuesOf("sold").slice(0, rows), type: "BOOLEAN" },
      { name: "title", data: [...titles], type: "STRING" },
    ],
    codec,
    compressors: { GZIP: (input) => gzipSync(input) },
  });
  return new Uint8Array(bytes);
}

const MAGIC = "PAR1";

/** A Parquet file of 370 bytes whose metadata is a list in a list, and so on, each of which says that it has 33 million items. */
function lyingParquet(): Uint8Array {
  const list = [0xf9, 0xff, 0xff, 0xff, 0x0f];
  // A field of the type list comes before them.
  const footer = [0xf9, ...Array.from({ length: 71 }, () => list).flat(), 0, 0];
  return Buffer.concat([
    Buffer.from(MAGIC),
    Buffer.from(footer),
    Buffer.from(Uint32Array.of(footer.length).buffer),
    Buffer.from(MAGIC),
  ]);
}

/** An Arrow file whose batches and columns say that they have far more rows than there are. */
function lyingArrow(form: "file" | "stream", rows: bigint): Uint8Array {
  const bytes = Buffer.from(tableToIPC(arrowTable(), form));
  const said = Buffer.alloc(8);
  said.writeBigInt64LE(BigInt(ROWS));
  for (let at = bytes.indexOf(said); at >= 0; at = bytes.indexOf(said, at + 8)) {
    bytes.writeBigInt64LE(rows, at);
  }
  return bytes;
}

/**
 * A compressed file whose records are far longer than it is. What gzip made of some texts, one after the other, is gzip of all.
 *
 * @param record what stands in front of the long text of a record
 */
function bomb(head: string, record: (index: number) => string, end: string, megabytes: number) {
  const long = gzipSync("x".repeat(8 * 2 ** 20));
  const records = Array.from({ length: megabytes / 8 }, (_, index) => {
    return [gzipSync(record(index)), long, gzipSync(end)];
  });
  return Buffer.concat([gzipSync(head), ...records.flat()]);
}

/** Damage that needs much memory or time, by the name of the file that it replaces and by what it is. */
export function chosenDamage(
  megabytes: number,
): Readonly<Record<string, Readonly<Record<string, Uint8Array>>>> {
  const columns = Array.from({ length: 1_000_000 }, (_, index) => `c${index}`);
  const header = NAMES.join(",");
  // Whose record does not fit, for a machine that has the memory.
  const million = `${header},${columns.join(",")}\nV1,dear,true,a${",".repeat(columns.length)}\n`;
  const csvRecord = (index: number): string => `V${index},1,true,${index}`;
  const ndjsonRecord = (index: number): string =>
    `{"vin":"V${index}","price":1,"sold":true,"title":"${index}`;
  return {
    "plain.csv": { "a million columns": Buffer.from(million) },
    "packed.csv.gz": { "a bomb": bomb(`${header}\n`, csvRecord, "\n", megabytes) },
    "plain.ndjson": { "a record without an end": Buffer.alloc(80 * 2 ** 20, "[") },
    "packed.ndjson.gz": { "a bomb": bomb("", ndjsonRecord, '"}\n', megabytes) },
    "plain.json": { "brackets in brackets": Buffer.alloc(2 ** 22, "[") },
    "plain.arrow": {
      // Which apache-arrow 21 reads for ever.
      "a loop": flipped(WHOLE["plain.arrow"] ?? new Uint8Array(), 50),
      "some rows too many": lyingArrow("file", 100_000n),
      "far too many rows": lyingArrow("file", 2n ** 40n),
    },
    "stream.arrow": { "far too many rows": lyingArrow("stream", 2n ** 31n - 1n) },
    "plain.parquet": { "a list whose length lies": lyingParquet() },
    // A text has fewer than 512 mebibytes.
    "packed.parquet": {
      "a bomb": parquet("GZIP", ["x".repeat(Math.min(megabytes, 500) * 2 ** 20)]),
    },
  };
}

/** Numbers from 0 on, below another: the same ones for the same seed. */
function numbersOf(seed: number): (below: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    return ((state ^ (state >>> 14)) >>> 0) % below;
  };
}

/** The bytes with one to three bits changed. */
export function flipped(whole: Uint8Array, seed: number): Uint8Array {
  const bytes = Uint8Array.from(whole);
  const number = numbersOf(seed);
  const offsets = new Set(Array.from({ length: 1 + number(3) }, () => number(bytes.length)));
  for (const offset of offsets) bytes[offset] = (bytes[offset] ?? 0) ^ (1 << number(8));
  return bytes;
}

/** The bytes up to some offset. */
export function truncated(whole: Uint8Array, seed: number): Uint8Array {
  return whole.slice(0, numbersOf(seed)(whole.length));
}
