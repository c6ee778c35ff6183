import { expect, it } from "vitest";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import type { Statement } from "../../../../src/data/stores/sql/driver.ts";
import { type Asking, queryOf } from "../harness/client.ts";
import {
  ADDRESSES,
  FORMULAS,
  HIDDEN,
  KEY,
  OTHER,
  OWN,
  RECORDS,
  schemaOf,
  seen,
  VISIBLE,
} from "../harness/scoped.ts";
import { type Served, serve } from "../harness/serve.ts";
import { describeServed, type StartedDatabase, serveTable } from "./serve-table.ts";

const cursorSecret = "the same for both";

/** One attempt in so many is made on each database, and another one on the next. */
const ONE_IN = 5;

/** What a formula is asked with. */
const asked = (filterByFormula: string): readonly (readonly [path: string, asking?: Asking])[] => {
  const query = queryOf({ filterByFormula });
  return [
    [`/cars${query}`],
    ["/cars/query", { body: { filterByFormula } }],
    [`/cars/count${query}`],
    [`/cars/groups${query}&groupBy.0.field=price&measure.0=count`],
    ["/cars/groups", { body: { groupBy: [{ formula: filterByFormula }] } }],
    ["/cars/groups", { body: { measure: ["count", "max(id)"], filterByFormula } }],
    [`/cars/values/price${query}`],
    [`/cars/values/dealer${query}`],
    [`/explain${queryOf({ filterByFormula, record: OTHER[0]?.id ?? "" })}`],
    [`/cars${queryOf({ filterByFormula, pageSize: 3, totalCount: "true" })}`],
    [`/cars${query}&sort.0.field=price&sort.0.direction=desc&fields.0=name`],
  ];
};

/** A key with a scope over records in a database, beside a service that has nothing else than what the scope leaves. */
export function scopedKeys(database: StartedDatabase, turn: number): void {
  const statements: Statement[] = [];
  const table = { name: "scoped", schema: schemaOf({ ...VISIBLE, ...HIDDEN }), records: RECORDS };
  let open: Served;
  describeServed(
    "a key with a scope",
    database,
    async (started) => {
      const store = await MemoryStore.from(OWN, schemaOf(VISIBLE));
      open = await serve({ collections: { cars: { store } }, cursorSecret });
      const onStatement = (statement: Statement): void => {
        statements.push(statement);
      };
      return serveTable(started, table, { cursorSecret, key: KEY }, onStatement);
    },
    (scoped) => {
      const expectSame = async (path: string, asking: Asking = {}): Promise<void> => {
        const [one, other] = [scoped(), open];
        const answers = [await one.ask(path, asking), await other.ask(path, asking)] as const;
        expect(seen(answers[0]), path).toEqual(seen(answers[1]));
      };
      const isTried = (_: string, index: number): boolean => index % ONE_IN === turn % ONE_IN;

      it.each(FORMULAS.filter(isTried))("%s finds nothing else", async (formula) => {
        for (const [path, asking] of asked(formula)) await expectSame(path, asking);
      });

      it.each(ADDRESSES.filter(isTried))("%s shows nothing else", async (path) => {
        await expectSame(path);
        await expectSame(path, { method: "HEAD" });
      });

      it.each(["", "&sort.0.field=price&sort.0.direction=desc", "&sort.0.field=name"])(
        "pages%s",
        async (order) => {
          let pages = 0;
          const cursors: [string, string] = ["", ""];
          for (let isOver = false; !isOver; pages++) {
            const answers: unknown[] = [];
            for (const [index, service] of [scoped(), open].entries()) {
              const answer = await service.ask(`/cars?pageSize=4${order}${cursors[index]}`);
              const cursor = answer.headers["x-next-cursor"]?.toString();
              cursors[index] = `&cursor=${cursor}`;
              isOver = cursor === undefined;
              answers.push(seen(answer));
            }
            expect(answers[0]).toEqual(answers[1]);
          }
          expect(pages).toBe(4);
        },
      );

      it("asks the database for the scope's records only", async () => {
        statements.length = 0;
        const service = scoped();
        for (const path of ["/cars", "/cars/count", "/cars/groups?measure.0=max(price)"]) {
          await service.ask(path);
        }
        expect(statements.length).toBeGreaterThan(1);
        for (const { text, params } of statements) {
          expect(text).toMatch(/WHERE .*\bdealer\b/);
          expect(params).toContain("3");
        }
      });
    },
  );
}
