import { describe, expect, it } from "vitest";
import { SQL_DIALECTS } from "../../../src/backends/sql/standard-dialects.ts";
import { defineSchema } from "../../../src/language/schema/index.ts";
import { type ColumnMapping, toQuery } from "../../../src/sql.ts";

const schema = defineSchema({ vin: { type: "text", key: true }, price: "number" });

/** An index on the key serves the order of the key and the start of a page: the SQL must not prevent that. */
describe.each(SQL_DIALECTS.map((dialect) => [dialect.name, dialect] as const))(
  "%s",
  (_, dialect) => {
    const { exact } = dialect.definition.columns.text;
    const vin: ColumnMapping = {
      notNull: true,
      notBlank: true,
      ...(exact === undefined ? {} : { storage: "exact" }),
    };
    const query = toQuery(dialect, {
      schema,
      table: "cars",
      columns: { vin },
      after: { vin: "A" },
    });

    it("orders by the column of the key, unchanged", () => {
      const column = `${dialect.definition.quote("cars")}.${dialect.definition.quote("vin")}`;
      expect(query.text.endsWith(` ORDER BY ${column}`)).toBe(true);
    });

    it("compares nothing but the key", () => {
      expect(query.text).not.toMatch(/ OR | IS NULL|''/);
    });
  },
);
