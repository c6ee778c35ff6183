import { expect, it } from "vitest";
import { MemoryStore } from "../../src/stores/memory/memory-store.ts";
import type { Statement } from "../../src/stores/sql/driver.ts";
import { describeEngine } from "../engines/describe-engine.ts";
import { countOf } from "../harness/extent.ts";
import { accessOf } from "../sql/plans.ts";
import { type Asking, queryOf } from "./harness/client.ts";
import { DATABASES, fillTable, openDatabase, rowsOf } from "./harness/databases.ts";
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
} from "./harness/scoped.ts";
import { type Served, serve, serviceTests } from "./harness/serve.ts";

// A key with a scope over records in a database, beside a service that has nothing else than what the scope leaves.

serviceTests();

const cursorSecret = "the same for both";

/** One attempt in so many is made on each database, and another one on the next. */
const ONE_IN = countOf(10, 1);

const open = MemoryStore.from(OWN, schemaOf(VISIBLE)).then((store) =>
  serve({ collections: { cars: { store } }, cursorSecret }),
);

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

const never = (): never => {
  throw new Error("nothing was asked of the database");
};

for (const [turn, [name, start]] of Object.entries(DATABASES).entries()) {
  describeEngine(name, start, (database) => {
    const statements: Statement[] = [];
    let started: Promise<Served> | undefined;
    const scoped = (): Promise<Served> => {
      const schema = schemaOf({ ...VISIBLE, ...HIDDEN });
      const onStatement = (statement: Statement): void => {
        statements.push(statement);
      };
      started ??= fillTable(database(), "scoped", schema, RECORDS, { onStatement }).then((store) =>
        serve({ collections: { cars: { store } }, cursorSecret, key: KEY }),
      );
      return started;
    };
    const expectSame = async (path: string, asking: Asking = {}): Promise<void> => {
      const [one, other] = [await scoped(), await open];
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
          for (const [index, service] of [await scoped(), await open].entries()) {
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
      const service = await scoped();
      for (const path of ["/cars", "/cars/count", "/cars/groups?measure.0=max(price)"]) {
        await service.ask(path);
      }
      expect(statements.length).toBeGreaterThan(1);
      for (const { text, params } of statements) {
        expect(text).toMatch(/WHERE .*\bdealer\b/);
        expect(params).toContain("3");
      }
    });
  });
}

const KEY_OF_FEW = { scope: KEY.scope, attributes: KEY.attributes };
const DEALERS = 200;
const MANY = Array.from({ length: countOf(5_000, 20_000) }, (_, index) => ({
  id: `r${String(index).padStart(6, "0")}`,
  dealer: String((index * 7919) % DEALERS),
  price: index % 1000,
}));

for (const name of ["sqlite", "postgres"] as const) {
  describeEngine(`the index of ${name}`, DATABASES[name] ?? never, (database) => {
    it("serves what a scoped key asks", async () => {
      const schema = schemaOf({
        id: { type: "text", key: true },
        dealer: "text",
        price: "number",
      });
      const statements: Statement[] = [];
      const store = await fillTable(database(), "indexed", schema, MANY, {
        indexes: ["dealer"],
        onStatement: (statement) => statements.push(statement),
      });
      const service = await serve({ collections: { cars: { store } }, key: KEY_OF_FEW });
      const driver = await openDatabase(database());
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
          const [statement = never()] = statements;
          const { reads, plan } = await planOf(statement);
          expect({ reads, plan }, statement.text).toMatchObject({ reads: "part" });
          expect(plan).toMatch(/\bdealer\b/);
        }
      }
      // A plan can say otherwise: the same without the scope reads the whole table.
      const text = "SELECT * FROM indexed WHERE price > 500";
      expect((await planOf({ text, params: [] })).reads).toBe("all");
      await driver.close();
      await service.stop();
    });
  });
}
