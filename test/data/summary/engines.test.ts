import { describe, expect, it } from "vitest";
import { summarize } from "../../../src/data/summary/index.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { dialectOf } from "../../backends/sql/dialects.ts";
import { expectNone } from "../../backends/sql/expect-none.ts";
import { loadTable } from "../../backends/sql/load.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { ENGINE_NAMES, openEngine } from "../../engines/engine.ts";
import { SEED } from "../../generate/random.ts";
import { casesOf, countOf } from "../../harness/extent.ts";
import { runSummaries } from "./differential.ts";
import { engineTables, storeOver } from "./engine-tables.ts";

const PLANS = countOf(40, casesOf(1_600));

describe.each(ENGINE_NAMES)("summaries of %s", (name) => {
  describeEngine(
    name,
    () => openEngine(name),
    (engine) => {
      it("have no least and no largest value without records, whatever the columns allow", async () => {
        const schema = defineSchema({ id: { type: "text", key: true }, n: "number", d: "date" });
        const columns = { id: { notNull: true }, n: { notNull: true }, d: { notNull: true } };
        const rows = [{ id: "a", n: 1, d: new Date(0) }];
        const dialect = dialectOf(name);
        const mapping = { table: "never_null", columns };
        const store = storeOver(await loadTable(engine(), dialect, schema, rows, mapping));
        const measures = ["min(id)", "max(n)", "min(d)", "count"];
        const filter = compileOrThrow("{n} > 1", schema);
        const { signal } = new AbortController();
        const groups = await summarize(store, { filter, measures, signal });
        expect(groups).toEqual([{ "min(id)": null, "max(n)": null, "min(d)": null, count: 0 }]);
      });

      it(`agree with the reference on ${PLANS} random ones`, async () => {
        const made = { byDatabase: 0, ofRecords: 0 };
        const table = engineTables(engine(), dialectOf(name), made);
        const { tally, failures } = await runSummaries({ seed: SEED, plans: PLANS, table });
        console.info(`${name}, seed ${SEED}: ${JSON.stringify({ ...tally, ...made })}`);
        expectNone(failures);
        expect(made.byDatabase).toBeGreaterThan(PLANS / 50);
        expect(made.ofRecords).toBeGreaterThan(PLANS / 50);
      });
    },
  );
});
