import { describe, expect, it } from "vitest";
import type { NewKey } from "../../../src/apps/service/index.ts";
import { MemoryStore } from "../../../src/data/stores/memory/memory-store.ts";
import { defineSchema } from "../../../src/index.ts";
import { jsonOf, queryOf } from "./harness/client.ts";
import { type Served, serve, serviceTests } from "./harness/serve.ts";

// Texts that a key may not see, of other records or of hidden fields, decide nothing for its holder.

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

describe("a key that sees a field computed from a hidden one", () => {
  const SECRETS = [3, 300, 3_000, 30_000];
  const SIZES = Array.from({ length: 31 }, (_, index) => 12_000 + index * 100);
  const FIELDS = { id: { type: "text", key: true }, notes: "text", secret: "text" } as const;
  const schema = defineSchema({ ...FIELDS, hasX: { formula: 'FIND("zq", {secret}) > 0' } });
  /** The longer the visible text, the more work: near the limit, that of the hidden one would show. */
  const TERM = 'LEN(REGEX_REPLACE({notes}, "(?:A|B).{300}x", "")) = 1';
  const FORMULA = `OR({hasX}, ${TERM})`;

  async function serveSecret(secret: number, sizes: readonly number[]): Promise<Served> {
    const records = sizes.map((size) => ({
      id: String(size),
      notes: "n".repeat(size),
      secret: "s".repeat(secret),
    }));
    const store = await MemoryStore.from(records, schema);
    return serve({ collections: { cars: { store } }, key: { fields: ["id", "notes", "hasX"] } });
  }

  /** The status of a formula for each of the records alone. */
  async function statuses(service: Served): Promise<readonly number[]> {
    const all: number[] = [];
    for (const size of SIZES) {
      const query = queryOf({ filterByFormula: FORMULA, record: String(size) });
      const { status } = await service.ask(`/explain${query}`);
      all.push(status);
    }
    return all;
  }

  it("gets the same answers for any length of the hidden text", async () => {
    const services = await Promise.all(SECRETS.map((secret) => serveSecret(secret, SIZES)));
    const [first, ...others] = await Promise.all(services.map(statuses));
    expect(new Set(first)).toEqual(new Set([200, 422]));
    for (const other of others) expect(other).toEqual(first);
    const most = SIZES[(first?.indexOf(422) ?? 0) - 1] ?? 0;
    for (const [sizes, status] of [
      [[most], 200],
      [[most + 100], 422],
    ] as const) {
      for (const secret of SECRETS) {
        const service = await serveSecret(secret, sizes);
        const body = { filterByFormula: FORMULA };
        expect((await service.ask("/cars/count", { body })).status).toBe(status);
        expect((await service.ask("/cars/query", { body })).status).toBe(status);
        const grouped = { groupBy: [{ field: "hasX" }], filterByFormula: TERM };
        expect((await service.ask("/cars/groups", { body: grouped })).status).toBe(status);
        const measured = { groupBy: [{ field: "hasX" }, { formula: TERM }] };
        expect((await service.ask("/cars/groups", { body: measured })).status).toBe(status);
      }
    }
  });

  it("gets the same error for costly values, whatever the length of the hidden text", async () => {
    // Three parts that the value does not need: with the hidden text, they are about as much work as is allowed.
    const unneeded = [300, 301, 302].map((count) => TERM.replace("300", String(count)));
    const filterByFormula = `IF(TRUE(), 1, IF(AND({hasX}, ${unneeded.join(", ")}), 2, 3))`;
    const sizes = Array.from({ length: 8 }, (_, index) => 4_400 + index * 50);
    const texts = await Promise.all(
      SECRETS.map(async (secret) => {
        const service = await serveSecret(secret, sizes);
        const answers: string[] = [];
        for (const size of sizes) {
          const query = queryOf({ filterByFormula, record: String(size) });
          answers.push((await service.ask(`/explain${query}`)).text);
        }
        return answers.join("\n");
      }),
    );
    expect(texts[0]).toContain("too much work");
    expect(new Set(texts).size).toBe(1);
  });
});
