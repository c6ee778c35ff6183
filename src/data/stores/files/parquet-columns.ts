import { Buffer, isUtf8 } from "node:buffer";
import type { FileMetaData, SchemaElement, SchemaTree } from "hyparquet";
import type { LeftOut } from "../../../backends/arrow-layout/arrow-columns.ts";
import type { Decode, StoredColumn } from "../../../backends/arrow-layout/stored-column.ts";
import { dayText, LONG_INTEGERS, spelled } from "../../../backends/arrow-layout/stored-integers.ts";
import type { ValueType } from "../../../language/types/value-type.ts";
import { isText } from "../../../language/values/text/index.ts";

import { storedForm } from "./parquet-stored.ts";

/**
 * The columns of a Parquet file, and those that no field can represent, such as structures.
 *
 * The types in the metadata are changed so that the reader returns stored values: it would multiply decimals by powers
 * of ten, which is inexact, and it knows only the old names of types.
 */
export function parquetColumns(
  metadata: FileMetaData,
  tree: SchemaTree,
  decodeText: Decode,
): { readonly columns: readonly StoredColumn[]; readonly leftOut: readonly LeftOut[] } {
  for (const element of metadata.schema) {
    const logical = element.logical_type?.type;
    if (logical === "DATE") element.converted_type = "DATE";
    if (logical === "STRING" || logical === "ENUM" || element.converted_type === "ENUM") {
      element.converted_type = "UTF8";
    }
    // A JSON column is read as its source string.
    if (logical === "JSON" || element.converted_type === "JSON") element.converted_type = "UTF8";
  }
  const columns: StoredColumn[] = [];
  const leftOut: LeftOut[] = [];
  for (const child of tree.children) {
    const { name } = child.element;
    const column = columnOf(child, decodeText);
    if (name === "" || !isText(name)) leftOut.push({ name, reason: "no field has such a name" });
    else if (typeof column === "string") leftOut.push({ name, reason: column });
    else columns.push({ name, ...column });
  }
  return { columns, leftOut };
}

/** Returns the reason if no field can represent the column. */
function columnOf(tree: SchemaTree, decodeText: Decode): Omit<StoredColumn, "name"> | string {
  const item = listElement(tree);
  if (item !== undefined) {
    if (typeOf(item) !== "text") return "only a list of texts is a value of a field";
    return {
      type: "list",
      decode: (value) => (Array.isArray(value) ? value.map(decodeText) : value),
    };
  }
  const { element, children } = tree;
  if (children.length > 0) return "a structure is not a value of a field";
  const stored = storedForm(element);
  if (stored !== undefined) {
    delete element.converted_type;
    delete element.logical_type;
    return stored;
  }
  const type = typeOf(element);
  if (type === undefined) {
    const name = element.logical_type?.type ?? element.converted_type ?? element.type;
    return `the type ${name} is not one of a field`;
  }
  if (type === "text") return { type, decode: decodeText };
  const decode: Decode = (value) => value;
  if (element.type === "INT64") {
    return { type, ...LONG_INTEGERS };
  }
  if (element.type === "INT32")
    return { type, decode, spell: type === "date" ? daySpelled : spelled };
  // Only timestamps are stored in 96 bits.
  return { type, decode, ...(element.type === "INT96" && { time: true }) };
}

/** The element type of a list; `undefined` if the column is not a list. */
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

function typeOf(element: SchemaElement): ValueType | undefined {
  const { type, converted_type: converted, logical_type: logical } = element;
  switch (type) {
    case "BOOLEAN":
      return "boolean";
    case "INT96":
      return "date";
    case "INT32":
    case "INT64":
      return converted === "DATE" ? "date" : "number";
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

/**
 * Returns a decoder for the strings of one file. The strings of a page share one buffer, so its view is cached. Bytes
 * that are not UTF-8 are returned unchanged.
 */
export function textDecoder(): Decode {
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
    // Invalid bytes decode to U+FFFD, but a valid string may contain it too.
    return text.includes("\uFFFD") && !isUtf8(value) ? value : text;
  };
}

function daySpelled(value: unknown): unknown {
  return value instanceof Date ? dayText(value) : value;
}
