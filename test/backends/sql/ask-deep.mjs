// Compiles one formula with one dialect in a separate process, whose stack has the default size and whose code is as
// cold as that of a freshly started server. The input is `{ source, dialect, calls, limits }`, the output the result of
// each call.
import { readFileSync } from "node:fs";
import { compileOrThrow, defineSchema } from "../../../dist/index.js";
import {
  clickhouse,
  createPostgres,
  duckdb,
  explainSql,
  mariadb,
  mysql,
  postgres,
  sqlite,
  toCount,
  toQuery,
} from "../../../dist/sql.js";

const schema = defineSchema({
  id: { type: "text", key: true },
  price: "number",
  tax: "number",
  country: "text",
  created: "date",
});

const { source, dialect: name, calls, limits } = JSON.parse(readFileSync(0, "utf8"));
const distributed = createPostgres({ distributed: true });
const dialect = { clickhouse, distributed, duckdb, mariadb, mysql, postgres, sqlite }[name];
const filter = compileOrThrow(source, schema, { limits });
const table = "cars";

const CALLS = {
  toSql: () => typeof filter.toSql(dialect, { table }).params,
  exact: () => typeof filter.toSql(dialect, { table, exact: true }).ok,
  explainSql: () => typeof explainSql(filter, dialect, { table }).length,
  toQuery: () => typeof toQuery(dialect, { schema, table, filter, sort: [{ field: "tax" }] }).text,
  toCount: () => typeof toCount(dialect, { table, filter }),
};

const answers = calls.map((call) => {
  try {
    return [call, CALLS[call]()];
  } catch (error) {
    return [call, String(error.stack).split("\n").slice(0, 3).join(" ")];
  }
});
console.log(JSON.stringify(Object.fromEntries(answers)));
