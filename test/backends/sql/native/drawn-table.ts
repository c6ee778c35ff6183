import { describeTable } from "../../../../src/backends/sql/describe/describe-table.ts";
import type { Dialect } from "../../../../src/backends/sql/dialect.ts";
import type { ColumnMapping } from "../../../../src/backends/sql/table-mapping.ts";
import { nativeType } from "../../../../src/backends/sql/table-mapping.ts";
import { parseType } from "../../../../src/backends/sql/type-text.ts";
import { readSchema } from "../../../../src/language/schema/index.ts";
import type { ValueType } from "../../../../src/language/types/value-type.ts";
import type { Engine } from "../../../engines/engine.ts";
import type {
  Cell,
  DrawColumn,
  DrawnColumn,
  NativeEngine,
} from "../../../generate/native/column.ts";
import type { Subject } from "../../../generate/subject.ts";
import type { Tape } from "../../../generate/tape.ts";
import { DATES, NUMBERS, TEXTS } from "../../../generate/vocabulary.ts";
import { type LoadedTable, ROW } from "../loaded-table.ts";
import { askBy, readAll } from "./native-table.ts";

const TABLE = "drawn";

/** The column that statements change. */
export const TOUCHED = "touched";

/** A table with an engine's own types, and the subject of formulas over it. */
export interface DrawnTable extends LoadedTable {
  readonly subject: Subject;
  /** The native type of each field, with the type of the field. */
  readonly natives: ReadonlyMap<string, string>;
  /** Differences between the records that the database returns and those that were inserted. */
  readonly problems: readonly string[];
  /** The statements that created the table, for failure reports. */
  readonly statements: readonly string[];
}

/** A column with its name and its cells, in the order of the rows. */
interface Filled {
  readonly name: string;
  readonly column: DrawnColumn;
  readonly definition: string;
  readonly check: string | undefined;
  readonly cells: readonly Cell[];
  readonly isGenerated: boolean;
}

const NAMES = ["select", "two words", "it's", "x.y", "ü", "100%", "$1", "__proto__", "Order"];
const NULL: Cell = { sql: "NULL", value: null };

/** Creates a table with columns of native types, and inserts random rows. */
export async function loadDrawnTable(
  engine: Engine,
  dialect: Dialect,
  native: NativeEngine,
  draws: readonly DrawColumn[],
  tape: Tape,
  count: number,
): Promise<DrawnTable> {
  const columns = draws.flatMap((draw, at) => filled(native, draw, at, tape, count));
  const statements = statementsOf(native, columns, tape, count);
  for (const statement of statements) {
    await engine.execute(statement).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${statement.slice(0, 1000)}`, { cause: error });
    });
  }
  const described = await describeTable(dialect, askBy(engine), TABLE);
  const fields: Record<string, { type: ValueType; key?: true }> = {
    [ROW]: { type: "number", key: true },
    [TOUCHED]: { type: "number" },
  };
  const mapped: Record<string, ColumnMapping> = { ...described.columns };
  const problems: string[] = [];
  for (const { name, column } of columns) {
    const refused = described.refused.find((one) => one.column === name);
    if (refused !== undefined && column.storage === undefined) {
      problems.push(`${name} ${column.declared} is refused: ${refused.reason}`);
    }
    fields[name] = { type: column.field };
    if (column.storage !== undefined) mapped[name] = { storage: column.storage };
  }
  const read = readSchema({ fields });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
  const { schema } = read;
  const mapping = { table: TABLE, columns: mapped };
  const rows = Array.from({ length: count }, (_, row) =>
    Object.fromEntries([
      [ROW, row],
      [TOUCHED, 0],
      ...columns.map(({ name, cells }) => [name, cells[row]?.value ?? null]),
    ]),
  );
  const found = await readAll(engine, dialect, { schema, ...mapping });
  for (const { name, column, cells } of columns) {
    for (const record of found) {
      const cell = cells[Number(record[ROW])];
      if (JSON.stringify(record[name]) === JSON.stringify(cell?.value)) continue;
      problems.push(
        `${column.declared}: ${cell?.sql} is read as ${JSON.stringify(record[name])}, not ${JSON.stringify(cell?.value)}`,
      );
    }
  }
  if (found.length !== count) problems.push(`there are ${found.length} rows`);
  const natives = new Map(
    columns.map(({ name, column }) => {
      const { storage = "" } = mapped[name] ?? {};
      const type = nativeType(parseType(storage), dialect.definition)?.names[0] ?? storage;
      return [name, `${type} as ${column.field}`];
    }),
  );
  const subject = subjectOf(columns);
  return { engine, dialect, schema, mapping, rows, subject, natives, problems, statements };
}

function filled(
  native: NativeEngine,
  draw: DrawColumn,
  at: number,
  tape: Tape,
  count: number,
): readonly Filled[] {
  const column = draw(tape);
  const name = tape.oneIn(6) ? `${tape.pick(NAMES)} ${at}` : `c${at}`;
  const quoted = native.quote(name);
  const isNotNull = column.isNeverNull === true || tape.oneIn(3);
  const isNotBlank = isNotNull && column.isText === true && tape.oneIn(2);
  const cells = Array.from({ length: count }, () => {
    if (!isNotNull && tape.oneIn(5)) return NULL;
    const cell = column.cell(tape);
    if (!isNotBlank || cell.value !== null) return cell;
    // A CHECK rejects the empty text. An exhausted tape returns the same cell each time.
    return [1, 2, 3, 4, 5, 6, 7, 8].reduce(
      (found) => (found.value === null ? column.cell(tape) : found),
      cell,
    );
  });
  // Some collations treat a text without letters as equal to the empty text.
  const hasCheck = isNotBlank && cells.every(({ value }) => /[a-z\d]/i.test(String(value ?? "")));
  const define = (options: Parameters<NativeEngine["define"]>[1]): string =>
    native.define(column.declared, options);
  const definition = `${quoted} ${define({ isNotNull, from: undefined, isStored: false })}`;
  const check = hasCheck ? `CONSTRAINT k${at} CHECK (${quoted} <> '')` : undefined;
  const made: Filled = { name, column, definition, check, cells, isGenerated: false };
  if (column.isNeverGenerated === true || !tape.oneIn(6)) return [made];
  const copy = `${name} again`;
  const generated = define({
    isNotNull: column.isNeverNull === true,
    from: quoted,
    isStored: tape.oneIn(2),
  });
  return [
    made,
    {
      ...made,
      name: copy,
      definition: `${native.quote(copy)} ${generated}`,
      check: undefined,
      isGenerated: true,
    },
  ];
}

function statementsOf(
  native: NativeEngine,
  columns: readonly Filled[],
  tape: Tape,
  count: number,
): readonly string[] {
  const table = native.quote(TABLE);
  const key = native.quote(ROW);
  const touched = native.quote(TOUCHED);
  const given = columns.filter(({ isGenerated }) => !isGenerated);
  const tuples = Array.from({ length: count }, (_, row) => {
    const cells = given.map(({ cells: own }) => own[row]?.sql ?? "NULL");
    return `(${[row, 0, ...cells].join(", ")})`;
  });
  const definitions = [
    `${key} ${native.key}`,
    `${touched} ${native.integer}`,
    ...columns.map(({ definition }) => definition),
    ...columns.flatMap(({ check = [] }) => check),
  ];
  const names = [key, touched, ...given.map(({ name }) => native.quote(name))];
  const indexes = columns.flatMap(({ name, column: { indexes = [] }, isGenerated }, at) => {
    const possible = isGenerated
      ? indexes.filter(native.indexesGenerated ?? (() => false))
      : indexes;
    if (possible.length === 0) return [];
    return Array.from({ length: tape.below(3) }, (_, more) =>
      tape
        .pick(possible)
        .replaceAll("{i}", native.quote(`by ${at} ${more}`))
        .replaceAll("{t}", table)
        .replaceAll("{c}", native.quote(name)),
    );
  });
  const create = `CREATE TABLE ${table} (${definitions.join(", ")}) ${native.suffix ?? ""}`;
  const insert = `INSERT INTO ${table} (${names.join(", ")}) VALUES ${tuples.join(",\n")}`;
  return [`DROP TABLE IF EXISTS ${table}`, create, ...indexes, insert];
}

/** Texts that are values of some types, or almost. */
const NEARLY = [
  "1",
  "01",
  "-1",
  "9007199254740993",
  "99999999999999999999",
  "10:00:00",
  "25:00:00",
  "\\xdead",
  "dead",
  "true",
  "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11",
  "127.0.0.1",
  "a",
  "A",
  "a ",
];

/** The values of the table are worth comparing with. */
function subjectOf(columns: readonly Filled[]): Subject {
  const values = (type: ValueType): readonly unknown[] =>
    columns.flatMap(({ column, cells }) =>
      column.field === type ? cells.flatMap(({ value }) => (value === null ? [] : value)) : [],
    );
  const texts = new Set([...values("text"), ...values("list")].map(String));
  const numbers = new Set([...values("number")].map(Number));
  const dates = new Set(
    values("date").flatMap((value) => (value instanceof Date ? [value.toISOString()] : [])),
  );
  return {
    fields: columns.map(({ name, column }) => ({ name, type: column.field })),
    texts: [...texts, ...NEARLY, ...TEXTS],
    numbers: [...numbers, ...NUMBERS],
    dates: [...dates, ...DATES],
  };
}
