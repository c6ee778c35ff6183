import { describe, expect, it } from "vitest";
import { MergeSort } from "../../src/columns/order/merge-sort.ts";
import { TextRanks } from "../../src/columns/order/text-ranks.ts";
import { columnsOf } from "./columns-of.ts";

/** Numbers that repeat and are in no order. */
function scattered(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => Math.imul(index, 2_654_435_761) % 50);
}

describe("a sort in pieces", () => {
  it.each([
    [0, 24],
    [1, 24],
    [2, 1],
    [7, 24],
    [100, 24],
    [101, 1],
    [1_000, 120],
    [1_000, 1_000_000],
  ])("sorts %i items with pieces of %i", (count, piece) => {
    const numbers = scattered(count);
    const at = (item: number): number => numbers[item] ?? 0;
    const sort = new MergeSort(
      Uint32Array.from(numbers, (_, item) => item),
      { compare: (a, b) => at(a) - at(b), weight: () => 1, piece },
    );
    while (sort.goOn());
    // The order of equal items stays.
    const wanted = [...numbers.keys()].sort((a, b) => at(a) - at(b));
    expect([...sort.sorted]).toEqual(wanted);
  });

  it("has more pieces if the items weigh more", () => {
    const pieces = (weight: number): number => {
      const items = Uint32Array.from({ length: 1_000 }, (_, item) => item);
      const sort = new MergeSort(items, {
        compare: (a, b) => a - b,
        weight: () => weight,
        piece: 1_000,
      });
      let count = 1;
      while (sort.goOn()) count++;
      return count;
    };
    expect(pieces(100)).toBeGreaterThan(10 * pieces(1));
  });
});

describe("the places of a dictionary's texts", () => {
  it("are the same, whoever does the pieces of their work", () => {
    const texts = Array.from(
      { length: 400 },
      (_, index) => `${"x".repeat(9_000)}${(index * 7) % 400}`,
    );
    const column = columnsOf(texts.map((t) => ({ t })))
      .snapshot()
      .column("t");
    if (column?.kind !== "codes") throw new Error("the column has no dictionary");
    const one = TextRanks.of(column);
    expect(one.prepare()).toBe(true);
    const other = TextRanks.of(column);
    expect(other.prepare()).toBe(true);
    const places = one.byCode(1);
    expect(other.prepare()).toBe(false);
    const inOrder = [...column.texts.keys()]
      .slice(1)
      .sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
    expect(inOrder.map((code) => column.texts[code])).toEqual([...texts].sort());
    expect(other.byCode(-1)[inOrder[3] ?? 0]).toBe(-(places[inOrder[3] ?? 0] ?? 0));
  });
});
