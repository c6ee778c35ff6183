import { copyText } from "../../in-memory/copy-text.ts";
import type { Encoded } from "../../in-memory/encoding.ts";
import { GroupCounts } from "../groups/group-counts.ts";
import { MOST_NUMBERED, Numbering } from "../groups/numbering.ts";
import { isBlank } from "./is-blank.ts";
import type { Measure, MeasureDocumentation } from "./measure.ts";

export const countDistinct: Measure = {
  name: "countDistinct",
  types: ["text", "number", "boolean", "date"],
  result: () => "number",
  inDatabase: "always",
  accumulate: () => {
    const numbering = new Numbering<Encoded>((value) =>
      typeof value === "string" ? copyText(value) : value,
    );
    // A pair of a group and a value.
    const seen = new Numbering<number>();
    const counts = new GroupCounts();
    return {
      get bytes() {
        return numbering.bytes + seen.bytes + counts.bytes;
      },
      reserve: (groups) => counts.reserve(groups),
      add: (groups, values, count) => {
        for (let index = 0; index < count; index++) {
          const value = values[index] as Encoded;
          if (isBlank(value)) continue;
          const group = groups[index] as number;
          const { size } = seen;
          seen.of(group * MOST_NUMBERED + numbering.of(value));
          if (seen.size > size) counts.addOne(group);
        }
      },
      result: (group) => counts.of(group),
    };
  },
};

export const countDistinctDocumentation: MeasureDocumentation = {
  summary:
    "how many different values there are, without blanks. Values are the same if `=` says so",
  ofNone: "0",
  database: "",
};
