import { expect, it } from "vitest";
import type { NewKey } from "../../../src/apps/service/index.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { defineSchema } from "../../../src/index.ts";
import { jsonOf, queryOf } from "./harness/client.ts";
import { type Served, serve, serviceTests } from "./harness/serve.ts";

// The texts of records outside of a key's scope decide nothing for its holder.

serviceTests();

const COUNT = 3_200;
const SCHEMA = defineSchema({
  id: { type: "text", key: true },
  dealer: "text",
  codes: "text",
  long: { formula: "REPT({codes}, 300)" },
});
const KEY: NewKey = { scope: '{dealer} = "own"' };

interface Lengths {
  readonly own: number;
  readonly others: number;
  /** One record in this number is the key's own. */
  readonly share?: number;
}

async function serveCodes({ own, others, share = 16 }: Lengths): Promise<Served> {
  const records = Array.from({ length: COUNT }, (_, index) => {
    const isOwn = index % share === 0;
    return {
      id: String(index).padStart(5, "0"),
      dealer: isOwn ? "own" : `d${index % 7}`,
      codes: String(index).padStart(isOwn ? own : others, "x"),
    };
  });
  const store = await MemoryStore.from(records, SCHEMA);
  return serve({ collections: { cars: { store } }, key: KEY });
}

it.each([
  ["short texts of others", { own: 60, others: 60 }, 200],
  ["texts of others that are too long together", { own: 60, others: 120 }, 200],
  ["own texts that are too long together", { own: 160, others: 60, share: 2 }, 422],
])("a sort by a computed field charges only own texts: %s", async (_, lengths, status) => {
  const service = await serveCodes(lengths);
  for (const filterByFormula of ["TRUE()", '{codes} != "nothing"']) {
    const query = queryOf({ filterByFormula, maxRecords: 1 });
    const answer = await service.ask(`/cars${query}&fields.0=id&sort.0.field=long`);
    expect(answer.status).toBe(status);
    if (status === 422) expect(jsonOf(answer)).toMatchObject({ code: "too-costly" });
  }
});
