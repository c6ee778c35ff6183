import { describe, expect, it } from "vitest";
import { sortedRecords } from "../../../../src/data/stores/sql/sorted-records.ts";
import type { StoreQuery, StoreRecord } from "../../../../src/data/stores/store.ts";
import { TimeSlice } from "../../../../src/data/stores/time-slice.ts";
import { defineSchema } from "../../../../src/index.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";
import { turnsDuring } from "../../../harness/turns-during.ts";

const COUNT = 30_000;
const UNITS = 400;
const schema = defineSchema({ id: { type: "number", key: true }, text: "text" });
const sort = [{ field: "text" }];

/** Every record has a text of its own. */
async function* records(): AsyncGenerator<readonly StoreRecord[]> {
  for (let from = 0; from < COUNT; from += 1_000) {
    yield Array.from({ length: 1_000 }, (_, index) => {
      const id = from + index;
      return { id, text: `${(id * 7_919) % COUNT}`.padStart(UNITS, "0") };
    });
  }
}

class Reading {
  readonly held: number[] = [];
  readonly slice = new TimeSlice({ clock: new ManualClock(20) });
  readonly #most: number;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  async ids(query: StoreQuery): Promise<readonly unknown[]> {
    const hold = (bytes: number): void => {
      if (bytes > this.#most) throw new Error("too much");
      this.held.push(bytes);
    };
    const ids: unknown[] = [];
    for await (const some of sortedRecords(schema, query, records, this.slice, hold)) {
      for (const { id } of some) ids.push(id);
    }
    return ids;
  }
}

const ORDER = Array.from({ length: COUNT }, (_, id) => id).sort(
  (a, b) => ((a * 7_919) % COUNT) - ((b * 7_919) % COUNT),
);

const LAST = { id: COUNT, text: "A" };

describe("records that a database cannot order", () => {
  it("are sorted in short time slices", async () => {
    const reading = new Reading();
    const turns = await turnsDuring(() => reading.ids({ sort }));
    const unsorted = await turnsDuring(() => reading.ids({ sort, limit: 1, after: LAST }));
    expect(turns - unsorted).toBeGreaterThan(100);
  });

  it("are in their order, without a limit", async () => {
    expect(await new Reading().ids({ sort })).toEqual(ORDER);
  });

  it("report their bytes, and end if they take too much", async () => {
    const reading = new Reading();
    await reading.ids({ sort });
    expect(Math.max(...reading.held)).toBeGreaterThan(COUNT * UNITS * 2);
    await expect(new Reading(COUNT * UNITS).ids({ sort })).rejects.toThrow("too much");
  });

  it("are dropped beyond a limit, by their number and their bytes", async () => {
    for (const limit of [1, 50, 6_000]) {
      const reading = new Reading();
      const after = { id: ORDER[99] ?? 0, text: "99".padStart(UNITS, "0") };
      expect(await reading.ids({ sort, limit, after })).toEqual(ORDER.slice(100, 100 + limit));
      expect(Math.max(...reading.held)).toBeLessThan(2 * 1_000 * limit + 6_000_000);
    }
  });
});
