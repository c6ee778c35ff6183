import { describe, expect, it } from "vitest";
import { describeTable } from "../../../src/backends/sql/describe/describe-table.ts";
import { compile, compileOrThrow, defineSchema } from "../../../src/index.ts";
import { type QueryOptions, SqlValueError, sqlite, toQuery } from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type EngineName, openEngine } from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { askBy, readAll } from "./native/native-table.ts";

/** A table with integers and decimals: the end of its CREATE statement, and the types of its columns. */
const TABLES: Readonly<
  Record<EngineName, { readonly integer: string; readonly decimal: string; readonly end: string }>
> = {
  sqlite: { integer: "INTEGER", decimal: "DECIMAL(30, 2)", end: "" },
  duckdb: { integer: "BIGINT", decimal: "DECIMAL(30, 2)", end: "" },
  postgres: { integer: "bigint", decimal: "numeric(30,2)", end: "" },
  mariadb: { integer: "bigint", decimal: "decimal(30,2)", end: "" },
  clickhouse: { integer: "Int64", decimal: "Decimal(30, 2)", end: " ENGINE = Memory" },
};

const LARGE = "9007199254740993";

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    name,
    () => openEngine(name),
    (engine) => {
      const { integer, decimal, end } = TABLES[name];
      const dialect = dialectOf(name);

      async function create(table: string): Promise<void> {
        const columns = `id ${name === "clickhouse" ? "String" : "varchar(10) NOT NULL"}, n ${integer}, small ${integer}, d ${decimal}`;
        await engine().execute(`CREATE TABLE ${table} (${columns})${end}`);
        await engine().execute(
          `INSERT INTO ${table} VALUES ('a', ${LARGE}, 1, ${LARGE}), ('b', 9007199254740992, 2, 2), ('c', -5, 3, 0.5)`,
        );
      }

      it("describes a column as a text if a float64 would round one of its first rows", async () => {
        await create("described");
        const described = await describeTable(dialect, askBy(engine()), "described");
        const types = [...described.schema.fields.values()].map((field) => [
          field.name,
          field.type,
        ]);
        expect(Object.fromEntries(types)).toMatchObject({ n: "text", small: "number" });
        const problem = compile(`{n} = ${LARGE}`, described.schema);
        if (problem.ok) throw new Error("a text is compared with a number");
        const [{ severity, fix } = {}] = problem.diagnostics;
        expect(severity).toBe("error");
        expect(fix?.edits.map(({ text }) => text).join("")).toContain(LARGE);
        const schema = defineSchema({
          ...described.schema.toJSON().fields,
          id: { type: "text", key: true },
        });
        const filter = compileOrThrow(`{n} = "${LARGE}"`, schema);
        const options: QueryOptions = { ...described, schema, filter, fields: ["id", "n"] };
        expect(await readAll(engine(), dialect, options)).toEqual([{ id: "a", n: LARGE }]);
      });

      it("reads the nearest float64 if the schema declares the column a number", async () => {
        await create("numbers");
        const schema = defineSchema({
          id: { type: "text", key: true },
          n: "number",
          d: "number",
        });
        const { columns } = await describeTable(dialect, askBy(engine()), "numbers");
        const { n = {}, d = {} } = columns;
        const options = { schema, table: "numbers", columns: { n, d } };
        const records = await readAll(engine(), dialect, options);
        expect(records).toEqual([
          { id: "a", n: 2 ** 53, d: 2 ** 53 },
          { id: "b", n: 2 ** 53, d: 2 },
          { id: "c", n: -5, d: 0.5 },
        ]);
        for (const source of ["{n} = 9007199254740992", "{n} > 9007199254740991", "{d} >= 9e15"]) {
          const filter = compileOrThrow(source, schema);
          expect(await readAll(engine(), dialect, { ...options, filter })).toEqual(
            filter.filter(records),
          );
        }
        // No page may skip a row whose integer rounds to the same number as another.
        const sort = [{ field: "n" }];
        const after = (n: number) => ({ ...options, sort, after: { id: "b", n } });
        expect(await readAll(engine(), dialect, after(1))).toHaveLength(2);
        expect(() => toQuery(dialect, after(2 ** 53))).toThrow(SqlValueError);
        expect(() => toQuery(dialect, after(2 ** 53))).toThrow("make the field a text");
      });
    },
    { isOptional: name === "mariadb" },
  );
}

describe("SQLite", () => {
  describeEngine(
    "numbers of a NUMERIC column",
    () => openEngine("sqlite"),
    (engine) => {
      it("are read if they are floats of 2^53 or more", async () => {
        await engine().execute(
          "CREATE TABLE floats (id TEXT NOT NULL, n NUMERIC, d DECIMAL(9, 2))",
        );
        await engine().execute("INSERT INTO floats VALUES ('a', 1e300, 9.2e18), ('b', -1e19, 1)");
        const schema = defineSchema({ id: { type: "text", key: true }, n: "number", d: "number" });
        const { columns } = await describeTable(sqlite, askBy(engine()), "floats");
        expect(await readAll(engine(), sqlite, { schema, table: "floats", columns })).toEqual([
          { id: "a", n: 1e300, d: 9.2e18 },
          { id: "b", n: -1e19, d: 1 },
        ]);
      });
    },
  );
});
