import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import {
  compile,
  compileOrThrow,
  defineSchema,
  field,
  fx,
  parse,
  readSchema,
  type TemplateValue,
} from "../../src/index.ts";
import { isText } from "../../src/language/values/text/index.ts";
import { runsOf } from "../harness/extent.ts";

const schema = defineSchema({ t: "text", n: "number", b: "boolean", d: "date" });

describe("a template of `fx`", () => {
  it("is a formula", () => {
    expect(compileOrThrow(fx`{n} > ${1}`, schema).matches({ n: 2 })).toBe(true);
  });

  it("writes values as literals of the language", () => {
    expect(fx`{t} = ${"Italy"}`.source).toBe('{t} = "Italy"');
    expect(fx`{n} > ${1.5}`.source).toBe("{n} > 1.5");
    expect(fx`{n} - ${-1.5e-7}`.source).toBe("{n} - (-1.5e-7)");
    expect(fx`{n} - ${-0}`.source).toBe("{n} - 0");
    expect(fx`{b} = ${true} = ${false}`.source).toBe("{b} = TRUE() = FALSE()");
    expect(fx`{t} = ${null} = ${undefined}`.source).toBe("{t} = BLANK() = BLANK()");
    expect(fx`{d} > ${new Date("2024-02-29T12:00:00Z")}`.source).toBe(
      '{d} > DATETIME_PARSE("2024-02-29T12:00:00.000Z")',
    );
    expect(`${fx`${field("a}b\\c{")} = 1`}`).toBe("{a\\}b\\\\c\\{} = 1");
    expect(fx`1 = 1`.source).toBe("1 = 1");
  });

  it("keeps the meaning of parts from another template", () => {
    const either = fx`{n} = ${1} + ${2}`;
    expect(fx`NOT(${either}) = ${either}`.source).toBe("NOT({n} = 1 + 2) = ({n} = 1 + 2)");
    expect(fx`AND(${either}, ${fx`OR(${either}, ${fx`(${either})`})`})`.source).toBe(
      "AND({n} = 1 + 2, OR({n} = 1 + 2, ({n} = 1 + 2)))",
    );
    expect(fx`2 * // (\n${either}\n)`.source).toBe("2 * // (\n({n} = 1 + 2)\n)");
    const commented = fx`{n} // all of it`;
    expect(compile(fx`AND(${commented} > 1, {b})`.source, schema).ok).toBe(true);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "refuses %s, which the language does not have",
    (value) => {
      expect(() => fx`{n} = ${value}`).toThrow(
        new TypeError(`the language has no number ${value}`),
      );
    },
  );

  it("refuses dates beyond those of the language", () => {
    for (const date of [new Date(Number.NaN), new Date("1899-12-31"), new Date("2300-01-01")]) {
      expect(() => fx`{d} = ${date}`).toThrow("the language has dates between 1900 and 2298 only");
    }
  });

  it("keeps a value with a line break within a comment", () => {
    const n = fx`{n} = 1 // ${"x\n + 1 //"}`;
    expect(compileOrThrow(n, schema).matches({ n: 1 })).toBe(true);
  });

  it("writes an array as the arguments of a call", () => {
    expect(fx`ISONEOF({t}, ${["a", 'b"', fx`{t} & "c"`]})`.source).toBe(
      'ISONEOF({t}, "a", \'b"\', {t} & "c")',
    );
    expect(fx`AND(${[fx`{n} > 1`, fx`{b}`]})`.source).toBe("AND({n} > 1, {b})");
    expect(() => fx`ISONEOF({t}, ${[]})`).toThrow(
      new TypeError("`fx`: an array must have a value"),
    );
    expect(() => fx`{t} = ${["a"]}`).toThrow(
      new TypeError("`fx`: an array must be between the parentheses of a call"),
    );
    expect(() => fx`ISONEOF({t}, ${[5n as never]})`).toThrow(TypeError);
  });

  it("refuses texts and names that the language lacks", () => {
    for (const value of ["a\u0000b", "\ud800", "\udc00x"]) {
      expect(() => fx`{t} = ${value}`).toThrow(TypeError);
      expect(() => fx`${field(value)} = 1`).toThrow(TypeError);
    }
    expect(() => fx`${field("")} = 1`).toThrow(TypeError);
  });

  it("refuses any other value, whatever the types declare", () => {
    for (const value of [{}, Symbol("s"), 5n, () => 1, { source: "1 = 1" }, Object.create(null)]) {
      expect(() => fx`{t} = ${value as unknown as TemplateValue}`).toThrow(
        /^`fx`: a value must be a text, number, boolean, date, field or another template, but is /,
      );
    }
  });

  it("refuses objects that look like parts", () => {
    const forged = JSON.parse('{"source": "1 = 1", "toString": "x"}');
    expect(() => fx`${forged as TemplateValue}`).toThrow(TypeError);
  });
});

const wellFormed = fc.string({ unit: "binary", maxLength: 40 }).filter(isText);
const spiteful = fc.oneof(
  wellFormed,
  fc
    .array(
      fc.constantFrom(
        "\\",
        '"',
        "'",
        "{",
        "}",
        "//",
        "/*",
        "*/",
        "\n",
        "\r",
        "\t",
        "\\n",
        "$&",
        "\u2028",
        "(",
        ")",
        " OR 1=1",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

test.prop([spiteful], { numRuns: runsOf(3_000) })("any text is read back the same", (text) => {
  const source = fx`${text} & ""`.source;
  const value = compileOrThrow<object>(source, schema).evaluate({});
  expect(value).toBe(text === "" ? null : text);
});

test.prop([spiteful, spiteful], { numRuns: runsOf(1_000) })(
  "a text never becomes syntax",
  (text, other) => {
    const { source } = fx`AND({t} = ${text}, {t} != ${other})`;
    const parsed = parse(source);
    expect(parsed.ok && parsed.ast.nodeCount).toBe(7);
    const found = compileOrThrow<object>(source, schema).filter([
      { t: text },
      { t: other },
      { t: "x" },
      {},
    ]);
    const rows = [text, other, "x", ""];
    expect(found).toHaveLength(rows.filter((value) => value === text && value !== other).length);
  },
);

test.prop([spiteful.filter((name) => name !== ""), spiteful.filter((name) => name !== "")], {
  numRuns: runsOf(1_000),
})("any name is the field of that name, and no other", (name, other) => {
  const result = readSchema({
    fields: JSON.parse(JSON.stringify({ [name]: "text", [other]: "text" })),
  });
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join());
  const { source } = fx`${field(name)} = "x"`;
  const compiled = compileOrThrow(source, result.schema);
  expect(compiled.fields).toEqual([name]);
  expect(compiled.matches(JSON.parse(JSON.stringify({ [other]: "y", [name]: "x" })))).toBe(true);
});

test.prop([fc.double({ noNaN: true, noDefaultInfinity: true })], { numRuns: runsOf(2_000) })(
  "any number is read back the same",
  (value) => {
    expect(compileOrThrow<object>(fx`${value}`.source, schema).evaluate({})).toBe(value + 0);
    expect(compileOrThrow<object>(fx`0 - ${value}`.source, schema).evaluate({})).toBe(0 - value);
  },
);

test.prop(
  [fc.date({ min: new Date("1900-01-01"), max: new Date("2298-12-31"), noInvalidDate: true })],
  { numRuns: 500 },
)("any date of the language is read back the same", (date) => {
  expect(compileOrThrow<object>(fx`${date}`.source, schema).evaluate({})).toEqual(date);
});
