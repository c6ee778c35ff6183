import { expect, it } from "vitest";
import { showOutcome } from "../../grammar/tools/shown-value.ts";
import { readSchema } from "../../src/language/schema/index.ts";
import { VALUE_TYPES } from "../../src/language/types/value-type.ts";
import { lowerSource, VALUE_WAYS } from "../harness/ways.ts";
import { insideOfCode, pages, rowsOf } from "./page-examples.ts";

const table = rowsOf(pages().get("rows.md") ?? "").filter(({ head }) => head[1] === "row value");

it("the page on rows has values of every type", () => {
  expect(new Set(table.map(({ cells }) => cells[0]))).toEqual(new Set(VALUE_TYPES));
});

it.each(table)("rows.md, line $line: $cells", ({ cells }) => {
  const [name = "", written = "", counted = ""] = cells;
  const type = VALUE_TYPES.find((known) => known === name);
  if (type === undefined) throw new Error(`there is no type ${name}`);
  const schema = readSchema({ fields: { value: type } });
  if (!schema.ok) throw new Error(schema.problems.map(({ message }) => message).join("; "));
  const result = lowerSource("{value}", schema.schema);
  if (!result.ok) throw new Error("a field by itself is a formula");
  const value: unknown = new Function(`return (${insideOfCode(written)})`)();
  for (const way of VALUE_WAYS) {
    for (const outcome of way.evaluate(result.lowered, [{ value }], 0)) {
      expect(showOutcome(type, outcome), way.name).toBe(counted);
    }
  }
});
