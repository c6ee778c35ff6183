import { describe, expect, it } from "vitest";
import { type GroupMeasure, toGroups } from "../../../src/backends/sql/query/sql-groups.ts";
import { SQL_DIALECTS } from "../../../src/backends/sql/standard-dialects.ts";
import { defineSchema } from "../../../src/index.ts";
import { readableField } from "../../../src/language/schema/index.ts";
import { SqlMappingError, sqlite } from "../../../src/sql.ts";

const schema = defineSchema({ vin: { type: "text", key: true }, price: "number", tags: "list" });
const table = { schema, table: "cars", keys: [readableField(schema, "vin", "test")] };

function measure(name: "sum" | "min" | "countDistinct", field: string): GroupMeasure {
  return { measure: name, field: readableField(schema, field, "test") };
}

describe.each(SQL_DIALECTS)("groups on $title", (dialect) => {
  it("have measures that the database computes exactly", () => {
    const made = toGroups(dialect, {
      ...table,
      measures: [measure("min", "price"), measure("sum", "price")],
    });
    expect(made?.text).toMatch(/^SELECT .*MIN\(.*SUM\(.* GROUP BY 1$/s);
  });

  it("have no measures of lists", () => {
    const measures = [measure("min", "price"), measure("countDistinct", "tags")];
    expect(toGroups(dialect, { ...table, measures })).toBeUndefined();
  });
});

it("an invalid mapping is an error", () => {
  const columns = { price: { storage: "json" } };
  const measures = [measure("sum", "price")];
  expect(() => toGroups(sqlite, { ...table, columns, measures })).toThrow(SqlMappingError);
});
