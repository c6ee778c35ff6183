import { expect, it } from "vitest";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { type ExactCase, expectExact } from "./expect-exact.ts";

/* Known facts about columns and constants determine the guards in the SQL. Results must not change. */

const LARGEST = Number.MAX_VALUE;
const TINY = Number.MIN_VALUE;

const NUMBERS = [null, 0, 1, -1, 2.5, 1e-300, -1e-300, TINY, 1e150, 1e300, -1e300, 8e307, -8e307];
const EXTREMES = [...NUMBERS, 1e308, -1e308, LARGEST, -LARGEST];

function sumOf(count: number): string {
  return Array.from({ length: count }, () => "{n}").join(" + ");
}

/** A sum with this many operands is a tree with more nodes than are tested at once. */
const LONG_SUM = sumOf(44);

/**
 * With these numbers of operands before a product, the tree has exactly the maximum number of nodes, one more, and two
 * more.
 */
const MOST_OPERANDS = [39, 40, 41];

const schema = defineSchema({ id: { type: "number", key: true }, n: "number", m: "number" });

const LAST_CHARACTER = "\u{10ffff}";
const TEXTS = [
  null,
  "",
  "a",
  "A",
  "b",
  LAST_CHARACTER,
  `${LAST_CHARACTER}a`,
  `${LAST_CHARACTER}${LAST_CHARACTER}`,
  `a${LAST_CHARACTER}`,
  `A${LAST_CHARACTER}b`,
  "\ud7ff",
  "a\ud7ffb",
  "a\ue000",
];

const CASES: Readonly<Record<string, ExactCase>> = {
  "a sum with a large constant": {
    fields: { n: "number" },
    rows: EXTREMES.map((n) => ({ n })),
    formulas: ["+", "-"].flatMap((sign) =>
      [LARGEST, 1e308, 1e300].flatMap((constant) => [
        `{n} ${sign} ${constant}`,
        `${constant} ${sign} {n}`,
        `{n} ${sign} (0 - ${constant}) > 5`,
        `0 - ${constant} ${sign} {n} < 5`,
      ]),
    ),
  },
  "a number compared with the largest and the least one": {
    fields: { n: "number" },
    rows: EXTREMES.map((n) => ({ n })),
    formulas: ["<", "<=", ">", ">=", "=", "!="].flatMap((relation) =>
      [LARGEST, -LARGEST].flatMap((constant) => [
        `{n} * 2 ${relation} ${constant}`,
        `{n} * 1 ${relation} ${constant}`,
        `{n} + {n} ${relation} ${constant}`,
      ]),
    ),
  },
  "arithmetic that no test makes safe": {
    fields: { n: "number", m: "number" },
    rows: EXTREMES.map((n, index) => ({ n: n ?? 7, m: EXTREMES[EXTREMES.length - 1 - index] })),
    columns: { n: { notNull: true } },
    formulas: [
      "{n} * 1e300 != 3",
      "{n} * 1e300 > 3",
      "IF({m} > 1, {n} * {m}, 2) + 1 != 3",
      "IF({m} > 1, {n} * {m}, 2) + 1 > 3",
      `${LONG_SUM} != 3`,
      `${LONG_SUM} > 3`,
    ],
  },
  "a divisor that is never 0": {
    fields: { n: "number", m: "number" },
    rows: EXTREMES.flatMap((n) => [0.001, 0.3, 1].map((m) => ({ n, m }))),
    columns: { m: { range: [0.001, 1], notNull: true } },
    formulas: ["{n} / {m}", "{n} / {m} > 3", "1e308 / {m} + {n}", "ISERROR({n} / {m})"],
  },
  "numbers that are never negative": {
    fields: { n: "number", m: "number", k: "number" },
    rows: NUMBERS.flatMap((given, index) => {
      const [n, m] = [Math.abs(given ?? 7), Math.abs(NUMBERS[(index * 5) % NUMBERS.length] ?? 3)];
      return [0, 1e-300, 1e-20, 1000].map((k) => ({ n, m, k }));
    }),
    columns: {
      n: { range: [0, LARGEST], notNull: true },
      m: { range: [0, LARGEST], notNull: true },
      k: { range: [0, 1000], notNull: true },
    },
    formulas: [
      "{n} * {m} * {k}",
      "{n} * {k} / {m} > 3",
      "({n} + {m}) * {k} / ({n} + 1)",
      "ISERROR({n} * {m} * {k})",
    ],
  },
  "the end of a text that is shorter": {
    fields: { n: "number", t: "text" },
    rows: [5, 5.5, 7, 10].flatMap((n) => ["", "abc", "abcdefghi"].map((t) => ({ n, t }))),
    columns: { n: { range: [5, 10], notNull: true } },
    formulas: ['RIGHT("abc", {n})', 'RIGHT("abc", {n}) = "abc"', "RIGHT({t}, {n})"],
  },
  "a text that begins with the last character": {
    fields: { t: "text" },
    rows: TEXTS.map((t) => ({ t })),
    formulas: [
      LAST_CHARACTER,
      `${LAST_CHARACTER}${LAST_CHARACTER}`,
      `a${LAST_CHARACTER}`,
      "a\ud7ff",
    ]
      .map((prefix) => `STARTS_WITH({t}, "${prefix}")`)
      .flatMap((test) => [test, `NOT(${test})`]),
  },
  "a text with a known length": {
    fields: { t: "text", b: "boolean" },
    rows: [null, "", "a", " a ", "é😀 ", "     "].flatMap((t) =>
      [true, false].map((b) => ({ t, b })),
    ),
    columns: { t: { maxLength: 5 } },
    formulas: [
      'TRIM({t}) & "x"',
      'TRIM({t}) & "x" = "ax"',
      'IF({b}, {t} & "y", {t}) & TRIM({t})',
      'LEN(IF({b}, {t} & "y", {t}) & "z") > 3',
    ],
  },
  "an integer among numbers": {
    fields: { n: "number" },
    rows: [null, 0, 1, 2, 3, -1, 2 ** 53, -(2 ** 53)].map((n) => ({ n })),
    columns: { n: { storage: "integer" } },
    formulas: [
      "ISONEOF({n}, 1, 2.5)",
      `ISONEOF({n}, 1, 1e300, ${2 ** 53})`,
      `ISONEOF({n}, -1, -1e300, ${-(2 ** 53)})`,
    ].flatMap((test) => [test, `NOT(${test})`]),
  },
  "a list that is never NULL": {
    fields: { l: "list" },
    rows: [[], ["a"], ["b", "c"], ["c"], ["a", "b"]].map((l) => ({ l })),
    columns: { l: { notNull: true } },
    formulas: [
      'HASANY({l}, "a", "b")',
      'HASNONE({l}, "a", "b")',
      'NOT(HASANY({l}, "a", "b"))',
      'HASALL({l}, "a", "b")',
      'NOT(HAS({l}, "a"))',
    ],
  },
  "a list that is a branch": {
    fields: { b: "boolean", n: "number", l: "list" },
    rows: [true, false].flatMap((b) =>
      [0, 5].flatMap((n) => [
        { b, n, l: ["a"] },
        { b, n, l: [] },
      ]),
    ),
    mayLeave: true,
    formulas: [
      "ISERROR(IF({b}, ERROR(), {l}))",
      "ISERROR(IF({b}, BLANK(), IF({n} > 1, ERROR(), {l})))",
      'HAS(IF({b}, BLANK(), {l}), "a")',
    ],
  },
  "a condition that is in a junction twice": {
    fields: { b: "boolean", n: "number" },
    rows: [null, true, false].flatMap((b) => [null, 0, 5].map((n) => ({ b, n }))),
    formulas: [
      "AND({b}, NOT(OR(NOT({b}), {n} > 1)))",
      "OR({b}, AND({n} > 1, {b}), NOT(AND(NOT({b}), {n} > 1)))",
    ],
  },
};

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    name,
    () => openEngine(name),
    (engine) => {
      it.each(Object.entries(CASES))("%s is exact", async (_, exact) => {
        await expectExact(engine(), dialectOf(name), exact);
      });

      it("a product in a sum of more operands than are tested at once is exact", async () => {
        const columns = (["id", "n", "m"] as const).map(
          (column) => ({ name: column, storage: "double", notNull: true }) as const,
        );
        const rows = [1, -1, 0, 1e10, 1e300].flatMap((n, row) =>
          [1, 0, 1e300, 1e308, -1e308].map((m, index) => ({ id: row * 10 + index, n, m })),
        );
        await engine().createTable("sums", columns);
        await engine().insert(
          "sums",
          columns,
          rows.map(({ id, n, m }) => [id, n, m]),
        );
        for (const count of MOST_OPERANDS) {
          const formula = compileOrThrow(`${sumOf(count)} + {m} * {m} != 3`, schema);
          const { where, params, residual } = formula.toSql(dialectOf(name), {
            columns: { n: { notNull: true }, m: { notNull: true } },
          });
          if (residual !== undefined) continue;
          const found = await engine().query(`SELECT id FROM sums WHERE ${where}`, params);
          expect(found.flat().sort(), formula.source).toEqual(
            formula
              .filter(rows)
              .map(({ id }) => id)
              .sort(),
          );
        }
      });
    },
  );
}
