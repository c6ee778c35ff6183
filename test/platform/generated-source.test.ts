import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { SourceWriter } from "../../src/backends/rows/source-writer.ts";
import { anyFormula } from "../generate/formula.ts";
import { FIELDS } from "../generate/rows.ts";
import { Tape } from "../generate/tape.ts";
import { runsOf } from "../harness/extent.ts";
import { lowerSource } from "../harness/ways.ts";
import { lowered, READING, schemaOf } from "../hostile/everywhere.ts";

/** All that the source of a filter may consist of, beside numbered names, operators and white space. */
const WORDS = new Set([
  ..."const let function return for if typeof null undefined true false".split(" "),
  ..."loop matches rows from to hits now row values bound has finite x n i NaN Infinity".split(" "),
  ..."includes startsWith endsWith length Math abs floor sqrt".split(" "),
]);
const TEXTS = new Set(['""', '"use strict"', '"number"', '"string"', '"object"']);

/** The words, texts and numbers of the source that are none of its own. */
function foreignParts(source: string): readonly string[] {
  const parts =
    source.match(/"[^"]*"|'[^']*'|`[^`]*`|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|[^\s\w]/gu) ?? [];
  return parts.filter((part) => {
    if (/^["'`]/.test(part)) return !TEXTS.has(part);
    if (/^\d/.test(part)) return !/^(0|\d{1,5})$/.test(part);
    if (/^[\p{L}_$]/u.test(part)) return !WORDS.has(part) && !/^(v|t|s|ms)\d+$/.test(part);
    return !"(){}[];,.=!<>+-*/&|?:".includes(part);
  });
}

function sourceOf(
  formula: string,
  schema = schemaOf({ t: "text", n: "number", b: "boolean", d: "date", l: "list" }),
): string {
  const { condition } = lowered(formula, schema);
  return new SourceWriter(condition).filter(condition);
}

describe("the source of generated code", () => {
  it.each(READING)("is made of fixed words and numbered names: %s", (formula) => {
    expect(foreignParts(sourceOf(formula))).toEqual([]);
  });

  it("holds no literal of the formula and no name of the schema", () => {
    const names = [
      "MARKER_FIELD",
      'marker field"];alert(1);//',
      "__proto__",
      "a`\x24{x}`b",
      "\u2028",
    ];
    const declarations = Object.fromEntries(names.map((name) => [name, "text"] as const));
    const schema = schemaOf(
      JSON.parse(
        JSON.stringify({
          ...declarations,
          ["__proto__"]: undefined,
          MARKER_NUMBER: "number",
          MARKER_DATE: "date",
          MARKER_LIST: "list",
          MARKER_BOOLEAN: "boolean",
        }),
      ),
    );
    const braced = (name: string): string => `{${name.replace(/[\\{}]/g, "\\$&")}}`;
    const formula = `OR(
      ${names
        .filter((name) => name !== "__proto__")
        .map((name) => `${braced(name)} = "MARKER_TEXT${name.replace(/[\\"]/g, "")}"`)
        .join(",\n")},
      {MARKER_NUMBER} * 918273645 > 0.918273645e-7,
      {MARKER_DATE} > "2018-02-07T06:45:00Z",
      HAS({MARKER_LIST}, "MARKER_ITEM"),
      NOT({MARKER_BOOLEAN}),
      REGEX_MATCH({MARKER_FIELD}, "MARKER_PATTERN[0-9]+"),
      DATETIME_FORMAT(SET_TIMEZONE({MARKER_DATE}, "Asia/Kolkata"), "[MARKER_FORMAT]") = "MARKER_FORMAT"
    )`;
    const source = sourceOf(formula, schema);
    expect(source).not.toMatch(/marker|918273645|alert|Kolkata|2018/i);
    expect(foreignParts(source)).toEqual([]);
  });

  it("is the same when only literals and names are others", () => {
    const first = schemaOf({ country: "text", price: "number" });
    const second = schemaOf({ 'other "name"': "text", n: "number" });
    expect(
      sourceOf("AND({country} = 'Italy', {price} + 5 > 17, FIND('x', {country}))", first),
    ).toBe(
      sourceOf(
        "AND({other \"name\"} = '\\'); alert(1); //', {n} + -3.5 > 1e300, FIND('`', {other \"name\"}))",
        second,
      ),
    );
  });
});

const schema = schemaOf(Object.fromEntries(FIELDS.map(({ name, type }) => [name, type])));

test.prop([fc.uint8Array({ minLength: 2, maxLength: 120, size: "max" })], {
  numRuns: runsOf(1_500),
})("is made of fixed words and numbered names, whatever the formula", (bytes) => {
  const result = lowerSource(anyFormula(new Tape(bytes)), schema);
  if (!result.ok) return;
  const { condition } = result.lowered;
  expect(foreignParts(new SourceWriter(condition).filter(condition))).toEqual([]);
});
