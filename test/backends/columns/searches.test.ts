import fc from "fast-check";
import { expect, test } from "vitest";
import { Columns } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";

// Searches in texts, alone and combined, find the same rows in columns as in objects, with every strategy.

const STRATEGIES = ["closures", "generated", "vectors"] as const;
const schema = defineSchema({ text: "text", other: "text", number: "number" });

const letters = fc.constantFrom("a", "b", "A", "é", "É", "İ", " ", "😀");
const texts = fc.oneof(
  fc.string({ unit: letters, maxLength: 12 }),
  fc.string({ unit: letters, minLength: 60, maxLength: 90 }),
);
const needles = fc.string({ unit: letters, minLength: 1, maxLength: 5 });
const fields = fc.constantFrom("{text}", "{text}", "{other}", "LOWER({text})");
const relations = fc.constantFrom("=", "!=", "<", "<=", ">", ">=");

const simple = fc.oneof(
  fc.tuple(fields, needles).map(([field, needle]) => `FIND(${JSON.stringify(needle)}, ${field})`),
  fc
    .tuple(fields, needles)
    .map(([field, needle]) => `NOT(FIND(${JSON.stringify(needle)}, ${field}))`),
  fc.tuple(fields, needles).map(([field, needle]) => `SEARCH(${JSON.stringify(needle)}, ${field})`),
  fc
    .tuple(
      fc.constantFrom("STARTS_WITH", "ENDS_WITH", "CONTAINS_IGNORE_CASE", "EXACT"),
      fields,
      needles,
    )
    .map(([name, field, needle]) => `${name}(${field}, ${JSON.stringify(needle)})`),
  fc
    .tuple(fields, needles, fc.nat(9), relations, fc.nat(9))
    .map(([field, needle, start, relation, position]) => {
      return `FIND(${JSON.stringify(needle)}, ${field}, ${start}) ${relation} ${position}`;
    }),
  fc
    .tuple(
      fields,
      relations,
      fc.oneof(
        needles.map((needle) => JSON.stringify(needle)),
        fields,
      ),
    )
    .map(([field, relation, other]) => `${field} ${relation} ${other}`),
  fc
    .tuple(fields, fc.array(fc.oneof(needles, texts), { minLength: 2, maxLength: 6 }))
    .map(([field, among]) => `ISONEOF(${field}, ${among.map((one) => JSON.stringify(one))})`),
  fc.nat(5).map((number) => `{number} < ${number}`),
);
const formulas = fc
  .tuple(
    fc.constantFrom("AND", "OR", "NOT", "IF"),
    fc.array(simple, { minLength: 1, maxLength: 4 }),
  )
  .map(([name, parts]) => {
    if (name === "NOT") return `NOT(OR(${parts}))`;
    if (name !== "IF") return `${name}(${parts})`;
    const [a, b = "TRUE()", c = "FALSE()", d = a] = parts.map((part) => `AND(${part})`);
    return `IF(${a}, ${b}, IF(${c}, ${d}, NOT(${b})))`;
  });

test("searches return the same by every strategy", () => {
  const rows = fc.sample(fc.record({ text: texts, other: texts, number: fc.nat(5) }), {
    numRuns: 300,
    seed: 1,
  });
  // With few distinct texts, the columns would be dictionaries.
  const many = [...rows.entries()].map(([index, row]) => ({ ...row, text: `${row.text}${index}` }));
  const tables = STRATEGIES.flatMap((strategy) => [
    Columns.from(many, schema, { strategy, mostDistinct: 0 }),
    Columns.from(many, schema, { strategy }),
  ]);
  fc.assert(
    fc.property(formulas, (source) => {
      const formula = compileOrThrow(source, schema);
      const found = formula.filter(many).map((row) => many.indexOf(row));
      for (const columns of tables) expect([...formula.select(columns)]).toEqual(found);
    }),
  );
});

test("one of several texts is compared by all of its bytes, also if it shares a prefix with others", () => {
  const wanted = ["one-T-0001", "two-T-0001", "T-01", "1", "é1", "😀", "😀😀"];
  const others = ["oneeT-0001", "one-T-0002", "T-0001", "T-02", "2", "e1", "é", "😁", "", "😀😁"];
  const rows = Array.from({ length: 5_000 }, (_, row) => ({
    text: row % 3 === 0 ? wanted[row % wanted.length] : others[row % others.length],
  }));
  const among = compileOrThrow(
    `ISONEOF({text}, ${wanted.map((one) => JSON.stringify(one))})`,
    schema,
  );
  for (const formula of [
    among,
    among.complement(),
    among.or(compileOrThrow("{text} = BLANK()", schema)),
  ]) {
    const found = rows.flatMap((row, index) => (formula.matches(row) ? [index] : []));
    for (const strategy of STRATEGIES) {
      const columns = Columns.from(rows, schema, { strategy, mostDistinct: 0 });
      for (let time = 0; time < 3; time++) {
        expect([...formula.select(columns)], `${strategy} ${formula.source}`).toEqual(found);
      }
    }
  }
});

test("a text in the dictionary is found, also in rows that were added before later texts", () => {
  const rowsOf = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, row) => ({ text: `t${(from + row) % 1_500}` }));
  for (const strategy of STRATEGIES) {
    const columns = Columns.from(rowsOf(0, 1_200), schema, { strategy });
    const before = columns.snapshot();
    columns.append([...rowsOf(1_200, 5_000), { text: "" }]);
    for (const source of [
      '{text} = "t7"',
      '{text} != "t1400"',
      "{text} = BLANK()",
      'ISONEOF({text}, "t7", "t1400", "none", BLANK())',
      'NOT(ISONEOF({text}, "t7", "t1400"))',
    ]) {
      const formula = compileOrThrow(source, schema);
      const all = [...rowsOf(0, 5_000), { text: "" }];
      const found = all.flatMap((row, index) => (formula.matches(row) ? [index] : []));
      expect([...formula.select(columns)], `${strategy} ${source}`).toEqual(found);
      expect(before.count(formula), `${strategy} ${source}, before`).toBe(
        found.filter((row) => row < 1_200).length,
      );
    }
  }
});
