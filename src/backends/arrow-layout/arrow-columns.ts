import { isText } from "../../language/values/text/index.ts";
import { ARROW_TYPES, type ArrowData, type ArrowField, type ArrowType } from "./arrow-data.ts";
import type { Decode, StoredColumn } from "./stored-column.ts";
import {
  dayText,
  decimals,
  LONG_INTEGERS,
  type StoredForm,
  spelled,
  times,
  timestamps,
  UNITS,
} from "./stored-integers.ts";

/** An Arrow column that a type of field can represent. */
export interface ArrowColumn extends StoredColumn {
  /** Its index among the columns. */
  readonly index: number;
  /** Reads stored values, which `decode` and `spell` take. */
  readonly read: ReadArrow;
  /** Reads stored entries of the dictionary; `undefined` if the column has none. */
  readonly readEntry?: ReadArrow;
}

type ReadArrow = (data: ArrowData) => (row: number) => unknown;
type Form = Omit<ArrowColumn, "name" | "index">;

/** A column that no type of field can represent. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** Divides Arrow columns into those that a type of field can represent and the others. */
export function arrowColumns(
  fields: readonly ArrowField[],
  decodeText: Decode,
): { readonly columns: readonly ArrowColumn[]; readonly leftOut: readonly LeftOut[] } {
  const columns: ArrowColumn[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, { name, type, metadata }] of fields.entries()) {
    const form = formOf(type, decodeText, metadata.get("ARROW:extension:name"));
    const isDouble = columns.some((column) => column.name === name);
    if (isDouble) leftOut.push({ name, reason: "another column has the same name" });
    else if (name === "" || !isText(name))
      leftOut.push({ name, reason: "no field has such a name" });
    else if (typeof form === "string") leftOut.push({ name, reason: form });
    else columns.push({ ...form, name, index, read: present(form.read) });
  }
  return { columns, leftOut };
}

/**
 * The values of a column in a batch.
 *
 * @throws `Error` if the batch has more rows than values: a corrupt file may claim any number of rows
 */
export function dataOf(
  batch: { readonly numRows: number; readonly data: { readonly children: readonly ArrowData[] } },
  index: number,
): ArrowData {
  const data = batch.data.children[index];
  if (data === undefined) throw new Error(`a batch has no column ${index + 1}`);
  // If `numRows` is not a number, the comparison is false.
  if (!(batch.numRows >= 0 && rowsThere(data) >= batch.numRows)) {
    throw new Error(`a batch has fewer values than its ${batch.numRows} rows`);
  }
  return data;
}

/** The number of rows that the arrays have values for. */
function rowsThere({ type, offset, values, valueOffsets, stride, children }: ArrowData): number {
  if (type.typeId === ARROW_TYPES.fixedSizeList) {
    return Math.floor((children[0]?.length ?? 0) / (type.listSize ?? 1));
  }
  if (valueOffsets !== undefined) return Math.max(0, valueOffsets.length - 1);
  const { length = 0 }: { length?: number } = values ?? {};
  if (type.typeId === ARROW_TYPES.bool) return 8 * length - offset;
  return Math.floor(length / (type.typeId === ARROW_TYPES.utf8View ? VIEW : Math.max(1, stride)));
}

/** How to read a type; a string gives the reason if no type of field can represent it. */
function formOf(type: ArrowType, decodeText: Decode, extension = ""): Form | string {
  const { bitWidth, scale = 0, unit = 0 } = type;
  switch (type.typeId) {
    case ARROW_TYPES.utf8:
    case ARROW_TYPES.largeUtf8:
      return { type: "text", decode: decodeText, read: bytesRead };
    case ARROW_TYPES.utf8View:
      return { type: "text", decode: decodeText, read: viewRead };
    case ARROW_TYPES.dictionary: {
      if (type.dictionary === undefined) break;
      const form = formOf(type.dictionary, decodeText);
      if (typeof form === "string") return form;
      const readEntry = entryRead(present(form.read));
      return { ...form, read: codeRead(readEntry), readEntry };
    }
    case ARROW_TYPES.list:
    case ARROW_TYPES.largeList:
    case ARROW_TYPES.fixedSizeList:
      return listForm(type, decodeText);
    case ARROW_TYPES.bool:
      return { type: "boolean", decode: same, read: bitRead };
    case ARROW_TYPES.float:
      return { type: "number", decode: same, read: isHalf(type) ? halfRead : storedRead };
    case ARROW_TYPES.int: {
      const form = bitWidth === 64 ? LONG_INTEGERS : { decode: same, spell: spelled };
      return { type: "number", ...form, read: storedRead };
    }
    case ARROW_TYPES.decimal:
      return { ...decimals(scale), read: decimalRead };
    case ARROW_TYPES.date:
      return dateForm(unit === DAYS);
    case ARROW_TYPES.timestamp:
      return unitForm(timestamps, unit);
    case ARROW_TYPES.time:
      return unitForm(times, unit);
    case ARROW_TYPES.fixedSizeBinary:
      if (extension !== "arrow.uuid") break;
      return { type: "text", decode: uuidText, read: fixedRead };
    case ARROW_TYPES.struct:
    case ARROW_TYPES.map:
      return "a structure is not a value of a field";
  }
  return `the type ${String(type)} is not one of a field`;
}

function same(value: unknown): unknown {
  return value;
}

function isHalf(type: ArrowType): boolean {
  return "precision" in type && type.precision === 0;
}

function listForm(type: ArrowType, decodeText: Decode): Form | string {
  const [item] = type.children ?? [];
  const form = item === undefined ? "" : formOf(item.type, decodeText);
  if (typeof form === "string" || form.type !== "text") {
    return "only a list of texts is a value of a field";
  }
  const decode: Decode = (value) => (Array.isArray(value) ? value.map(form.decode) : value);
  const width = type.typeId === ARROW_TYPES.fixedSizeList ? type.listSize : undefined;
  return { type: "list", decode, read: listRead(present(form.read), width) };
}

const bytesRead: ReadArrow = ({ values, valueOffsets }) => {
  return (row) => {
    const [from, to] = rangeAt(valueOffsets, row);
    return to <= values.length ? values.subarray(from, to) : undefined;
  };
};

/** The size of a string view in bytes. */
const VIEW = 16;
/** A string of at most this many bytes is stored inside its view. */
const INSIDE = 12;

const viewRead: ReadArrow = ({ values, variadicBuffers }) => {
  const views = new DataView(values.buffer, values.byteOffset, values.byteLength);
  return (row) => {
    const at = row * VIEW;
    const length = views.getInt32(at, true);
    if (length < 0) return;
    if (length <= INSIDE) return values.subarray(at + 4, at + 4 + length);
    const bytes = variadicBuffers[views.getInt32(at + 8, true)];
    const from = views.getInt32(at + 12, true);
    if (bytes === undefined || from < 0 || from + length > bytes.length) return;
    return bytes.subarray(from, from + length);
  };
};

/** The start and the end of a row's bytes or items. */
function rangeAt(offsets: ArrayLike<number | bigint>, row: number): readonly [number, number] {
  const from = Number(offsets[row]);
  const to = Number(offsets[row + 1]);
  if (from >= 0 && from <= to) return [from, to];
  throw new Error(`the bytes of row ${row + 1} are out of bounds`);
}

const storedRead: ReadArrow =
  ({ values }) =>
  (row) =>
    values[row];

const bitRead: ReadArrow =
  ({ values, offset }) =>
  (row) =>
    (Number(values[(offset + row) >> 3]) & (1 << ((offset + row) & 7))) !== 0;

const fixedRead: ReadArrow =
  ({ values, stride }) =>
  (row) =>
    values.subarray(row * stride, (row + 1) * stride);

const halfRead: ReadArrow =
  ({ values }) =>
  (row) =>
    halfOf(Number(values[row]));

/** Decodes a 16-bit float. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 1024;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15));
}

/** Decodes two's complement of several 32-bit words, the lowest first. */
const decimalRead: ReadArrow = ({ values, stride }) => {
  return (row) => {
    const words = values.subarray(row * stride, (row + 1) * stride);
    if (words.length < stride) return;
    let integer = 0n;
    for (let index = stride - 1; index >= 0; index--) {
      /* v8 ignore next -- the index is in range */
      integer = (integer << 32n) + BigInt(Number(words[index] ?? 0) >>> 0);
    }
    return BigInt.asIntN(32 * stride, integer);
  };
};

function listRead(read: ReadArrow, width: number | undefined): ReadArrow {
  return ({ children: [items], valueOffsets }) => {
    if (items === undefined) return () => undefined;
    const item = read(items);
    return (row) => {
      const [from, to] =
        width === undefined ? rangeAt(valueOffsets, row) : [row * width, (row + 1) * width];
      if (to > items.length) return;
      return Array.from({ length: to - from }, (_, index) => item(from + index));
    };
  };
}

function codeRead(readEntry: ReadArrow): ReadArrow {
  return (data) => {
    const entryAt = readEntry(data);
    return (row) => entryAt(Number(data.values[row]));
  };
}

function entryRead(read: ReadArrow): ReadArrow {
  return ({ dictionary }) => {
    const chunks = (dictionary?.data ?? []).map((data) => ({
      length: data.length,
      read: read(data),
    }));
    return (entry) => {
      let index = entry;
      for (const chunk of chunks) {
        if (index >= 0 && index < chunk.length) return chunk.read(index);
        index -= chunk.length;
      }
      return;
    };
  };
}

/** Wraps a reader so that NULL becomes `null`. */
function present(read: ReadArrow): ReadArrow {
  return (data) => {
    const value = read(data);
    const isValid = validity(data);
    return (row) => {
      if (!isValid(row)) return null;
      const stored = value(row);
      if (stored !== undefined) return stored;
      throw new Error(`row ${row + 1} has no value`);
    };
  };
}

/**
 * Returns a test for whether a row has a value.
 *
 * @throws `Error` if the bitmap is shorter than the rows
 */
export function validity({
  nullBitmap,
  nullCount,
  offset,
  length,
}: ArrowData): (row: number) => boolean {
  if (nullCount === 0 || nullBitmap === null || nullBitmap === undefined) return () => true;
  if (nullBitmap.length === 0) return () => true;
  if (8 * nullBitmap.length < offset + length)
    throw new Error("the validity bitmap is shorter than the rows");
  /* v8 ignore next -- the index is in range */
  return (row) => ((nullBitmap[(offset + row) >> 3] ?? 0) & (1 << ((offset + row) & 7))) !== 0;
}

const DAYS = 0;

/** A date in whole days is midnight in UTC. */
function dateForm(isDays: boolean): Form {
  const { decode, spell = decode } = timestamps(UNITS.MILLIS);
  if (!isDays) return { type: "date", decode, spell, read: storedRead };
  const ms = (value: unknown): unknown => (typeof value === "number" ? value * DAY : value);
  const day: Decode = (value) => {
    return typeof value === "number" ? dayText(new Date(value * DAY)) : value;
  };
  return { type: "date", decode: (value) => decode(ms(value)), spell: day, read: storedRead };
}

const DAY = 86_400_000;

/** @param unit 0 is a second, 1 a millisecond, 2 a microsecond and 3 a nanosecond */
function unitForm(form: (unit: number) => StoredForm, unit: number): Form {
  if (unit > 0) return { ...form(3 * unit), read: storedRead };
  const read: ReadArrow =
    ({ values }) =>
    (row) => {
      const stored = values[row];
      return stored === undefined ? undefined : BigInt(stored) * 1000n;
    };
  return { ...form(UNITS.MILLIS), read };
}

function uuidText(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  const hex = Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
