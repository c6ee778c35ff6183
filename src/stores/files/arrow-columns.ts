import type { Data, DataType, Field, Vector } from "apache-arrow";
import { isText } from "../../values/text/index.ts";
import type { Decode, ParquetColumn } from "./parquet-column.ts";
import { LONG_INTEGERS } from "./parquet-columns.ts";
import { decimals, times, timestamps, UNITS } from "./parquet-stored.ts";
import type { LeftOut } from "./raw-file.ts";

/** The package `apache-arrow`. */
export type Arrow = typeof import("apache-arrow");

/** A column of an Arrow file that a field can stand for. */
export interface ArrowColumn extends ParquetColumn {
  /** Its place among the columns of the file. */
  readonly index: number;
  /** The values of a batch as they are stored, which `decode` and `spell` take. */
  readonly read: Read;
}

type Read = (data: Data) => (row: number) => unknown;
type Form = Omit<ArrowColumn, "name" | "index">;

/** The columns of an Arrow file, and those that a field cannot stand for. */
export function arrowColumns(
  arrow: Arrow,
  fields: readonly Field[],
  decodeText: Decode,
): { readonly columns: readonly ArrowColumn[]; readonly leftOut: readonly LeftOut[] } {
  const columns: ArrowColumn[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, { name, type, metadata }] of fields.entries()) {
    const form = formOf(arrow, type, decodeText, metadata.get("ARROW:extension:name"));
    if (name === "" || !isText(name)) leftOut.push({ name, reason: "no field has such a name" });
    else if (typeof form === "string") leftOut.push({ name, reason: form });
    else columns.push({ ...form, name, index, read: present(form.read) });
  }
  return { columns, leftOut };
}

/** How many rows a batch's values are there for: a damaged file may name any number. */
export function rowsThere({ DataType: Is }: Arrow, data: Data): number {
  const { type, values, valueOffsets, stride, children } = data;
  if (Is.isFixedSizeList(type)) return Math.floor((children[0]?.length ?? 0) / type.listSize);
  if (valueOffsets !== undefined) return valueOffsets.length - 1;
  const { length = 0 }: { length?: number } = values ?? {};
  if (Is.isBool(type)) return 8 * length;
  return Math.floor(length / (Is.isUtf8View(type) ? VIEW : Math.max(1, stride)));
}

/** Returns the reason if no field can stand for the type. */
function formOf(arrow: Arrow, type: DataType, decodeText: Decode, extension = ""): Form | string {
  const { DataType: Is } = arrow;
  const text = textRead(arrow, type);
  if (text !== undefined) return { type: "text", decode: decodeText, read: text };
  if (Is.isDictionary(type)) {
    const form = formOf(arrow, type.dictionary, decodeText);
    return typeof form === "string" ? form : { ...form, read: dictionaryRead(form.read) };
  }
  if (Is.isList(type) || Is.isLargeList(type) || Is.isFixedSizeList(type)) {
    const [item] = type.children;
    const form = item === undefined ? "" : formOf(arrow, item.type, decodeText);
    if (typeof form === "string" || form.type !== "text") {
      return "only a list of texts is a value of a field";
    }
    const decode: Decode = (value) => (Array.isArray(value) ? value.map(form.decode) : value);
    const width = Is.isFixedSizeList(type) ? type.listSize : undefined;
    return { type: "list", decode, read: listRead(present(form.read), width) };
  }
  if (Is.isBool(type)) return { type: "boolean", decode: same, read: vectorRead(arrow) };
  if (Is.isFloat(type)) return { type: "number", decode: same, read: vectorRead(arrow) };
  if (Is.isInt(type)) {
    const form = type.bitWidth === 64 ? LONG_INTEGERS : { decode: same, spell: spelled };
    return { type: "number", ...form, read: storedRead };
  }
  if (Is.isDecimal(type)) return { ...decimals(type.scale), read: decimalRead };
  if (Is.isDate(type)) return dateForm(type.unit === arrow.DateUnit.DAY);
  if (Is.isTimestamp(type)) return unitForm(timestamps, type.unit);
  if (Is.isTime(type)) return unitForm(times, type.unit);
  if (Is.isFixedSizeBinary(type) && extension === "arrow.uuid") {
    return { type: "text", decode: uuidText, read: vectorRead(arrow) };
  }
  if (Is.isStruct(type) || Is.isMap(type)) return "a structure is not a value of a field";
  return `the type ${String(type)} is not one of a field`;
}

function same(value: unknown): unknown {
  return value;
}

function spelled(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

/** The package would decode texts without their first byte order mark, and wrong bytes as other characters. */
function textRead(arrow: Arrow, type: DataType): Read | undefined {
  const { DataType: Is } = arrow;
  if (Is.isUtf8(type)) return bytesRead;
  if (Is.isLargeUtf8(type)) return bytesRead;
  if (!Is.isUtf8View(type)) return undefined;
  return (data) => {
    const bytes = new arrow.Vector([data.clone(new arrow.BinaryView())]);
    const views = new DataView(data.values.buffer, data.values.byteOffset, data.values.byteLength);
    return (row) => {
      const value: Uint8Array | null = bytes.get(row);
      // A view names the length of its bytes, and the package cuts what is not there.
      return value?.length === views.getInt32(row * VIEW, true) ? value : undefined;
    };
  };
}

/** The bytes of a view of a text. */
const VIEW = 16;

const bytesRead: Read = ({ values, valueOffsets }) => {
  return (row) => {
    const [from, to] = range(valueOffsets, row);
    return to <= values.length ? values.subarray(from, to) : undefined;
  };
};

/** From where to where the bytes or items of a row are. */
function range(offsets: ArrayLike<number | bigint>, row: number): readonly [number, number] {
  const from = Number(offsets[row]);
  const to = Number(offsets[row + 1]);
  if (from >= 0 && from <= to) return [from, to];
  throw new Error(`the bytes of row ${row + 1} are nowhere`);
}

const storedRead: Read =
  ({ values }) =>
  (row) =>
    values[row];

function vectorRead(arrow: Arrow): Read {
  return (data) => {
    const vector: Vector = new arrow.Vector([data]);
    return (row) => vector.get(row);
  };
}

/** Integers of 32 bits, the lowest first, in two's complement. */
const decimalRead: Read = ({ values, stride }) => {
  return (row) => {
    const words: ArrayLike<number> = values.subarray(row * stride, (row + 1) * stride);
    if (words.length < stride) return;
    let integer = 0n;
    for (let index = stride - 1; index >= 0; index--) {
      integer = (integer << 32n) + BigInt((words[index] ?? 0) >>> 0);
    }
    return BigInt.asIntN(32 * stride, integer);
  };
};

function listRead(read: Read, width: number | undefined): Read {
  return ({ children: [items], valueOffsets }) => {
    if (items === undefined) return () => undefined;
    const item = read(items);
    return (row) => {
      const [from, to] =
        width === undefined ? range(valueOffsets, row) : [row * width, (row + 1) * width];
      if (to > items.length) return;
      return Array.from({ length: to - from }, (_, index) => item(from + index));
    };
  };
}

function dictionaryRead(read: Read): Read {
  return ({ values, dictionary }) => {
    const chunks = (dictionary?.data ?? []).map((data) => ({
      length: data.length,
      read: present(read)(data),
    }));
    return (row) => {
      let place = Number(values[row]);
      for (const chunk of chunks) {
        if (place < chunk.length) return chunk.read(place);
        place -= chunk.length;
      }
      return;
    };
  };
}

/** The same values; a NULL is `null`. */
function present(read: Read): Read {
  return (data) => {
    const value = read(data);
    return (row) => {
      if (!data.getValid(row)) return null;
      const stored = value(row);
      if (stored !== undefined) return stored;
      throw new Error(`row ${row + 1} has no value`);
    };
  };
}

/** A date of whole days is midnight in UTC. */
function dateForm(isDays: boolean): Form {
  const { decode, spell = decode } = timestamps(UNITS.MILLIS);
  if (!isDays) return { type: "date", decode, spell, read: storedRead };
  const ms = (value: unknown): unknown => (typeof value === "number" ? value * DAY : value);
  const day: Decode = (value) =>
    typeof value === "number" ? new Date(value * DAY).toISOString().slice(0, 10) : value;
  return { type: "date", decode: (value) => decode(ms(value)), spell: day, read: storedRead };
}

const DAY = 86_400_000;

/** @param unit 0 is a second, 1 a millisecond, 2 a microsecond and 3 a nanosecond */
function unitForm(form: typeof timestamps, unit: number): Form {
  if (unit > 0) return { ...form(3 * unit), read: storedRead };
  const read: Read =
    ({ values }) =>
    (row) =>
      BigInt(values[row]) * 1000n;
  return { ...form(UNITS.MILLIS), read };
}

function uuidText(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  const hex = Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
