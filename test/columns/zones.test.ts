import { describe, expect, it } from "vitest";
import { columnsOf, expected, formulaOf } from "./columns-of.ts";

const BLOCK = 4_096;

// Each block is of a kind: its numbers, texts and flags are near each other, as in data that came in some order.
const rows = Array.from({ length: 10 * BLOCK + 100 }, (_, index) => {
  const block = Math.floor(index / BLOCK);
  return {
    id: `k${index}`,
    n: block === 9 ? null : block * 1000 + (index % 100),
    m: block % 2 === 0 ? 5 : null,
    t: `group ${block}`,
    b: block > 4,
    d: new Date(Date.UTC(2000 + block, 0, 1)),
  };
});
const columns = columnsOf(rows);
const written = columnsOf(rows, { strategy: "closures" });

describe("blocks that cannot match are skipped, and blocks that match wholly are not looked at", () => {
  it.each([
    ["{n} < 1000", 10, 1],
    ["{n} < 1050", 9, 1],
    ["{n} > 7000", 8, 2],
    ["NOT({n} > 7000)", 2, 8],
    ["{n} = 3007", 10, 0],
    ["{n} = BLANK()", 10, 1],
    ["NOT({n} = BLANK())", 1, 10],
    ["{n} != 3007", 0, 10],
    ["{m} = 5", 5, 6],
    ["{m} > 5", 11, 0],
    ["{b}", 5, 6],
    ["NOT({b})", 6, 5],
    ['{t} = "group 3"', 10, 1],
    ['{t} != "group 3"', 1, 10],
    ['{t} = "none"', 11, 0],
    ['OR({t} = "group 3", {b})', 4, 7],
    ['AND({t} = "group 3", {n} >= 3050)', 10, 0],
    ["AND({b}, {n} > 0)", 6, 5],
    ['{d} >= "2005-01-01"', 5, 6],
    ["FALSE()", 11, 0],
    ["TRUE()", 0, 11],
  ])("%s: %i skipped, %i taken whole", (source, none, all) => {
    const formula = formulaOf(source);
    const wanted = expected(formula, rows);
    for (const each of [columns, written]) {
      const snapshot = columnsOf(rows, each === written ? { strategy: "closures" } : {}).snapshot();
      expect(Array.from(snapshot.select(formula))).toEqual(wanted);
      expect(snapshot.skipped(formula)).toEqual({ none, all });
    }
  });

  it.each([
    ['{t} = "part 3"', 10, 0],
    ['{t} != "part 3"', 0, 10],
    ['OR({t} = "part 50", {t} = "part 3")', 9, 0],
    ['VALUE(SUBSTITUTE({t}, "part ", "")) > 70', 8, 2],
  ])("of more texts than there are bits for, too: %s", (source, none, all) => {
    const parts = rows.map((_, index) => ({ id: "same", t: `part ${Math.floor(index / 500)}` }));
    const snapshot = columnsOf(parts).snapshot();
    const formula = formulaOf(source);
    expect(Array.from(snapshot.select(formula))).toEqual(expected(formula, parts));
    expect(snapshot.skipped(formula)).toEqual({ none, all });
  });

  it("never changes an answer when later rows widen what is known of a block", () => {
    const first = rows.slice(0, 2 * BLOCK - 50);
    const growing = columnsOf(first);
    const early = growing.snapshot();
    growing.append(Array.from({ length: 100 }, () => ({ id: "z", n: -1, t: "other", b: true })));
    for (const source of ["{n} >= 1000", "{n} < 0", '{t} = "group 1"', '{t} != "group 1"', "{b}"]) {
      const formula = formulaOf(source);
      expect(Array.from(early.select(formula)), source).toEqual(expected(formula, first));
    }
  });
});
