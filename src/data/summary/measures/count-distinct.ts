import { copyText } from "../../../backends/evaluation/copy-text.ts";
import { BLANK, type Encoded } from "../../../backends/evaluation/encoded-value.ts";
import { DistinctPairs } from "../groups/distinct-pairs.ts";
import { NumberNumbering } from "../groups/number-numbering.ts";
import { Numbering } from "../groups/numbering.ts";
import { BATCH } from "../groups/value-batch.ts";
import { isBlank } from "./is-blank.ts";
import type { Accumulator, Measure, MeasureDocumentation } from "./measure.ts";

/** Stands for a blank, which is not counted. */
const NO_VALUE = 2 ** 32 - 1;

export const countDistinct: Measure = {
  name: "countDistinct",
  types: ["text", "number", "boolean", "date"],
  result: () => "number",
  inDatabase: "always",
  accumulate: (): Accumulator => {
    const others = new Numbering<Encoded>((value) =>
      typeof value === "string" ? copyText(value) : value,
    );
    const numbers = new NumberNumbering();
    const pairs = new DistinctPairs();
    const indexes = new Uint32Array(BATCH);
    return {
      get bytes() {
        return others.bytes + numbers.bytes + pairs.bytes;
      },
      reserve: (groups) => pairs.reserve(groups),
      add: (groups, values, count) => {
        if (values instanceof Float64Array) {
          numbers.number(values, count, indexes);
          for (let index = 0; index < count; index++) {
            if (values[index] === BLANK) indexes[index] = NO_VALUE;
          }
        } else {
          for (let index = 0; index < count; index++) {
            const value = values[index] as Encoded;
            indexes[index] = isBlank(value) ? NO_VALUE : others.of(value);
          }
        }
        pairs.add(groups, indexes, count, NO_VALUE);
      },
      result: (group) => pairs.of(group),
    };
  },
};

export const countDistinctDocumentation: MeasureDocumentation = {
  summary:
    "the number of different values, without blanks. Values are the same if they are equal by `=`",
  ofNone: "0",
  database: "",
};
