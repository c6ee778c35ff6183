import type { Field } from "../../../language/schema/index.ts";
import { KEY_NAME } from "../../arrow-layout/arrow-data.ts";
import { ColumnsError } from "../columns-error.ts";
import { BLOCK } from "../storage/blocks.ts";
import type { Column } from "../storage/column.ts";
import { ArrowMaker, type ArrowPackage } from "./arrow-package.ts";
import {
  type ColumnParts,
  codeParts,
  dateParts,
  flagParts,
  listParts,
  numberParts,
  textBytesOf,
  textParts,
  textsParts,
  type WantedRows,
} from "./column-parts.ts";

/** A field of the table, with its column. */
interface MadeField {
  readonly field: Field;
  readonly column: Column;
  /** Whether a boolean is missing; given where the column itself does not record it. */
  readonly isMissing?: ((row: number) => boolean) | undefined;
}

/** The fields and rows to export. */
export interface MadeOf {
  readonly fields: readonly MadeField[];
  readonly length: number;
  /** The numbers of the rows, in the order of the table; all rows unless given. */
  readonly rows?: ArrayLike<number> | undefined;
  /** The maximum number of rows in a batch. */
  readonly batchRows?: number;
}

/** The maximum number of bytes of texts in a column of a batch: Arrow's offsets have 31 bits. */
const MOST_TEXT = 1 << 30;

type MakeColumn = (rows: WantedRows) => object;

/** Exports columns as a table. */
export function makeTable<Table extends object>(arrow: ArrowPackage<Table>, of: MadeOf): Table {
  const { schema, batches } = makeBatches(arrow, of);
  return new ArrowMaker(arrow).make(arrow.Table, schema, [...batches]);
}

/** The schema of a table, and its batches, each created on demand. There is at least one batch. */
export function makeBatches<Batch extends object, Schema extends object>(
  arrow: ArrowPackage<object, Batch, Schema>,
  { fields, length, rows: list, batchRows = length }: MadeOf,
): { readonly schema: Schema; readonly batches: Iterable<Batch> } {
  const maker = new ArrowMaker(arrow);
  const columns = fields.map((one) => columnOf(maker, one));
  const arrowFields = fields.map(({ field }, index) =>
    maker.make(arrow.Field, field.name, columns[index]?.type, true),
  );
  const key = fields.find(({ field }) => field.role === "key")?.field.name;
  const notes = new Map(key === undefined ? [] : [[KEY_NAME, key]]);
  const schema = maker.make(arrow.Schema, arrowFields, notes);
  const struct = maker.make(arrow.Struct, arrowFields);
  function* batches(): Generator<Batch> {
    let first = 0;
    do {
      const rows = fitting(fields, { first, list, length: Math.min(batchRows, length - first) });
      const children = columns.map(({ make }) => make(rows));
      const data = maker.data({ type: struct, length: rows.length, nullCount: 0, children });
      yield maker.make(arrow.RecordBatch, schema, data);
      first += rows.length;
    } while (first < length);
  }
  return { schema, batches: batches() };
}

/** The longest prefix of the rows that fits into a batch. */
function fitting(fields: readonly MadeField[], rows: WantedRows): WantedRows {
  const texts = fields.flatMap(({ column }) => (column.kind === "texts" ? [column.blocks] : []));
  if (texts.length === 0) return rows;
  const sizes = texts.map(() => 0);
  for (let from = 0; from < rows.length; from += BLOCK) {
    const some = { ...rows, first: rows.first + from, length: Math.min(BLOCK, rows.length - from) };
    for (const [index, blocks] of texts.entries()) {
      const size = textBytesOf(blocks, some);
      sizes[index] = (sizes[index] as number) + size;
      /* v8 ignore start -- that takes more than 1 GB of texts */
      if (size > MOST_TEXT) throw new ColumnsError("texts of 4,096 rows take more than 1 GB");
      if ((sizes[index] as number) > MOST_TEXT) return { ...rows, length: from };
      /* v8 ignore stop */
    }
  }
  return rows;
}

/** The Arrow type of a column, and the function that exports some of its rows. */
function columnOf(
  maker: ArrowMaker,
  { field, column, isMissing }: MadeField,
): { readonly type: object; readonly make: MakeColumn } {
  const { package: arrow } = maker;
  const plain = (
    type: object,
    parts: (rows: WantedRows) => ColumnParts,
  ): ReturnType<typeof columnOf> => ({
    type,
    make: (rows) => maker.data({ type, length: rows.length, ...parts(rows) }),
  });
  switch (column.kind) {
    case "numbers":
      return field.type === "date"
        ? plain(maker.make(arrow.TimestampMillisecond, "UTC"), (rows) => dateParts(column, rows))
        : plain(maker.make(arrow.Float64), (rows) => numberParts(column, rows));
    case "flags":
      return plain(maker.make(arrow.Bool), (rows) => flagParts(column, rows, isMissing));
    case "texts":
      return plain(maker.make(arrow.Utf8), (rows) => textParts(column, rows));
    case "codes": {
      const { codes, texts, size } = column;
      const text = maker.make(arrow.Utf8);
      const dictionary = textVector(maker, text, texts.slice(0, size));
      const Index = INDEXES[codes.BYTES_PER_ELEMENT as keyof typeof INDEXES];
      const type = maker.make(arrow.Dictionary, text, maker.make(arrow[Index]));
      return {
        type,
        make: (rows) =>
          maker.data({ type, length: rows.length, ...codeParts(codes, rows), dictionary }),
      };
    }
    case "lists": {
      const text = maker.make(arrow.Utf8);
      const type = maker.make(arrow.List, maker.make(arrow.Field, "item", text, false));
      return {
        type,
        make: (rows) => {
          const { lists, items } = listParts(column, rows);
          const texts = items.map((code) => column.texts[code] as string);
          const child = maker.data({ type: text, length: texts.length, ...textsParts(texts) });
          return maker.data({ type, length: rows.length, ...lists, child });
        },
      };
    }
  }
}

/** Arrow's index type by the size of a code in bytes. */
const INDEXES = { 1: "Uint8", 2: "Uint16", 4: "Uint32" } as const;

function textVector(maker: ArrowMaker, type: object, texts: readonly string[]): object {
  const data = maker.data({ type, length: texts.length, ...textsParts(texts) });
  return maker.make(maker.package.Vector, [data]);
}
