import { describe, expect, it } from "vitest";
import { compile } from "../../../src/index.ts";
import { NOW } from "../../generate/clock.ts";
import { schemaOf } from "../../hostile/everywhere.ts";
import { LONG, NESTED } from "../../limits/families.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";

const schema = schemaOf({
  n: "number",
  m: "number",
  t: "text",
  b: "boolean",
  d: "date",
  l: "list",
});

const FAMILIES = [
  ...Object.entries(NESTED).map(([family, make]) => [family, make, [10, 30, 60]] as const),
  ...Object.entries(LONG).map(([family, make]) => [family, make, [50, 100, 200]] as const),
];

// Work that doubles with each level would not finish, so the test would fail. Parts left to memory cost as little.
describe.each(ENGINES_WITH_DIALECT)("SQL of %s", (name) => {
  it.each(FAMILIES)(
    "is written for any nesting and length, with a size linear in the formula: %s",
    (_, family, sizes) => {
      for (const size of sizes) {
        const source = family(size);
        const result = compile(source, schema, { clock: () => new Date(NOW) });
        if (!result.ok) continue;
        const { strings } = result.formula.toSql(dialectOf(name), {});
        expect(strings.join("").length).toBeLessThanOrEqual(64 * source.length + 16_384);
      }
    },
  );
});
