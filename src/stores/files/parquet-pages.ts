import type {
  ColumnMetaData,
  Compressors,
  DataReader,
  Encoding,
  PageHeader,
  ParquetType,
  SchemaTree,
} from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import {
  getMaxDefinitionLevel,
  getMaxRepetitionLevel,
  isFlatColumn,
} from "hyparquet/src/schema.js";
import { readVarInt } from "hyparquet/src/thrift.js";

/** A column of a group of rows. */
export interface ColumnChunk {
  readonly bytes: ArrayBuffer;
  readonly metadata: ColumnMetaData;
  /** Where the column is in the schema. */
  readonly path: SchemaTree[];
  readonly rows: number;
}

/** The values of a column that are read at once. Longer arrays are slow. */
export const MOST_VALUES = 1 << 25;

/** The bytes of a page, and of its texts. */
const MOST_BYTES = 1 << 30;

/** A run of bits may have some more values than its page, as it is filled up. */
const FILLING = 512;

/**
 * Looks through a column before the package reads it, and returns the contents of its compressed pages. The package
 * believes what a page says of itself: a damaged count would have it write past the end of an array until no memory is
 * left.
 *
 * @throws `Error` for a page that says what cannot be
 */
export function checkedPages(chunk: ColumnChunk, compressors: Compressors): Uint8Array[] {
  const { bytes, metadata, path, rows } = chunk;
  const isFlat = isFlatColumn(path);
  let left = Number(metadata.num_values);
  if (isFlat && left !== rows) throw new Error(`a column has ${left} of ${rows} rows`);
  const decompressed = (stored: Uint8Array, length: number): Uint8Array => {
    const decompress = compressors[metadata.codec];
    if (decompress === undefined) throw new Error(`a page is compressed with ${metadata.codec}`);
    insist(length >= 0 && length <= MOST_BYTES, "a page has more than 1 GB");
    return decompress(stored, length);
  };
  const contents: Uint8Array[] = [];
  const reader = { view: new DataView(bytes), offset: 0 };
  // The package does not read further, either.
  while (reader.offset < bytes.byteLength - 1 && !(isFlat && left === 0)) {
    const header = parquetHeader(reader);
    const size = header.compressed_page_size;
    insist(size >= 0 && reader.offset + size <= bytes.byteLength, "a page is cut off");
    const stored = new Uint8Array(bytes, reader.offset, size);
    reader.offset += size;
    const isCompressed =
      metadata.codec !== "UNCOMPRESSED" && secondOf(header)?.is_compressed !== false;
    const levels = levelBytes(header);
    const content = isCompressed
      ? decompressed(stored.subarray(levels), header.uncompressed_page_size - levels)
      : stored.subarray(levels);
    if (isCompressed) contents.push(content);
    if (header.type === "DICTIONARY_PAGE") {
      const entries = header.dictionary_page_header?.num_values ?? 0;
      insist(entries <= 8 * content.length, "a dictionary has more entries than bits");
    } else {
      const count = (secondOf(header) ?? header.data_page_header)?.num_values ?? 0;
      insist(count >= 0 && count <= left, "a page has more values than its column");
      left -= count;
      checkPage(header, readerOf(stored), readerOf(content), chunk);
    }
  }
  return contents;
}

/** The header of a page of the second version. */
function secondOf({
  type,
  data_page_header_v2: header,
}: PageHeader): PageHeader["data_page_header_v2"] {
  return type === "DATA_PAGE_V2" ? header : undefined;
}

/** How many bytes of a page are levels that are not compressed. */
function levelBytes(header: PageHeader): number {
  const second = secondOf(header);
  if (second === undefined) return 0;
  const { repetition_levels_byte_length: repetition, definition_levels_byte_length: definition } =
    second;
  insist(
    repetition >= 0 && definition >= 0 && second.num_rows >= 0,
    "a page has less than nothing",
  );
  return repetition + definition;
}

function checkPage(
  header: PageHeader,
  stored: DataReader,
  content: DataReader,
  { metadata, path }: ColumnChunk,
): void {
  const repetition = getMaxRepetitionLevel(path);
  const definition = getMaxDefinitionLevel(path);
  const second = secondOf(header);
  if (second !== undefined) {
    const { num_values: count, num_nulls: missing, encoding } = second;
    if (repetition > 0) checkRuns(stored, bitsOf(repetition), count);
    stored.offset = second.repetition_levels_byte_length;
    if (definition > 0) checkRuns(stored, bitsOf(definition), count);
    checkValues(content, encoding, metadata.type, count, () => count - missing);
    return;
  }
  if (header.data_page_header === undefined) return;
  const { num_values: count, encoding } = header.data_page_header;
  skipLevels(content, repetition, count);
  const { view, offset } = content;
  skipLevels(content, definition, count);
  checkValues(content, encoding, metadata.type, count, () => {
    if (definition === 0) return count;
    const levels = new Array<number>(count);
    readRleBitPackedHybrid({ view, offset }, bitsOf(definition), levels);
    return levels.reduce((sum, level) => sum + Number(level === definition), 0);
  });
}

/** Goes past the levels of a page of the first version, which say how long they are. */
function skipLevels(reader: DataReader, most: number, count: number): void {
  if (most === 0) return;
  const end = reader.offset + 4 + reader.view.getUint32(reader.offset, true);
  reader.offset += 4;
  checkRuns(reader, bitsOf(most), count);
  reader.offset = end;
}

/** Checks the values of a page, at most `count`; `present` tells how many are not missing. */
function checkValues(
  reader: DataReader,
  encoding: Encoding | undefined,
  type: ParquetType,
  count: number,
  present: () => number,
): void {
  switch (encoding) {
    case "RLE":
      insist(type === "BOOLEAN", "a page has runs of what is no boolean");
      reader.offset += 4;
      checkRuns(reader, 1, count);
      break;
    case "PLAIN_DICTIONARY":
    case "RLE_DICTIONARY":
      insist(type !== "BOOLEAN", "a page has entries that are booleans");
      // A page without values may have no byte for the width, either.
      if (reader.view.byteLength > reader.offset) {
        checkRuns(reader, reader.view.getUint8(reader.offset++), count);
      }
      break;
    case "DELTA_BINARY_PACKED":
    case "DELTA_LENGTH_BYTE_ARRAY":
      checkDeltas(reader);
      break;
    case "DELTA_BYTE_ARRAY":
      checkPrefixes(reader, present());
  }
}

/** Checks numbers that are written as runs, and as bits. */
function checkRuns(reader: DataReader, width: number, count: number): void {
  const end = reader.view.byteLength;
  for (let left = count; left > 0 && reader.offset < end; ) {
    const head = readVarInt(reader) >>> 0;
    const size = head >>> 1;
    if (head & 1) {
      insist(8 * size < left + FILLING, "a run of bits is longer than its page");
      left -= 8 * size;
      reader.offset += width * size;
    } else {
      insist(size <= left, "a run is longer than its page");
      left -= size;
      reader.offset += (width + 7) >> 3;
    }
  }
}

/** Checks how numbers that are written as differences are parted into blocks. */
function checkDeltas({ view, offset }: DataReader): void {
  if (offset === view.byteLength) return;
  const reader = { view, offset };
  const block = readVarInt(reader);
  const parts = readVarInt(reader);
  insist(block > 0 && parts > 0 && block % parts === 0, "a page has blocks of no size");
  insist(parts <= view.byteLength, "a page has more parts of blocks than bytes");
}

/** Checks texts that are written as what is different from the text before. */
function checkPrefixes(reader: DataReader, count: number): void {
  const prefixes = new Int32Array(count);
  const rests = new Int32Array(count);
  for (const lengths of [prefixes, rests]) {
    checkDeltas(reader);
    deltaBinaryUnpack(reader, count, lengths);
  }
  let length = 0;
  let all = 0;
  for (let index = 0; index < count; index++) {
    const prefix = prefixes[index] as number;
    const rest = rests[index] as number;
    insist(prefix >= 0 && prefix <= length && rest >= 0, "a text begins as no text before does");
    length = prefix + rest;
    all += length;
    insist(all <= MOST_BYTES, "the texts of a page have more than 1 GB");
  }
}

/** How many bits keep a number. */
function bitsOf(most: number): number {
  return 32 - Math.clz32(most);
}

function readerOf(bytes: Uint8Array): DataReader {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
}

function insist(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem);
}
