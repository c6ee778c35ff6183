import { expect, it } from "vitest";
import type { ColumnMapping } from "../../../../src/backends/sql/table-mapping.ts";
import type {
  SqlDriver,
  TableDescription,
  TableName,
} from "../../../../src/data/stores/sql/driver.ts";
import { SqlStore } from "../../../../src/data/stores/sql/sql-store.ts";
import { compileOrThrow } from "../../../../src/engine/index.ts";
import {
  defineSchema,
  type FieldDeclaration,
  type Schema,
} from "../../../../src/language/schema/index.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import type { Started } from "../../../engines/engine.ts";

/** A table with columns of each type, and what its description says. */
export interface DescribedTable {
  /** Statements that create the table `t`, and others. */
  readonly create: readonly string[];
  readonly fields: Readonly<Record<string, FieldDeclaration>>;
  /** Of these columns, if not of all. */
  readonly columns: Readonly<Record<string, ColumnMapping>>;
  readonly refused: readonly (readonly [column: string, reason: RegExp])[];
  readonly warnings?: readonly RegExp[];
  /** Its records, where it has few. */
  readonly records?: readonly Readonly<Record<string, unknown>>[];
  readonly others: readonly {
    readonly name: TableName;
    readonly fields: Readonly<Record<string, FieldDeclaration>>;
    readonly columns?: Readonly<Record<string, ColumnMapping>>;
  }[];
  /** A view of all its columns, which has no key. */
  readonly view?: string;
  /** Names that are those of no table. */
  readonly missing: readonly TableName[];
}

/** A database in which such a table is created. */
export interface DescribedDatabase {
  execute(sql: string): Promise<void>;
  /** Opens a driver, after the last statement. */
  open(): Promise<SqlDriver>;
  close(): Promise<void>;
}

const never = new AbortController().signal;

/** Formulas that ask something of each field: the database raises where a column is not what its description says. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  text: ["{f} = 'a'", "LEN({f}) > 0", "LOWER({f}) = 'a'", "{f} > 'a'", "{f} & 'x' = 'ax'"],
  number: ["{f} = 1", "{f} > 0.5", "{f} * 2 = 2", "{f} & '' = '1'"],
  boolean: ["{f}", "NOT({f})"],
  date: ["{f} >= '2024-01-01'", "YEAR({f}) = 2024", "DATETIME_DIFF({f}, '2024-01-01', 'days') = 0"],
  list: ["HAS({f}, 'a')", "LEN({f}) > 0", "{f} = 'a'"],
};

/** What the drivers of all databases say of a table's columns, and that its fields have the values which they promise. */
export function describeDescriptions(
  name: string,
  begin: () => Promise<Started<DescribedDatabase>>,
  table: DescribedTable,
): void {
  describeEngine(`a table of ${name}`, begin, (database) => {
    let created: Promise<void> | undefined;
    const create = async (): Promise<void> => {
      for (const statement of table.create) await database().execute(statement);
    };
    const withDriver = async (run: (driver: SqlDriver) => Promise<void>): Promise<void> => {
      created ??= create();
      await created;
      const driver = await database().open();
      try {
        await run(driver);
      } finally {
        await driver.close();
      }
    };

    it("is described by exact fields", () =>
      withDriver(async (driver) => {
        const { fields, columns, refused, warnings = [] } = await driver.describe("t", never);
        expect(fields).toEqual(table.fields);
        expect(columns).toMatchObject(table.columns);
        const reasons = refused.map(({ column, reason }) => [column, reason]);
        expect(reasons).toEqual(
          table.refused.map(([column, reason]) => [column, expect.stringMatching(reason)]),
        );
        const warned = table.warnings?.map((warning) => expect.stringMatching(warning));
        expect(warnings).toEqual(warned ?? []);
      }));

    it("answers as memory does, sorted by each field that has an order", () =>
      withDriver(async (driver) => {
        const described = await driver.describe("t", never);
        const records = await answersAsMemory(driver, "t", described);
        if (table.records !== undefined) expect(records).toEqual(table.records);
      }));

    it("is described beside views and tables without a key", () =>
      withDriver(async (driver) => {
        for (const { name: other, fields, columns } of table.others) {
          const description = await driver.describe(other, never);
          expect(Object.entries(description.fields)).toEqual(Object.entries(fields));
          if (columns !== undefined) expect(description.columns).toEqual(columns);
        }
        if (table.view !== undefined) {
          const { fields } = await driver.describe(table.view, never);
          expect(Object.keys(fields)).toEqual(
            Object.keys((await driver.describe("t", never)).fields),
          );
          expect(defineSchema(fields).key).toBeUndefined();
        }
        for (const missing of table.missing) {
          await expect(driver.describe(missing, never)).rejects.toMatchObject({ code: "setup" });
        }
      }));
  });
}

/** Every field answers every question as memory does. Returns all records. */
async function answersAsMemory(
  driver: SqlDriver,
  table: string,
  { fields, columns }: TableDescription,
): Promise<readonly Record<string, unknown>[]> {
  const schema: Schema = defineSchema(fields);
  const store = SqlStore.of(driver, { schema, table, columns });
  const all: Record<string, unknown>[] = [];
  for await (const records of store.read({}, { signal: never })) all.push(...records);
  expect(all.length).toBeGreaterThan(0);
  for (const { name, type } of schema.fields.values()) {
    for (const question of QUESTIONS[type] ?? []) {
      const source = question.replaceAll("{f}", `{${name}}`);
      const filter = compileOrThrow(source, schema);
      const found: unknown[] = [];
      const sort = type === "list" ? [] : [{ field: name }];
      for await (const records of store.read({ filter, sort }, { signal: never }))
        found.push(...records);
      const expected = all.filter((record) => filter.matches(record));
      expect(found.length, source).toBe(expected.length);
      expect(new Set(found), source).toEqual(new Set(expected));
    }
  }
  return all;
}
