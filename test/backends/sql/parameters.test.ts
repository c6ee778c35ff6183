import { describe, expect, it, test } from "vitest";
import { explainSql } from "../../../src/backends/sql/explain-sql.ts";
import { DIALECTS } from "../../../src/backends/sql/standard-dialects.ts";
import { Columns } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema, type Formula } from "../../../src/index.ts";
import { internals } from "../../../src/language/core/compiled.ts";
import type { CoreNode } from "../../../src/language/core/node.ts";

const schema = defineSchema({
  vin: { type: "text", key: true },
  owner: "text",
  price: "number",
  createdAt: "date",
  tags: "list",
});

const options = {
  parameters: { user: "text", minPrice: "number", isAdmin: "boolean", since: "date" },
} as const;
const OTHERS = { user: "u", minPrice: 2, isAdmin: false, since: "2024-01-01" };

describe.each(Object.values(DIALECTS))("parameters in $title", (dialect) => {
  const sqlOf = (source: string, values = {}) => {
    const { where, prefilter, params } = compileOrThrow(source, schema, options)
      .with({ ...OTHERS, ...values })
      .toSql(dialect);
    return { text: where ?? prefilter, params };
  };
  const literal = (source: string) => {
    const { where, prefilter, params } = compileOrThrow(source, schema).toSql(dialect);
    return { text: where ?? prefilter, params };
  };

  it("are placeholders where literals would be", () => {
    const source = "AND({owner} = $user, {price} >= $minPrice, {createdAt} < $since)";
    expect(sqlOf(source, { user: "o'; --", minPrice: 7 })).toEqual(
      literal(`AND({owner} = "o'; --", {price} >= 7, {createdAt} < "2024-01-01")`),
    );
  });

  it("do not change the statement with their values", () => {
    const source = "AND(STARTS_WITH({owner}, $user), {price} * 3 < $minPrice, HAS({tags}, $user))";
    const texts = [
      { user: "a", minPrice: 12 },
      { user: "%_\\'", minPrice: 77.5 },
      { user: "it's", minPrice: 1e9 },
    ].map((values) => sqlOf(source, values).text);
    expect(new Set(texts).size).toBe(1);
  });

  it("fold if a value decides", () => {
    const source = "OR($isAdmin, {owner} = $user)";
    expect(sqlOf(source, { isAdmin: true })).toEqual(literal("TRUE()"));
    expect(sqlOf(source, { isAdmin: false, user: "u1" })).toEqual(literal('{owner} = "u1"'));
    expect(sqlOf(source, { isAdmin: null, user: "u1" })).toEqual(literal('{owner} = "u1"'));
  });

  it("among several values are a set, as literals are", () => {
    const two = { parameters: { a: "text", b: "text", n: "number", m: "number" } } as const;
    const bound = (
      source: string,
      values: { a: string | null; b: string; n: number; m: number },
    ) => {
      const { where, prefilter, params } = compileOrThrow(source, schema, two)
        .with(values)
        .toSql(dialect);
      return { text: where ?? prefilter, params };
    };
    const values = { a: "x", b: "y", n: 1, m: 2 };
    for (const [source, same] of [
      ["ISONEOF({owner}, $a, $b)", 'ISONEOF({owner}, "x", "y")'],
      ["ISONEOF({price}, $n, $m)", "ISONEOF({price}, 1, 2)"],
      ["NOT(ISONEOF({price}, $n, $m))", "NOT(ISONEOF({price}, 1, 2))"],
      ["OR({price} < 0, ISONEOF({price}, $n, $m))", "OR({price} < 0, ISONEOF({price}, 1, 2))"],
      ["ISONEOF({owner}, {vin}, $a, $b)", 'ISONEOF({owner}, {vin}, "x", "y")'],
      ["HASANY({tags}, $a, $b)", 'HASANY({tags}, "x", "y")'],
      ["HASNONE({tags}, $a, $b)", 'HASNONE({tags}, "x", "y")'],
      ["OR({price} = $n, {price} = $m)", "OR({price} = 1, {price} = 2)"],
    ] as const) {
      expect(bound(source, values), source).toEqual(literal(same));
    }
    // Literals and parameters together, a repeated value, and a blank.
    expect(bound("ISONEOF({price}, 3, $n, 4, $m)", values).params).toHaveLength(
      literal("ISONEOF({price}, 3, 4, 1, 2)").params.length,
    );
    expect(bound("ISONEOF({owner}, $a, $b)", { ...values, b: "x" })).toEqual(
      literal('ISONEOF({owner}, "x", "x")'),
    );
    expect(bound("ISONEOF({owner}, $a, $b)", { ...values, a: null })).toEqual(
      literal('ISONEOF({owner}, BLANK(), "y")'),
    );
  });

  it("that are blank mean BLANK()", () => {
    expect(sqlOf("{owner} = $user", { user: null })).toEqual(literal("{owner} = BLANK()"));
    expect(sqlOf("{price} = $minPrice", { minPrice: null })).toEqual(literal("{price} = BLANK()"));
    expect(sqlOf("{price} < $minPrice", { minPrice: null })).toEqual(literal("FALSE()"));
    expect(sqlOf("{createdAt} != $since", { since: null })).toEqual(
      literal("{createdAt} != BLANK()"),
    );
  });

  it("are named in `explainSql`", () => {
    const bound = compileOrThrow(
      'AND({owner} = $user, DATETIME_FORMAT({createdAt}, "MMM") = $user)',
      schema,
      options,
    ).with(OTHERS);
    expect(explainSql(bound, dialect).map(({ text }) => text)).toEqual([
      "{owner} = $user",
      'DATETIME_FORMAT({createdAt}, "MMM") = $user',
    ]);
  });
});

test("are read by columns when the plan is made", () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({
    vin: `v${index}`,
    owner: `u${index % 3}`,
    price: index,
  }));
  const columns = Columns.from(rows, schema);
  const template = compileOrThrow(
    "AND(OR($isAdmin, {owner} = $user), {price} >= $minPrice)",
    schema,
    options,
  );
  const mine = template.with({ ...OTHERS, user: "u1", minPrice: 90 });
  expect([...mine.select(columns)]).toEqual([91, 94, 97]);
  expect(mine.select(columns)).toEqual(mine.select(columns.snapshot()));
  expect(columns.count(template.with({ ...OTHERS, isAdmin: true, minPrice: 90 }))).toBe(10);
});

test.each([
  ["AND({owner} = $user, {price} >= $minPrice)", 'AND({owner} = "u", {price} >= 2)'],
  ["OR($isAdmin, {owner} = $user)", '{owner} = "u"'],
  [
    "AND({createdAt} < $since, {price} < $minPrice)",
    'AND({createdAt} < "2024-01-01", {price} < 2)',
  ],
  ["ISONEOF({owner}, $user, {vin})", 'ISONEOF({owner}, "u", {vin})'],
  ["HAS({tags}, $user)", 'HAS({tags}, "u")'],
])("give columns the plan of %s, for the core of %s", (source, literal) => {
  const coreOf = (formula: Formula) => internals(formula).condition;
  // A node is identified by its operation and its operands.
  const shape = ({ op, type, data, operands }: CoreNode): unknown => [
    op,
    type,
    data,
    operands.map(shape),
  ];
  const bound = compileOrThrow(source, schema, options).with(OTHERS);
  expect(shape(coreOf(bound))).toEqual(shape(coreOf(compileOrThrow(literal, schema))));
});
