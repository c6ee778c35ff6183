import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import { isImpossible } from "../../../src/backends/sql/dialect-definition.ts";
import {
  type ColumnMapping,
  mappingOf,
  storageOf,
  type TableMapping,
} from "../../../src/backends/sql/table-mapping.ts";
import type { Field, Schema } from "../../../src/language/schema/index.ts";
import type { ValueType } from "../../../src/language/types/value-type.ts";
import { readField, readProperty } from "../../../src/language/values/row-value.ts";
import type { Engine, EngineColumn, EngineValue, Storage } from "../../engines/engine.ts";
import { RANDOM_SCHEMA } from "../../generate/random-schema.ts";
import type { Tape } from "../../generate/tape.ts";
import {
  DATES,
  LISTS,
  LONG_TEXTS,
  NUMBERS,
  OTHER_MOMENTS,
  TEXTS,
} from "../../generate/vocabulary.ts";
import { wildDate, wildNumber, wildText } from "../../generate/wild.ts";
import { type LoadedTable, ROW } from "./loaded-table.ts";

const ENGINE_STORAGE: Readonly<Record<ValueType, Readonly<Record<string, Storage>>>> = {
  text: { text: "text", exact: "exact-text" },
  number: { double: "double", integer: "integer", decimal: "decimal" },
  boolean: { boolean: "boolean", integer: "integer-boolean" },
  date: { timestamp: "timestamp", epochMilliseconds: "epoch-milliseconds" },
  list: { array: "array", json: "json", delimited: "text" },
};

/** Inserts rows into a table of an engine, stored according to the mapping. */
export async function loadTable(
  engine: Engine,
  dialect: Dialect,
  schema: Schema,
  rows: readonly unknown[],
  mapping: TableMapping & { readonly table: string },
): Promise<LoadedTable> {
  const fields = [...schema.stored.values()];
  const columns = fields.map((field) => engineColumn(field, mapping, dialect));
  const all: readonly EngineColumn[] = [
    { name: ROW, storage: "integer", notNull: true },
    ...columns,
  ];
  await engine.createTable(mapping.table, all);
  const cells = rows.map((row, index) => [
    index,
    ...fields.map((field) => cell(row, field, mappingOf(field, mapping))),
  ]);
  await engine.insert(mapping.table, all, cells);
  return { engine, dialect, schema, mapping, rows };
}

function engineColumn(field: Field, mapping: TableMapping, dialect: Dialect): EngineColumn {
  const { column = field.name, notNull = false, maxLength } = mappingOf(field, mapping);
  const storage = ENGINE_STORAGE[field.type][storageOf(field, mapping, dialect.definition)];
  if (storage === undefined) throw new Error(`no engine stores ${field.name} so`);
  return {
    name: column,
    storage,
    notNull,
    ...(maxLength === undefined ? {} : { length: maxLength }),
  };
}

function cell(row: unknown, { name, type }: Field, mapping: ColumnMapping): EngineValue {
  const given = readProperty(row, name);
  if (given === undefined || given === null) return null;
  const plain = readField(row, name, type);
  if (type === "date") return plain === null ? momentOf(given) : new Date(Number(plain));
  // Databases store -0, which is 0 in memory.
  if (Object.is(given, -0)) return -0;
  if (typeof plain !== "object" || plain === null) return plain;
  return mapping.storage === "delimited" ? plain.join(mapping.delimiter ?? ",") : plain;
}

/** An instant that a database can store though it is out of range for the language. */
function momentOf(given: unknown): Date | null {
  return typeof given === "string" && OTHER_MOMENTS.includes(given) ? new Date(given) : null;
}

/** A table of random rows over the generator's fields, stored in the most general way. */
export function loadRandomTable(
  engine: Engine,
  dialect: Dialect,
  tape: Tape,
  count: number,
): Promise<LoadedTable> {
  return loadRows(engine, dialect, tape, count, { table: "random" });
}

/** How random values are chosen. */
interface Choosing {
  /** Each column has few distinct values, so that rows share values. */
  readonly isFew?: boolean;
}

/** A table of random rows with columns stored in any way that the dialect supports. */
export function loadVariedTable(
  engine: Engine,
  dialect: Dialect,
  tape: Tape,
  count: number,
  choosing: Choosing = {},
): Promise<LoadedTable> {
  const columns: Record<string, ColumnMapping> = {};
  for (const [index, field] of [...RANDOM_SCHEMA.fields.values()].entries()) {
    columns[field.name] =
      field.role === "key"
        ? { storage: "integer", notNull: true }
        : randomMapping(field, index, dialect, tape);
  }
  return loadRows(engine, dialect, tape, count, { table: "random", columns }, choosing);
}

async function loadRows(
  engine: Engine,
  dialect: Dialect,
  tape: Tape,
  count: number,
  mapping: TableMapping & { readonly table: string },
  choosing: Choosing = {},
): Promise<LoadedTable> {
  const makers = [...RANDOM_SCHEMA.fields.values()].map(
    (field) => [field.name, valueMaker(field, mapping, dialect, tape, choosing)] as const,
  );
  const rows = Array.from({ length: count }, (_, index) =>
    Object.fromEntries(makers.map(([name, make]) => [name, make(index)])),
  );
  return await loadTable(engine, dialect, RANDOM_SCHEMA, rows, mapping);
}

const COLUMN_NAMES = [
  "select",
  'a "b"',
  "it`s",
  "x.y",
  "ü 😀",
  "what?",
  "$1",
  ":p",
  "{p1:String}",
  "100%",
  "a'b",
];

const DELIMITERS = [",", ";", "|", ", "];

/** Some dialects can split at some delimiters only. */
function delimiterOf({ definition }: Dialect, tape: Tape): string {
  const { delimited } = definition.columns.list;
  return tape.pick(DELIMITERS.filter((delimiter) => !isImpossible(delimited(delimiter))));
}

function randomMapping(field: Field, index: number, dialect: Dialect, tape: Tape): ColumnMapping {
  const { columns } = dialect.definition;
  const kinds = Object.entries(columns[field.type]).filter(
    ([, kind]) => !isImpossible(typeof kind === "function" ? kind(",") : kind),
  );
  // MariaDB's names cannot have a character beyond the basic plane.
  const names = COLUMN_NAMES.filter((name) => dialect.definition.quote(name) !== undefined);
  const storage = tape.pick(kinds.map(([name]) => name)) as NonNullable<ColumnMapping["storage"]>;
  return {
    storage,
    ...(tape.oneIn(3) ? { column: `${tape.pick(names)} ${index}`, quoted: true } : {}),
    ...(tape.oneIn(2) ? { notNull: true } : {}),
    ...(field.type === "number" && tape.oneIn(2) ? { range: tape.pick(RANGES) } : {}),
    ...(field.type === "text" && tape.oneIn(2) ? { maxLength: tape.pick([4, 40]) } : {}),
    ...(field.type === "date" && tape.oneIn(2) ? { inRange: true } : {}),
    ...(storage === "delimited" ? { delimiter: delimiterOf(dialect, tape) } : {}),
  };
}

const RANGES: readonly (readonly [number, number])[] = [
  [-1000, 1000],
  [0, 1e6],
  [1, 3000],
  [-1e150, 1e150],
];

/** Generates values that a column can store. */
function valueMaker(
  field: Field,
  mapping: TableMapping,
  dialect: Dialect,
  tape: Tape,
  { isFew = false }: Choosing,
): (row: number) => unknown {
  if (field.role === "key") return (row) => row;
  const { notNull = false, maxLength } = mappingOf(field, mapping);
  const all = choicesFor(field, mapping, dialect);
  const choices = isFew ? Array.from({ length: 1 + tape.below(5) }, () => tape.pick(all)) : all;
  const isWild = !isFew && tape.oneIn(3);
  const hasLongTexts = field.type === "text" && maxLength === undefined && tape.oneIn(16);
  return (row) => {
    if (hasLongTexts && row === 0) return tape.pick(LONG_TEXTS);
    if (!notNull && tape.oneIn(5)) return null;
    const wild = isWild && !tape.oneIn(4) ? wildValue(field, tape) : undefined;
    return wild !== undefined && holds(field, mapping, dialect, wild) ? wild : tape.pick(choices);
  };
}

function wildValue({ type }: Field, tape: Tape): unknown {
  switch (type) {
    case "text":
      return wildText(tape);
    case "number":
      return wildNumber(tape);
    case "boolean":
      return tape.oneIn(2);
    case "date":
      return new Date(wildDate(tape));
    case "list":
      return Array.from({ length: tape.below(4) }, () => wildText(tape));
  }
}

/** Whether a column can store a value. */
function holds(field: Field, mapping: TableMapping, dialect: Dialect, value: unknown): boolean {
  const { range, maxLength, delimiter = "," } = mappingOf(field, mapping);
  const storage = storageOf(field, mapping, dialect.definition);
  if (typeof value === "string") return maxLength === undefined || [...value].length <= maxLength;
  if (typeof value === "number") {
    const [least, most] = range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    return value >= least && value <= most && (HOLDS[storage]?.(value) ?? true);
  }
  return storage !== "delimited" || !Array.isArray(value) || isDelimitable(value, delimiter);
}

/** Values that a column can store, among those that often break engines. */
function choicesFor(field: Field, mapping: TableMapping, dialect: Dialect): readonly unknown[] {
  const storage = storageOf(field, mapping, dialect.definition);
  const among = (values: readonly unknown[]): readonly unknown[] =>
    values.filter((value) => holds(field, mapping, dialect, value));
  switch (field.type) {
    case "text":
      return among(TEXTS);
    case "number":
      return among([...NUMBERS, -0]);
    case "boolean":
      return [true, false];
    case "date": {
      if (mappingOf(field, mapping).inRange === true) return DATES;
      // ClickHouse's timestamps begin in 1900.
      return dialect.name === "clickhouse" && storage === "timestamp"
        ? [...DATES, ...OTHER_MOMENTS.filter((moment) => moment > "1900")]
        : [...DATES, ...OTHER_MOMENTS];
    }
    case "list":
      return among(LISTS);
  }
}

const HOLDS: Readonly<Record<string, (value: number) => boolean>> = {
  integer: (value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 53,
  decimal: (value) => /^-?\d{1,15}(\.\d{1,10})?$/.test(String(value)),
};

/** The list of one empty text would be the empty list. */
function isDelimitable(list: readonly string[], delimiter: string): boolean {
  const isKept = list.length === 0 || list.join("") !== "";
  return isKept && !list.some((text) => [...delimiter].some((part) => text.includes(part)));
}
