import type { Dialect } from "../../src/sql/filter.ts";
import { readField } from "../../src/values/row-value.ts";
import type { Engine, EngineColumn, EngineValue } from "../engines/engine.ts";
import { FIELDS, ordinaryRow } from "../generate/rows.ts";
import type { Tape } from "../generate/tape.ts";
import type { LoadedTable } from "./sql-way.ts";

const STORAGE = {
  text: "text",
  number: "double",
  boolean: "boolean",
  date: "timestamp",
  list: "array",
} as const;

/** A table of random rows over the fields of the generator. */
export async function loadRandomTable(
  engine: Engine,
  dialect: Dialect,
  tape: Tape,
  count: number,
): Promise<LoadedTable> {
  const rows = Array.from({ length: count }, () => ordinaryRow(tape));
  const columns: EngineColumn[] = [
    { name: "row", storage: "integer", notNull: true },
    ...FIELDS.map(({ name, type }) => ({ name, storage: STORAGE[type] })),
  ];
  await engine.createTable("random", columns);
  await engine.insert(
    "random",
    columns,
    rows.map((row, index) => [index, ...FIELDS.map(({ name, type }) => cell(row, name, type))]),
  );
  return { engine, dialect, mapping: { table: "random" }, rows };
}

function cell(row: unknown, name: string, type: (typeof FIELDS)[number]["type"]): EngineValue {
  const given = typeof row === "object" && row !== null ? Reflect.get(row, name) : undefined;
  if (given === undefined || given === null) return null;
  const plain = readField(row, name, type);
  return type === "date" && typeof plain === "number" ? new Date(plain) : (plain as EngineValue);
}
