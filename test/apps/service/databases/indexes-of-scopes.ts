import { expect, it } from "vitest";
import type { Statement } from "../../../../src/data/stores/sql/driver.ts";
import { accessOf } from "../../../backends/sql/plans.ts";
import { queryOf } from "../harness/client.ts";
import { closeAtEnd } from "../harness/closing.ts";
import { openDatabase, rowsOf } from "../harness/databases.ts";
import { KEY, schemaOf } from "../harness/scoped.ts";
import { type StartedDatabase, serveTable } from "./serve-table.ts";

const KEY_OF_FEW = { scope: KEY.scope, attributes: KEY.attributes };
const DEALERS = 200;
const MANY = Array.from({ length: 5_000 }, (_, index) => ({
  id: `r${String(index).padStart(6, "0")}`,
  dealer: String((index * 7919) % DEALERS),
  price: index % 1000,
}));
const TABLE = {
  name: "indexed",
  schema: schemaOf({ id: { type: "text", key: true }, dealer: "text", price: "number" }),
  records: MANY,
  indexes: ["dealer"],
};

/** What a key with a scope asks is read by the index of its scope. */
export function indexesOfScopes(database: StartedDatabase, name: "sqlite" | "postgres"): void {
  it("the index serves what a scoped key asks", async () => {
    const statements: Statement[] = [];
    const service = await serveTable(database(), TABLE, { key: KEY_OF_FEW }, (statement) => {
      statements.push(statement);
    });
    const driver = await openDatabase(database());
    closeAtEnd(() => driver.close());
    const planOf = (statement: Statement) => {
      const query = (text: string) => rowsOf(driver, { text, params: statement.params });
      return accessOf({ name, query }, { ...statement, params: [] }, MANY.length);
    };
    for (const formula of [
      "{price} > 500",
      'OR({price} > 500, {dealer} != "3")',
      "LEN({id}) > 3",
    ]) {
      for (const path of ["/cars", "/cars/count"]) {
        statements.length = 0;
        const answer = await service.ask(path + queryOf({ filterByFormula: formula }));
        expect(answer.status, answer.text).toBe(200);
        const [statement] = statements;
        if (statement === undefined) throw new Error("nothing was asked of the database");
        const { reads, plan } = await planOf(statement);
        expect({ reads, plan }, statement.text).toMatchObject({ reads: "part" });
        expect(plan).toMatch(/\bdealer\b/);
      }
    }
    // A plan can say otherwise: the same without the scope reads the whole table.
    const text = "SELECT * FROM indexed WHERE price > 500";
    expect((await planOf({ text, params: [] })).reads).toBe("all");
  });
}
