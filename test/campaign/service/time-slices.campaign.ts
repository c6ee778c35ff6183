import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { demoCars, demoSchema } from "../../../src/apps/demo/index.ts";
import { readRecords } from "../../../src/data/stores/index.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { compile, compileOrThrow } from "../../../src/index.ts";
import { jsonOf } from "../../apps/service/harness/client.ts";
import { closeAtEnd, temporaryFolder } from "../../apps/service/harness/closing.ts";
import { DATABASES, fillTable } from "../../apps/service/harness/databases.ts";
import { serve, serviceTests } from "../../apps/service/harness/serve.ts";
import { need } from "../../harness/extent.ts";
import { schemaOf } from "../../hostile/everywhere.ts";
import { extent } from "../figures.ts";
import { expectShortTasks } from "../long-tasks.ts";

// What a service does at the request of a client is divided into short tasks, as the work of stores is. The client's work is
// in the tasks too, since it runs in this process.

serviceTests();
const cars = [...demoCars(5_000)];
const never = new AbortController().signal;
const many = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join();

const COSTLY: readonly (readonly [what: string, formula: string])[] = [
  ["71 characters", 'LEN(REGEX_REPLACE(REPT({optionCodes},300),"(?:.{0,300}@|[A-Z])","x"))=1'],
  [
    "chains of UPPER",
    `OR(${many(10, () => `LEN(${"UPPER(".repeat(10)}REPT("\\x01",65000)${")".repeat(10)}) = 1`)})`,
  ],
  [
    "patterns over a long text",
    `OR(${many(100, (index) => `LEN(REGEX_REPLACE(REPT({optionCodes}, 300), "a${index}?.{0,100}@", "")) = 1`)})`,
  ],
  [
    "patterns over constants, which are folded",
    `OR(${many(90, (index) => `LEN(REGEX_REPLACE(REPT("ab", 30000), "a${index}?.{0,50}@", "")) = 1`)})`,
  ],
  ["as deep as it may be", `${"(".repeat(60)}{price}${")".repeat(60)} > 1`],
  ["deeper than it may be", `${"(".repeat(7_000)}1`],
  ["as long as it may be", `1${"+1".repeat(7_000)}`],
  ["90 mistakes", `OR(${many(90, (index) => `{prise${index}}`)})`],
];

describe("each task is short", () => {
  it.each(COSTLY)("while a formula is compiled: %s", async (what, formula) => {
    await expectShortTasks(`compiling ${what}`, async () => {
      for (let again = 0; again < 3; again++) {
        compile(formula, demoSchema);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
  });

  it.each(["/validate", "/explain"])("while %s answers", async (path) => {
    const store = await MemoryStore.from(cars.slice(0, 100), demoSchema);
    const service = await serve({ collections: { cars: { store } } });
    const record = path === "/explain" ? { record: cars[0]?.vin ?? "" } : {};
    for (const [what, filterByFormula] of COSTLY) {
      await expectShortTasks(`${path} of ${what}`, async () => {
        for (let again = 0; again < 3; again++) {
          const { status } = await service.ask(path, { body: { filterByFormula, ...record } });
          expect([200, 422]).toContain(status);
        }
      });
    }
  });

  it("while a summary of twenty measures folds its constants", async () => {
    const store = await MemoryStore.from(cars.slice(0, 100), demoSchema);
    const service = await serve({ collections: { cars: { store } } });
    const costly = (index: number): string =>
      `LEN(SUBSTITUTE(REPT("ab${index}", 15000), "a", "c")) + LEN(UPPER(REPT("q${index}", 20000))) + {price}`;
    let round = 0;
    await expectShortTasks("a summary of costly constants", async () => {
      round++;
      const body = {
        groupBy: [0, 1, 2].map((key) => ({ formula: costly(1_000 * round + key) })),
        measure: Array.from({ length: 20 }, (_, at) => `sum(${costly(1_000 * round + 10 + at)})`),
      };
      const { status } = await service.ask("/cars/groups", { body });
      expect([200, 422]).toContain(status);
    });
  });

  it("while a formula that a database cannot decide runs over its records", async (context) => {
    const started = await DATABASES.sqlite?.();
    if (started?.ok !== true) return need(context, { missing: "SQLite has no driver" });
    closeAtEnd(() => started.engine.close());
    const store = await fillTable(started.engine, "cars", demoSchema, cars.slice(0, 1_500));
    closeAtEnd(() => store.close());
    for (const [what, formula] of [
      ["a pattern", 'REGEX_MATCH(REPT({optionCodes}, 5), "(a|b|c)*.{50}@")'],
      ["long texts", `OR(${many(40, (index) => `LEN(REPT({title}, ${100 + index})) = 1`)})`],
    ] as const) {
      await expectShortTasks(`${what} on rows of SQLite`, () =>
        store.count(compileOrThrow(formula, demoSchema), { signal: never }),
      );
    }
  });

  it("while a file is read for an import", async () => {
    const path = join(temporaryFolder("time-slices"), "cars.ndjson");
    const lines = cars.map((car) => `${JSON.stringify(car)}\n`).join("");
    writeFileSync(path, lines.repeat(4));
    await expectShortTasks("reading a file", async () => {
      const { batches } = await readRecords(path, { schema: demoSchema, signal: never });
      let count = 0;
      for await (const { records } of batches) count += records.length;
      expect(count).toBe(4 * cars.length);
    });
  });

  it.each(["memory", "sqlite"])("while many values of a field are counted: %s", async (kind) => {
    const records = Array.from({ length: extent(20_000, 60_000) }, (_, index) => ({
      id: `k${index}`,
      name: `n${index % 10_000}`,
      tags: [`t${index % 1_000}`, `u${index % 77}`],
    }));
    const schema = schemaOf({ id: { type: "text", key: true }, name: "text", tags: "list" });
    const started = kind === "memory" ? undefined : await DATABASES[kind]?.();
    if (started?.ok === true) closeAtEnd(() => started.engine.close());
    const store =
      started?.ok === true
        ? await fillTable(started.engine, "cars", schema, records)
        : await MemoryStore.from(records, schema);
    const service = await serve({ collections: { cars: { store } } });
    await expectShortTasks(`values of fields, ${kind}`, async () => {
      for (const field of ["id", "name", "tags"]) {
        for (const order of ["frequency", "name"]) {
          const answer = await service.ask(`/cars/values/${field}?order=${order}&limit=1000`);
          expect(jsonOf(answer)).toHaveLength(1_000);
        }
      }
    });
  });
});
