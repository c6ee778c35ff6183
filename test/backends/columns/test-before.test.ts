import { describe, expect, it } from "vitest";
import { codesBefore, numbersBefore } from "../../../src/backends/columns/order/test-before.ts";

// The tests of rows that may precede a row exclude all others, and no others.

const BLANK = Number.POSITIVE_INFINITY;
const values = Float64Array.of(3, 1, BLANK, 3, Number.MAX_VALUE, -3, 0);
const numbers = { kind: "numbers", values, hasBlanks: true, zeroed: () => values } as const;

/** Blanks are last in both directions. */
function rank(value: number, isDescending: boolean): number {
  return isDescending && value !== BLANK ? -value : value;
}

describe.each([false, true])(
  "the bounds of numbers before a row, descending: %s",
  (isDescending) => {
    it.each([false, true])("hold exactly the rows before it, with no more keys: %s", (isSole) => {
      for (const [row, value] of values.entries()) {
        const { low, high } = numbersBefore(numbers, isDescending, row, isSole);
        const found = values.filter((other) => low <= other && other <= high);
        const wanted = values.filter((other) => {
          const difference = rank(other, isDescending) - rank(value, isDescending);
          return isSole ? difference < 0 : difference < 0 || other === value;
        });
        expect(found, `${value}`).toEqual(wanted);
      }
    });
  },
);

describe("the codes before a row", () => {
  const column = (size: number) => {
    const codes = Uint16Array.of(2, 0, 1);
    return { kind: "codes", codes, texts: [], size, codeOf: () => undefined } as const;
  };
  const ranks = Float64Array.of(5, 7, 6);

  it.each([
    [false, [1, 0, 1]],
    [true, [1, 0, 0]],
  ])("are exactly those of the rows before it, with no more keys: %s", (isSole, table) => {
    expect(Array.from(codesBefore(column(3), ranks, 0, isSole)?.table ?? [])).toEqual(table);
  });

  it("are undefined if there are very many", () => {
    expect(codesBefore(column(4_097), ranks, 0, true)).toBeUndefined();
  });
});
