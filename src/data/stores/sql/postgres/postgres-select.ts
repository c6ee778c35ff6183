import type { SqlValue } from "../../../../backends/sql/sql-fragment.ts";
import type { Row } from "../driver.ts";
import type { Pg, PgConnection, PgField } from "./pg.ts";
import { PostgresExchange } from "./postgres-exchange.ts";

export interface PostgresSelectOptions {
  /** Statements sent before it in the same packet, such as `BEGIN`; their results are ignored. */
  readonly before: readonly string[];
  /** The most rows that the portal returns at once; `undefined` for all. */
  readonly batchRows: number | undefined;
}

/** Parses the array cells of a row; other cells stay strings. */
type Convert = (row: (string | null)[]) => Row;

/** Starts a SELECT and fetches its first rows in one round trip. */
export class Select extends PostgresExchange {
  /** The rows received so far. */
  rows: Row[] = [];
  /** Whether there are no more rows. */
  isComplete = false;
  convert: Convert | undefined;
  readonly #pg: Pg;
  readonly #text: string;
  readonly #params: readonly SqlValue[];
  readonly #options: PostgresSelectOptions;
  #isDescribed = false;
  #commands: number;

  constructor(pg: Pg, text: string, params: readonly SqlValue[], options: PostgresSelectOptions) {
    super();
    this.#pg = pg;
    this.#text = text;
    this.#params = params;
    this.#options = options;
    this.#commands = options.before.length;
  }

  send(connection: PgConnection): void {
    const { before, batchRows } = this.#options;
    for (const text of before) {
      connection.parse({ name: "", text });
      connection.bind({ values: [] });
      connection.execute({});
    }
    connection.parse({ name: "", text: this.#text });
    connection.bind({ values: this.#params.map(parameterText) });
    connection.describe({ type: "P", name: "" });
    connection.execute(batchRows === undefined ? {} : { rows: batchRows });
    connection.sync();
  }

  override handleRowDescription({ fields }: { readonly fields: readonly PgField[] }): void {
    this.#isDescribed = true;
    this.convert = converterOf(this.#pg, fields);
  }

  override handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    if (this.#isDescribed)
      this.rows.push(this.convert === undefined ? fields : this.convert(fields));
  }

  override handleCommandComplete(): void {
    if (this.#commands > 0) this.#commands--;
    else this.isComplete = true;
  }
}

/** Fetches more rows of an open SELECT, in its transaction. */
export class Fetch extends PostgresExchange {
  readonly rows: Row[] = [];
  isComplete = false;
  readonly #convert: Convert | undefined;
  readonly #batchRows: number;

  constructor({ convert }: Select, batchRows: number) {
    super();
    this.#convert = convert;
    this.#batchRows = batchRows;
  }

  send(connection: PgConnection): void {
    connection.execute({ rows: this.#batchRows });
    connection.sync();
  }

  override handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    this.rows.push(this.#convert === undefined ? fields : this.#convert(fields));
  }

  override handleCommandComplete(): void {
    this.isComplete = true;
  }
}

function parameterText(value: SqlValue): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** The type OIDs of `text[]` and `varchar[]`. */
const LISTS: ReadonlySet<number> = new Set([1009, 1015]);

function converterOf({ types }: Pg, fields: readonly PgField[]): Convert | undefined {
  const lists = fields.flatMap(({ dataTypeID }, index) =>
    LISTS.has(dataTypeID) ? [{ index, parse: types.getTypeParser(dataTypeID) }] : [],
  );
  if (lists.length === 0) return undefined;
  return (row) => {
    const cells: unknown[] = row;
    for (const { index, parse } of lists) {
      const cell = row[index];
      if (typeof cell === "string") cells[index] = parse(cell);
    }
    return cells;
  };
}
