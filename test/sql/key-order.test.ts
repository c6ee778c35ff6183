import { describe, expect, it } from "vitest";
import { defineSchema } from "../../src/schema/index.ts";
import { SQL_DIALECTS } from "../../src/sql/standard-dialects.ts";
import { type ColumnMapping, toQuery } from "../../src/sql.ts";

const schema = defineSchema({ vin: { type: "text", key: true }, price: "number" });

/** An index on the key serves the order of the key, and finds where a page begins: nothing is written that would keep it from that. */
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

    it("orders by the key's column as it is", () => {
      const column = `${dialect.definition.quote("cars")}.${dialect.definition.quote("vin")}`;
      // The index of a column with PostgreSQL's own collation is made with this one, too.
      const order = dialect.name === "postgres" ? `${column} COLLATE "C"` : column;
      expect(query.text.endsWith(` ORDER BY ${order}`)).toBe(true);
    });

    it("asks for nothing but what comes after", () => {
      expect(query.text).not.toMatch(/ OR | IS NULL|''/);
    });
  },
);
