import { Buffer, isUtf8 } from "node:buffer";
import type { FileMetaData, SchemaElement, SchemaTree } from "hyparquet";
import type { ValueType } from "../../types/value-type.ts";
import { isText } from "../../values/text/index.ts";

/** A column of a Parquet file that a field can stand for. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: ValueType;
  /** Makes a value of what the reader hands over. */
  readonly decode: (value: unknown) => unknown;
}

/**
 * The columns of a Parquet file. Those that a field cannot stand for, such as structures, are left out.
 *
 * Types are changed in the file's metadata, so that the reader hands over what was stored: it would multiply decimals
 * by powers of ten, which is not exact, and know types only by their old names.
 */
export function parquetColumns(
  metadata: FileMetaData,
  tree: SchemaTree,
  decodeText: DecodeText,
): readonly ParquetColumn[] {
  for (const element of metadata.schema) {
    const logical = element.logical_type?.type;
    if (logical === "DATE") element.converted_type = "DATE";
    if (logical === "STRING" || logical === "ENUM" || element.converted_type === "ENUM") {
      element.converted_type = "UTF8";
    }
    // JSON is the text that it is.
    if (logical === "JSON" || element.converted_type === "JSON") element.converted_type = "UTF8";
  }
  return tree.children.flatMap((child) => {
    const { name } = child.element;
    // No field has such a name.
    return name === "" || !isText(name) ? [] : (columnOf(child, decodeText) ?? []);
  });
}

function columnOf(tree: SchemaTree, decodeText: DecodeText): ParquetColumn | undefined {
  const { name } = tree.element;
  const element = listElement(tree);
  if (element !== undefined) {
    if (typeOf(element) !== "text") return undefined;
    const decode = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(decodeText) : value;
    return { name, type: "list", decode };
  }
  if (tree.children.length > 0) return undefined;
  const type = typeOf(tree.element);
  if (type === undefined) return undefined;
  if (isDecimal(tree.element)) {
    const { logical_type: logical, scale = 0 } = tree.element;
    const digits = logical?.type === "DECIMAL" ? logical.scale : scale;
    delete tree.element.converted_type;
    delete tree.element.logical_type;
    return { name, type, decode: (value) => decodeDecimal(value, digits) };
  }
  return { name, type, decode: type === "text" ? decodeText : (value) => value };
}

/** The elements of a list; `undefined` if the column is not a list. */
function listElement(tree: SchemaTree): SchemaElement | undefined {
  const { element, children } = tree;
  if (element.repetition_type === "REPEATED" && children.length === 0) return element;
  const isList = element.converted_type === "LIST" || element.logical_type?.type === "LIST";
  const [repeated] = children;
  if (!isList || children.length !== 1 || repeated === undefined) return undefined;
  const [item] = repeated.children;
  if (item === undefined) return repeated.element;
  return repeated.children.length === 1 && item.children.length === 0 ? item.element : undefined;
}

function isDecimal({ converted_type, logical_type }: SchemaElement): boolean {
  return converted_type === "DECIMAL" || logical_type?.type === "DECIMAL";
}

function typeOf(element: SchemaElement): ValueType | undefined {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (isDecimal(element)) return "number";
  switch (type) {
    case "BOOLEAN":
      return "boolean";
    case "INT96":
      return "date";
    case "INT32":
    case "INT64":
      if (converted === "DATE" || logical?.type === "TIMESTAMP") return "date";
      if (converted === "TIMESTAMP_MILLIS" || converted === "TIMESTAMP_MICROS") return "date";
      return logical?.type === "TIME" || converted?.startsWith("TIME_") === true
        ? undefined
        : "number";
    case "FLOAT":
    case "DOUBLE":
      return "number";
    case "BYTE_ARRAY":
      return converted === "BSON" || logical?.type === "GEOMETRY" || logical?.type === "GEOGRAPHY"
        ? undefined
        : "text";
    case "FIXED_LEN_BYTE_ARRAY":
      if (logical?.type === "FLOAT16") return "number";
      return logical?.type === "UUID" ? "text" : undefined;
    default:
      return undefined;
  }
}

/** Makes a text of bytes. Bytes that are not UTF-8 are left as they are. */
export type DecodeText = (value: unknown) => unknown;

/** A decoder for the texts of one file: those of a page lie in one buffer, of which a view is made once. */
export function textDecoder(): DecodeText {
  let page: ArrayBufferLike | undefined;
  let view: Buffer = Buffer.alloc(0);
  return (value) => {
    if (!(value instanceof Uint8Array)) return value;
    if (value.buffer !== page) {
      page = value.buffer;
      view = Buffer.from(page);
    }
    const start = value.byteOffset;
    const text = view.toString("utf8", start, start + value.byteLength);
    // Wrong bytes are decoded as this character, but a text may also contain it.
    return text.includes("\uFFFD") && !isUtf8(value) ? value : text;
  };
}

function decodeDecimal(value: unknown, scale: number): unknown {
  if (value === null || value === undefined) return value;
  const digits = value instanceof Uint8Array ? signedInteger(value) : value;
  // Reading the digits gives the nearest number; multiplying would round twice.
  return Number(`${String(digits)}e-${scale}`);
}

/** Two's complement, the first byte the highest. */
function signedInteger(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
}
