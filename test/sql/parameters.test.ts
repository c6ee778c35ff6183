import { describe, expect, it, test } from "vitest";
import { Columns } from "../../src/columns.ts";
import { compileOrThrow, defineSchema } from "../../src/index.ts";
import { explainSql } from "../../src/sql/filter.ts";
import { DIALECTS } from "../../src/sql/standard-dialects.ts";

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

  it("do not change the text of the statement with their values", () => {
    const source = "AND(STARTS_WITH({owner}, $user), {price} * 3 < $minPrice, HAS({tags}, $user))";
    const texts = [
      { user: "a", minPrice: 12 },
      { user: "%_\\'", minPrice: 77.5 },
      { user: "it's", minPrice: 1e9 },
    ].map((values) => sqlOf(source, values).text);
    expect(new Set(texts).size).toBe(1);
  });

  it("fold where a value decides", () => {
    const source = "OR($isAdmin, {owner} = $user)";
    expect(sqlOf(source, { isAdmin: true })).toEqual(literal("TRUE()"));
    expect(sqlOf(source, { isAdmin: false, user: "u1" })).toEqual(literal('{owner} = "u1"'));
    expect(sqlOf(source, { isAdmin: null, user: "u1" })).toEqual(literal('{owner} = "u1"'));
  });

  it("that are blank ask what BLANK() asks", () => {
    expect(sqlOf("{owner} = $user", { user: null })).toEqual(literal("{owner} = BLANK()"));
    expect(sqlOf("{price} = $minPrice", { minPrice: null })).toEqual(literal("{price} = BLANK()"));
    expect(sqlOf("{price} < $minPrice", { minPrice: null })).toEqual(literal("FALSE()"));
    expect(sqlOf("{createdAt} != $since", { since: null })).toEqual(
      literal("{createdAt} != BLANK()"),
    );
  });

  it("have places in `explainSql`", () => {
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

test("columns take the values when they make the plan", () => {
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
