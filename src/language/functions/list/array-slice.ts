import { defineKernel } from "../../core/kernel.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { list, number, optional } from "../function-parameter.ts";

export const arraySlice = defineBuiltIn({
  name: "ARRAYSLICE",
  parameters: [list("list"), number("start"), optional(number("end"))],
  result: "list",
  lower: (core, items, start, end) => core.call(slice, items, start, end ?? core.number(-1)),
});

export const arraySliceDocumentation: FunctionDocumentation = {
  summary: "The items of a list from one position to another.",
  details:
    "Positions are counted from 1, and both ends belong to the result. A negative position is counted from the end, so -1 is the last item. Fractions are rounded down. If the start is 0 or before the first item, the result begins with the first item. If the end is 0, before the first item or before the start, the result is an empty list.",
  parameters: {
    list: "the list to take from",
    start: "the position of the first item to take",
    end: "the position of the last item to take; the last of all if it is left out",
  },
  examples: [
    ["ARRAYSLICE({tags}, 2, 3)", ["AF00", "APF1"]],
    ["ARRAYSLICE({tags}, 3)", ["APF1", "AD15"]],
    ["ARRAYSLICE({tags}, -2, -1)", ["APF1", "AD15"]],
    ["ARRAYSLICE({tags}, 3, 2)", []],
    ["ARRAYSLICE({photos}, 1)", []],
    ["ARRAYSLICE({tags}, {price} / {tax})", ERROR],
  ],
};

const slice = /* @__PURE__ */ defineKernel({
  name: "ARRAYSLICE",
  parameters: ["list", "number", "number"],
  result: "list",
  mayFail: false,
  evaluate: (items, start, end) => {
    const first = positionOf(start ?? 0, items.length);
    const last = positionOf(end ?? 0, items.length);
    return items.slice(Math.max(first - 1, 0), Math.max(last, 0));
  },
});

/** The position of an item, counted from 1; below 1 if it precedes the first item. */
function positionOf(index: number, length: number): number {
  const whole = Math.floor(index);
  return whole < 0 ? length + 1 + whole : whole;
}
