import { expect, it } from "vitest";
import { defineSchema } from "../../../../src/index.ts";
import { jsonOf, queryOf } from "../harness/client.ts";
import { fillTable } from "../harness/databases.ts";
import { serve } from "../harness/serve.ts";
import { describeServed, type StartedDatabase } from "./serve-table.ts";

const SCHEMA = defineSchema({
  id: { type: "text", key: true },
  secret: "text",
  code: { formula: '"c" & LEN({secret})' },
  masked: { formula: 'REGEX_REPLACE({secret}, "(?:a|b)+", "*")' },
});

/** A key that sees a computed field, but not the fields of its formula, is not told how a database computes it. */
export function hiddenFormulas(database: StartedDatabase): void {
  describeServed(
    "an explanation with SQL",
    database,
    async (started) => {
      const records = [{ id: "1", secret: "abc" }];
      const store = await fillTable(started, "hidden_formulas", SCHEMA, records);
      const key = { fields: ["id", "code", "masked"] };
      return serve({ collections: { cars: { store, showSql: true } }, key });
    },
    (service) => {
      it("shows nothing of a formula over hidden fields", async () => {
        for (const [filterByFormula, reasons] of [
          ['{code} = "c3"', []],
          ['{masked} = "*c"', ["the database does not compute all of it exactly"]],
        ] as const) {
          const answer = await service().ask(`/explain${queryOf({ filterByFormula })}`);
          expect(jsonOf(answer)).toMatchObject({ parts: [{ text: filterByFormula, reasons }] });
          expect(answer.text).not.toMatch(/secret|where|prefilter/);
        }
      });

      it("has the SQL of the fields that the key sees", async () => {
        const filterByFormula = '{id} = "1"';
        const answer = await service().ask(`/explain${queryOf({ filterByFormula })}`);
        expect(answer.text).toContain('"where"');
      });
    },
  );
}
