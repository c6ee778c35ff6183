import { describe, expect, it } from "vitest";
import { Columns } from "../../src/columns.ts";
import {
  compile,
  compileOrThrow,
  defineSchema,
  type Formula,
  implies,
  readSchema,
  restrict,
  type Schema,
} from "../../src/index.ts";
import { explainSql, postgres, sqlite } from "../../src/sql.ts";
import { anyFormula } from "../generate/formula.ts";
import { randomBytes } from "../generate/random.ts";
import { FIELDS, ordinaryRow } from "../generate/rows.ts";
import { Tape } from "../generate/tape.ts";

const schema = defineSchema({ dealer: "text", price: "number", note: "text" });
const ROWS = [
  { dealer: "7", price: 1, note: "a" },
  { dealer: "7", price: null, note: "" },
  { dealer: "8", price: 3, note: "5" },
  { price: 9, note: "x" },
];
const made = (source: string): Formula => compileOrThrow(source, schema);

describe("formulas that are joined", () => {
  it("return what both, one or none of them returns", () => {
    const cheap = made("{price} < 3");
    const seven = made('{dealer} = "7"');
    expect(cheap.and(seven).filter(ROWS)).toEqual([ROWS[0]]);
    expect(cheap.or(seven).filter(ROWS)).toEqual([ROWS[0], ROWS[1]]);
    expect(seven.complement().filter(ROWS)).toEqual([ROWS[2], ROWS[3]]);
    expect(cheap.and(seven).fields).toEqual(["price", "dealer"]);
    expect(cheap.and(seven).type).toBe("boolean");
  });

  it("`complement` also returns records for which the formula is an error", () => {
    const failing = made("VALUE({note}) > 1");
    expect(failing.filter(ROWS)).toEqual([ROWS[2]]);
    expect(failing.complement().filter(ROWS)).toEqual([ROWS[0], ROWS[1], ROWS[3]]);
    expect(failing.complement().complement().filter(ROWS)).toEqual([ROWS[2]]);
  });

  it("stay apart, whatever their texts are", () => {
    const scope = made('{dealer} = "7" // only theirs');
    const asked = made("OR(TRUE(), {price} > 0) /* all */ // or all");
    expect(restrict(asked, scope).filter(ROWS)).toEqual([ROWS[0], ROWS[1]]);
    expect(made(restrict(asked, scope).source).filter(ROWS)).toEqual([ROWS[0], ROWS[1]]);
    expect(restrict(undefined, scope)).toBe(scope);
  });

  it("keep the values of their own parameters", () => {
    const parameters = { dealer: "text" } as const;
    const template = compileOrThrow("{dealer} = $dealer", schema, { parameters });
    const either = template.with({ dealer: "7" }).or(template.with({ dealer: "8" }));
    expect(either.filter(ROWS)).toEqual(ROWS.slice(0, 3));
    const filter = made("{price} > 2");
    const { where, params } = restrict(filter, template.with({ dealer: "7" })).toSql(postgres);
    const literal = made('{dealer} = "7"').and(filter).toSql(postgres);
    expect([where, params]).toEqual([literal.where, literal.params]);
    expect(params).toContain("7");
    expect(where).not.toContain("'7'");
  });

  it("are explained part by part, with positions in their own text", () => {
    const joined = made("{price} < 3").and(made('{dealer} = "7"').complement());
    const explanation = joined.explain(ROWS[2]);
    expect(explanation).toMatchObject({ value: false, holds: false });
    const texts: string[] = [];
    const visit = ({ span, text, parts }: typeof explanation): void => {
      texts.push(text);
      expect(joined.source.slice(span.start, span.end)).toBe(text);
      parts.forEach(visit);
    };
    visit(explanation);
    expect(texts).toEqual([
      'AND({price} < 3, NOT({dealer} = "7"))',
      "{price} < 3",
      "{price}",
      "3",
      'NOT({dealer} = "7")',
      '{dealer} = "7"',
      "{dealer}",
      '"7"',
    ]);
  });

  it("report which part of them a database does not decide", () => {
    const joined = made("{price} < 3").and(made("VALUE({note}) > 1"));
    const parts = explainSql(joined, sqlite).map(({ text, runs }) => [text, runs]);
    expect(parts).toEqual([
      ["{price} < 3", "database"],
      ["VALUE({note}) > 1", "both"],
    ]);
  });

  it.each([
    ["the type of a field", { price: "text" }],
    ["a field that it does not have", { price: "number", other: "text" }],
    ["the key", { price: { type: "number", key: true } }],
    ["the formula of a field", { note: { formula: "{price} + 1" }, price: "number" }],
  ] as const)("are not joined if their schemas differ in %s", (_, declarations) => {
    const other = compileOrThrow("{price} = {price}", defineSchema(declarations));
    expect(() => made("{price} > 1").and(other as Formula)).toThrow(/another schema/);
  });

  it("are not joined with other values", () => {
    expect(() => made("{price} > 1").or({} as Formula)).toThrow(TypeError);
  });

  it("300 formulas can be joined", () => {
    let joined = made("{price} = 0");
    for (let price = 1; price <= 300; price++) {
      joined = joined.or(made(`{price} = ${price}`));
    }
    expect(joined.filter(ROWS)).toEqual([ROWS[0], ROWS[2], ROWS[3]]);
  });
});

describe("formulas of a view of the schema", () => {
  const whole = defineSchema({
    dealer: "text",
    price: "number",
    cost: "number",
    profit: { formula: "{price} - {cost}" },
  });
  const { dealer: _, cost, ...rest } = whole.toJSON().fields;
  const view = defineSchema({ ...rest, cost: { type: "number", hidden: true } });
  const parameters = { dealer: "text" } as const;
  const scope = compileOrThrow("{dealer} = $dealer", whole, { parameters }).with({ dealer: "7" });
  const rows = [
    { dealer: "7", price: 5, cost: 1 },
    { dealer: "8", price: 5, cost: 1 },
    { dealer: "7", price: 5, cost: 5 },
  ];

  it("are restricted by a scope that reads a hidden field", () => {
    expect(compile('{dealer} = "8"', view).ok).toBe(false);
    const asked = compileOrThrow("OR({profit} > 0, {price} > 9)", view);
    const own = restrict(asked, scope);
    expect(own.filter(rows)).toEqual([rows[0]]);
    expect(own.source).toBe("AND({dealer} = $dealer, OR({profit} > 0, {price} > 9))");
    expect(asked.and(scope).filter(rows)).toEqual([rows[0]]);
    expect(own.assume({ cost: 1, dealer: "7" }).filter(rows)).toEqual(rows);
    expect(own.explain({ dealer: "7", price: 5, cost: 5 }).parts.map(({ value }) => value)).toEqual(
      [true, false],
    );
  });

  it("are compared with formulas of the whole schema by `implies`", () => {
    const asked = compileOrThrow("{price} > 5", view);
    expect(implies(asked, compileOrThrow("{price} > 1", whole))).toBe("true");
    expect(implies(scope, asked)).toBe("false");
  });

  it("read one column in SQL, whichever schema they were compiled for", () => {
    const asked = compileOrThrow("{price} > 5", view);
    const twice = restrict(asked, compileOrThrow("{price} > 5", whole));
    expect(twice.toSql(postgres)).toEqual(asked.toSql(postgres));
  });

  it("are not joined if the schema has a field with the name of a function", () => {
    const all = defineSchema({ price: "number", TRUE: "boolean" });
    const asked = compileOrThrow("TRUE", defineSchema({ price: "number" }));
    expect(() => restrict(asked, compileOrThrow("{price} > 1", all))).toThrow(/another schema/);
  });
});

describe("random formulas", () => {
  const result = readSchema({
    fields: Object.fromEntries(FIELDS.map(({ name, type }) => [name, type])),
  });
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("; "));
  const wide: Schema = result.schema;
  const COUNT = 150;

  it(`obey the laws of logic on rows, on columns and as text: ${COUNT} pairs`, () => {
    const clock = (): Date => new Date("2024-02-29T12:30:15.250Z");
    let ran = 0;
    for (let seed = 0; ran < COUNT; seed++) {
      const tape = new Tape(randomBytes(seed, 400));
      const [first, second] = [anyFormula(tape), anyFormula(tape)].map((source) =>
        compile(source, wide, { clock }),
      );
      if (first?.ok !== true || second?.ok !== true) continue;
      ran++;
      const rows = Array.from({ length: 20 }, () => ordinaryRow(tape));
      const [a, b] = [first.formula, second.formula];
      const columns = Columns.from(rows, wide);
      const expected = (holds: (row: unknown) => boolean): readonly number[] =>
        rows.flatMap((row, index) => (holds(row) ? [index] : []));
      for (const [joined, holds] of [
        [a.and(b), (row: unknown) => a.matches(row) && b.matches(row)],
        [a.or(b), (row: unknown) => a.matches(row) || b.matches(row)],
        [a.complement(), (row: unknown) => !a.matches(row)],
      ] as const) {
        const rowNumbers = expected(holds);
        expect(expected(joined.matches), joined.source).toEqual(rowNumbers);
        expect([...joined.select(columns)], joined.source).toEqual(rowNumbers);
        const work = Number.POSITIVE_INFINITY;
        const limits = { length: 1e6, nodes: 20_000, depth: 150, arguments: 1_000, work };
        const again = compile(joined.source, wide, { clock, limits });
        if (!again.ok) throw new Error(joined.source);
        expect(expected(again.formula.matches), joined.source).toEqual(rowNumbers);
      }
    }
  });
});
