import { describe, expect, it } from "vitest";
import { parseSort } from "../../../src/columns.ts";
import { defineSchema } from "../../../src/index.ts";

const schema = defineSchema({
  id: { type: "text", key: true },
  price: "number",
  name: "text",
  tags: "list",
  "-odd, {name}\\": "date",
  "two\nlines": "text",
  secret: { type: "text", hidden: true },
});
const asc = (field: string) => ({ field, direction: "asc" });
const desc = (field: string) => ({ field, direction: "desc" });

describe("`parseSort`", () => {
  it.each([
    ["", []],
    ["  ", []],
    ["price", [asc("price")]],
    ["-price,name", [desc("price"), asc("name")]],
    [" - price , name ", [desc("price"), asc("name")]],
    ["{price},-{-odd, \\{name\\}\\\\},id", [asc("price"), desc("-odd, {name}\\"), asc("id")]],
    ["two\nlines,-id", [asc("two\nlines"), desc("id")]],
  ] as const)("reads %j", (text, sort) => {
    expect(parseSort(text, schema)).toEqual({ ok: true, sort });
  });

  it.each([
    ["-prise", "unknown-field", "there is no field `prise`; did you mean `price`?", "prise"],
    ["name,wheels", "unknown-field", "there is no field `wheels`", "wheels"],
    ["secret", "unknown-field", "there is no field `secret`", "secret"],
    ["secrte", "unknown-field", "there is no field `secrte`", "secrte"],
    ["tags", "not-sortable", "`tags` is a list, and lists have no order", "tags"],
    ["price, -{price}", "duplicate-field", "`price` is sorted by twice", "{price}"],
    ["price,", "missing-field", "the name of a field is missing", ""],
    ["price,,name", "missing-field", "the name of a field is missing", ""],
    [",price", "missing-field", "the name of a field is missing", ""],
    ["-", "missing-field", "the name of a field is missing", ""],
    ["__proto__", "unknown-field", "there is no field `__proto__`", "__proto__"],
  ] as const)("returns the mistakes in %j", (text, code, message, place) => {
    const read = parseSort(text, schema);
    if (read.ok) throw new Error("it was read");
    expect(read.problems).toMatchObject([{ code, message }]);
    const [{ span } = { span: { start: -1, end: -1 } }] = read.problems;
    expect(text.slice(span.start, span.end)).toBe(place);
  });

  it("returns each mistake", () => {
    const read = parseSort("a,-b,tags", schema);
    expect(read.ok ? [] : read.problems.map(({ data }) => data.field)).toEqual(["a", "b", "tags"]);
  });

  it("throws for other values than a text and a schema", () => {
    const none: unknown = undefined;
    expect(() => parseSort(none as string, schema)).toThrow(TypeError);
    expect(() => parseSort("a", none as typeof schema)).toThrow(TypeError);
  });

  it("takes linear time for a long text", () => {
    const long = 100_000;
    for (const text of [
      `${" ".repeat(long)}x`,
      `x${" ".repeat(long)}x`,
      "{".repeat(long),
      "-".repeat(long),
      "{,".repeat(long),
      "x,".repeat(long),
      `{${"x".repeat(long)}} x`,
      `{${"x".repeat(10_000_000)}`,
    ]) {
      expect(parseSort(text, schema).ok).toBe(false);
    }
  });

  it("returns the first 20 mistakes", () => {
    const read = parseSort("x,".repeat(30), schema);
    expect(read.ok ? [] : read.problems).toHaveLength(20);
  });
});
