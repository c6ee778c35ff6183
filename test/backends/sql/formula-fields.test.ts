import { describe, expect, it } from "vitest";
import { toQuery } from "../../../src/backends/sql/query/sql-query.ts";
import { DIALECTS } from "../../../src/backends/sql/standard-dialects.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";

const trips = defineSchema({
  id: { type: "text", key: true },
  price: "number",
  seats: "number",
  secret: { type: "number", hidden: true },
  perSeat: { formula: "{price} / {seats}" },
  isDear: { formula: "{price} > 100" },
  cost: { formula: "{price}" },
  withSecret: { formula: "{secret} + {price}" },
});

describe.each(Object.values(DIALECTS).map((dialect) => [dialect.name, dialect] as const))(
  "%s",
  (_, dialect) => {
    it("computes a field in the database, and needs no column for it", () => {
      const filter = compileOrThrow("{isDear}", trips);
      const query = toQuery(dialect, {
        schema: trips,
        table: "trips",
        filter,
        fields: ["id", "isDear"],
        sort: [{ field: "isDear", direction: "desc" }],
        limit: 3,
      });
      expect(query.text).not.toContain("isDear");
      expect(query.residual).toBeUndefined();
      expect(query.limitsInDatabase).toBe(true);
    });

    it("compares the column of a field that only renames it", () => {
      const { where } = compileOrThrow("{cost} > 100", trips).toSql(dialect);
      expect(where).toBe(compileOrThrow("{price} > 100", trips).toSql(dialect).where);
      const order = (field: string): string | undefined =>
        toQuery(dialect, { schema: trips, table: "t", fields: ["id"], sort: [{ field }] })
          .text.split("ORDER BY")
          .at(1);
      expect(order("cost")).toBe(order("price"));
    });

    it("leaves the other conditions unchanged, so that their indexes serve", () => {
      const both = compileOrThrow('AND({id} = "a", {perSeat} > 1)', trips).toSql(dialect);
      const { where = "" } = compileOrThrow('{id} = "a"', trips).toSql(dialect);
      expect(where).toContain("id");
      expect(both.where ?? both.prefilter).toContain(where.replace(/^\(|\)$/g, ""));
    });

    it("reads hidden columns in a computed field, which has no column of its own", () => {
      const query = toQuery(dialect, { schema: trips, table: "t", fields: ["withSecret"] });
      expect(query.text).toContain("secret");
      expect(() =>
        toQuery(dialect, { schema: trips, table: "t", columns: { perSeat: { notNull: true } } }),
      ).toThrow("`perSeat` is computed by a formula, and has no column");
    });
  },
);
