import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type {
  CodeColumn,
  Column,
  ListColumn,
  NumberColumn,
  TextColumn,
} from "../storage/column.ts";
import { BLANK_CODE } from "../storage/dictionary.ts";
import { isPlain, type TextBlock } from "../storage/text-blocks.ts";
import { utf8Of } from "../storage/utf8.ts";
import { type ByteSink, viewOf, WORD } from "./byte-sink.ts";
import { copyBytes, copyWords } from "./copy-bytes.ts";
import { JsonTexts } from "./json-texts.ts";
import { MOST_DATE_BYTES, writeDate } from "./write-date.ts";
import { MOST_ESCAPED_BYTES, writeEscaped } from "./write-escaped.ts";
import { MOST_NUMBER_BYTES, writeNumber } from "./write-number.ts";

/** Writes a row's field: its name, value and a comma. Returns the offset after them. */
export type WriteField = (row: number, sink: ByteSink, at: number) => number;

/** A field with a column, or one that is computed row by row. */
export type WrittenField = ColumnField | { readonly name: string; readonly value: ValueAt };

/** A row's value in JSON. */
type ValueAt = (row: number) => unknown;

interface ColumnField {
  readonly name: string;
  readonly column: Column;
  /** Whether the numbers of the column are dates. */
  readonly isDate: boolean;
  /** Whether a row's boolean is missing, which the column stores as `false`. */
  readonly isMissing?: ((row: number) => boolean) | undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;

/** The last writer of each column, for its lifetime: small answers take longer to prepare than to write. */
const writers = new WeakMap<Column, ColumnField & { readonly write: WriteField }>();

export function writeField(field: WrittenField): WriteField {
  if ("value" in field) return valueField(field.value, beforeValue(field.name));
  const { name, column, isDate, isMissing } = field;
  const last = writers.get(column);
  if (last?.name === name && last.isDate === isDate && last.isMissing === isMissing) {
    return last.write;
  }
  const write = columnField(field);
  writers.set(column, { ...field, write });
  return write;
}

/** A property's name and its colon. */
function beforeValue(name: string): string {
  return `${JSON.stringify(name)}:`;
}

function columnField(field: ColumnField): WriteField {
  const { name, column } = field;
  const before = beforeValue(name);
  const blank = constant(`${before}null,`);
  switch (column.kind) {
    case "numbers":
      return field.isDate ? dateField(column, before, blank) : numberField(column, before, blank);
    case "flags":
      return flagField(column.values, before, field.isMissing ?? column.isMissing);
    case "codes":
      return codeField(column, before, blank);
    case "texts":
      return textField(column, before, blank);
    case "lists":
      return listField(column, before, blank);
  }
}

/** A constant string as bytes, with room for a word after them. */
function fixed(text: string): { readonly view: DataView; readonly length: number } {
  const bytes = utf8Of(text);
  const padded = new Uint8Array(bytes.length + WORD);
  padded.set(bytes);
  return { view: viewOf(padded), length: bytes.length };
}

function constant(text: string): WriteField {
  const { view, length } = fixed(text);
  return (_row, sink, at) => {
    sink.room(at, length);
    return copyWords(view, 0, length, sink.view, at);
  };
}

function valueField(valueAt: ValueAt, name: string): WriteField {
  return (row, sink, at) => {
    const bytes = utf8Of(`${name}${JSON.stringify(valueAt(row))},`);
    sink.room(at, bytes.length);
    sink.bytes.set(bytes, at);
    return at + bytes.length;
  };
}

function numberField({ values }: NumberColumn, name: string, blank: WriteField): WriteField {
  const { view, length } = fixed(name);
  const most = length + MOST_NUMBER_BYTES + 1;
  return (row, sink, at) => {
    const value = values[row] as number;
    if (value === Number.POSITIVE_INFINITY) return blank(row, sink, at);
    sink.room(at, most);
    const { bytes } = sink;
    const end = writeNumber(value, bytes, copyWords(view, 0, length, sink.view, at));
    bytes[end] = COMMA;
    return end + 1;
  };
}

function dateField({ values }: NumberColumn, name: string, blank: WriteField): WriteField {
  const { view, length } = fixed(`${name}"`);
  const most = length + MOST_DATE_BYTES + 2;
  return (row, sink, at) => {
    const value = values[row] as number;
    if (value === Number.POSITIVE_INFINITY) return blank(row, sink, at);
    sink.room(at, most);
    const { bytes } = sink;
    const end = writeDate(value, bytes, copyWords(view, 0, length, sink.view, at));
    bytes[end] = QUOTE;
    bytes[end + 1] = COMMA;
    return end + 2;
  };
}

function flagField(
  values: Uint8Array,
  name: string,
  isMissing: ColumnField["isMissing"],
): WriteField {
  const yes = constant(`${name}true,`);
  const no = constant(`${name}false,`);
  const blank = constant(`${name}null,`);
  return (row, sink, at) => {
    if (values[row] === 1) return yes(row, sink, at);
    return (isMissing?.(row) === true ? blank : no)(row, sink, at);
  };
}

/** The cached JSON of a dictionary's texts, for the lifetime of the column. */
const jsonOfCodes = new WeakMap<CodeColumn, JsonTexts>();
const jsonOfItems = new WeakMap<ListColumn, JsonTexts>();

function codeField(column: CodeColumn, name: string, blank: WriteField): WriteField {
  const { codes, texts, size } = column;
  const json = jsonOfCodes.get(column) ?? new JsonTexts(texts, size, name, ",");
  jsonOfCodes.set(column, json);
  return (row, sink, at) => {
    const code = codes[row] as number;
    return code === BLANK_CODE ? blank(row, sink, at) : json.write(code, sink, at);
  };
}

function textField({ blocks }: TextColumn, name: string, blank: WriteField): WriteField {
  const { view, length } = fixed(`${name}"`);
  const views: DataView[] = [];
  const plain: boolean[] = [];
  return (row, sink, at) => {
    const number = row >> BLOCK_BITS;
    const block = blocks[number] as TextBlock;
    const { bytes, starts } = block;
    const index = row & (BLOCK - 1);
    const start = starts[index] as number;
    const end = starts[index + 1] as number;
    if (start === end) return blank(row, sink, at);
    plain[number] ??= isPlain(block);
    const isAsIs = plain[number];
    sink.room(at, length + (isAsIs ? 1 : MOST_ESCAPED_BYTES) * (end - start) + 2);
    const begin = copyWords(view, 0, length, sink.view, at);
    views[number] ??= viewOf(bytes);
    const close = isAsIs
      ? copyBytes(views[number], start, end, sink.view, begin)
      : writeEscaped(bytes, start, end, sink.bytes, begin);
    sink.bytes[close] = QUOTE;
    sink.bytes[close + 1] = COMMA;
    return close + 2;
  };
}

function listField(column: ListColumn, name: string, blank: WriteField): WriteField {
  const { offsets, codes, texts, size } = column;
  const before = constant(`${name}[`);
  const after = constant("],");
  const json = jsonOfItems.get(column) ?? new JsonTexts(texts, size, "", ",");
  jsonOfItems.set(column, json);
  return (row, sink, at) => {
    const from = offsets[row] as number;
    const to = offsets[row + 1] as number;
    if (from === to) return blank(row, sink, at);
    let end = before(row, sink, at);
    for (let index = from; index < to; index++) end = json.write(codes[index] as number, sink, end);
    // The comma after the last item is overwritten.
    return after(row, sink, end - 1);
  };
}
