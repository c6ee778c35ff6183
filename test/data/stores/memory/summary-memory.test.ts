import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import { planOrThrow } from "../../../../src/data/summary/index.ts";
import { compileOrThrow, defineSchema } from "../../../../src/index.ts";

const never = new AbortController().signal;
const schema = defineSchema({ id: { type: "text", key: true } });
const MB = 2 ** 20;

describe("groups by long texts", () => {
  it("are charged a few at a time while they are built", async () => {
    const records = Array.from({ length: 400 }, (_, index) => ({ id: `k${10_000 + index}` }));
    const store = await MemoryStore.from(records, schema);
    const query = { groupBy: [{ formula: "REPT({id}, 10000)" }] };
    const plan = planOrThrow(schema, query, (source) => ({
      ok: true,
      formula: compileOrThrow(source, schema),
    }));
    const held: number[] = [];
    const groups = await store.summarize(plan, {
      signal: never,
      hold: (bytes) => held.push(bytes),
    });
    expect(groups).toHaveLength(400);
    const steps = held.map((bytes, index) => bytes - (held[index - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThan(4 * MB);
    expect(Math.max(...held)).toBeGreaterThan(40 * MB);
  });

  it("end as soon as they take more memory than allowed", async () => {
    const records = Array.from({ length: 400 }, (_, index) => ({ id: `k${10_000 + index}` }));
    const store = await MemoryStore.from(records, schema);
    const query = { groupBy: [{ formula: "REPT({id}, 10000)" }] };
    const plan = planOrThrow(schema, query, (source) => ({
      ok: true,
      formula: compileOrThrow(source, schema),
    }));
    let most = 0;
    const hold = (bytes: number): void => {
      most = Math.max(most, bytes);
      if (bytes > 8 * MB) throw new Error("too much");
    };
    await expect(store.summarize(plan, { signal: never, hold })).rejects.toThrow("too much");
    expect(most).toBeLessThan(12 * MB);
  });
});
