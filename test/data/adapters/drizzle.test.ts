import { tagged } from "../../../src/adapters.ts";
import { postgres } from "../../../src/backends/sql/dialects/postgres.ts";
import type { ValueType } from "../../../src/language/types/value-type.ts";
import type { SqlValue } from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { load } from "../../engines/install.ts";
import { findsTheSameRows, SCHEMA, TABLE } from "./library.ts";
import { withCars } from "./with-cars.ts";

process.env.TZ = "Asia/Kathmandu";

/** A table, a column or a condition: what is written with them is checked by the tests that run it. */
interface Node {
  readonly id?: Node;
}

interface Drizzle {
  select(): { from(table: Node): { where(condition: Node): PromiseLike<readonly unknown[]> } };
  execute(statement: Node): Promise<{ readonly rows: readonly unknown[] }>;
}

interface Operators {
  readonly sql: (strings: TemplateStringsArray, ...values: SqlValue[]) => Node;
  readonly and: (...conditions: readonly Node[]) => Node;
  readonly lte: (column: Node | undefined, value: number) => Node;
}

type ColumnMaker = (name: string, options?: object) => Node & { array(): Node };

interface PgCore {
  readonly pgTable: (name: string, columns: Readonly<Record<string, Node>>) => Node;
  readonly doublePrecision: ColumnMaker;
  readonly text: ColumnMaker;
  readonly boolean: ColumnMaker;
  readonly timestamp: ColumnMaker;
}

interface Pg {
  readonly Pool: new (connection: object) => { end(): Promise<void> };
}

function carsTable(): Node {
  const { pgTable, doublePrecision, text, boolean, timestamp } =
    load<PgCore>("drizzle-orm/pg-core");
  const makers: Readonly<Record<ValueType, (name: string) => Node>> = {
    text,
    number: doublePrecision,
    boolean,
    date: (name) => timestamp(name, { withTimezone: true }),
    list: (name) => text(name).array(),
  };
  const columns = [...SCHEMA.fields.values()].map(({ name, type }) => [name, makers[type](name)]);
  return pgTable(TABLE, Object.fromEntries(columns));
}

describeEngine(
  "Drizzle with node-postgres",
  () =>
    withCars(openEngine("postgres"), ({ connection }) => {
      const { drizzle } = load<{ drizzle(client: object): Drizzle }>("drizzle-orm/node-postgres");
      const pool = new (load<Pg>("pg").Pool)(connection);
      return { database: drizzle(pool), close: () => pool.end() };
    }),
  (engine) => {
    findsTheSameRows(
      () => postgres,
      () => {
        const { sql, and, lte } = load<Operators>("drizzle-orm");
        const { database } = engine();
        const cars = carsTable();
        return {
          select: async (filterOf, most) =>
            database
              .select()
              .from(cars)
              .where(and(lte(cars.id, most), tagged(sql, filterOf(), { prefilter: true }))),
          run: async (query) => (await database.execute(tagged(sql, query))).rows,
        };
      },
    );
  },
);
