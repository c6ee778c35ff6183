import { describe, expect, it } from "vitest";
import { compileOrThrow, defineSchema, implies } from "../../src/index.ts";
import { randomBytes } from "../generate/random.ts";
import { Tape } from "../generate/tape.ts";

const schema = defineSchema({
  n: "number",
  m: "number",
  k: "number",
  t: "text",
  u: "text",
  d: "date",
  l: "list",
  b: "boolean",
});

type Pair = readonly [given: string, claimed: string];

/** Pairs of which the first implies the second, by a law of the language. */
const LAWS: Readonly<Record<string, (tape: Tape) => Pair>> = {
  "a part of a conjunction": (tape) => {
    const [a, b] = [condition(tape), condition(tape)];
    return [`AND(${a}, ${b})`, tape.oneIn(2) ? a : b];
  },
  "an alternative": (tape) => {
    const [a, b] = [condition(tape), condition(tape)];
    return [a, `OR(${b}, ${a})`];
  },
  "the same condition": (tape) => {
    const a = condition(tape);
    return [a, a];
  },
  "a larger range": (tape) => {
    const n = tape.below(50);
    return [`{n} > ${n + tape.below(5)}`, `{n} ${tape.pick([">", ">=", "!="])} ${n}`];
  },
  "more alternatives": (tape) => {
    const some = texts(tape);
    return [`ISONEOF({t}, ${some})`, `ISONEOF({t}, "z", ${some})`];
  },
  "all of the items": (tape) => {
    const some = texts(tape);
    return [`HASALL({l}, ${some})`, `HASANY({l}, ${some})`];
  },
  "none of the items": (tape) => {
    const some = texts(tape);
    return [`HASNONE({l}, "z", ${some})`, `HASNONE({l}, ${some})`];
  },
  "a year": (tape) => {
    const year = 2000 + tape.below(50);
    return [
      `YEAR({d}) = ${year}`,
      tape.pick([
        `{d} >= "${year}-01-01"`,
        `{d} > "${year - 1}-01-01"`,
        `{d} < "${year + 1}-01-01"`,
      ]),
    ];
  },
  "a month": (tape) => {
    const year = 2000 + tape.below(50);
    return [
      `DATETIME_FORMAT({d}, "YYYY-MM") = "${year}-05"`,
      tape.pick([`YEAR({d}) = ${year}`, `{d} < "${year}-06-01"`]),
    ];
  },
  "a day": (tape) => {
    const day = `2024-03-${10 + tape.below(20)}`;
    return [`IS_SAME({d}, "${day}", "day")`, `DATESTR({d}) = "${day}"`];
  },
  "a prefix": (tape) => {
    const prefix = text(tape) + text(tape);
    const shorter = prefix.slice(0, 1);
    return [
      tape.pick([`STARTS_WITH({t}, "${prefix}")`, `LEFT({t}, 2) = "${prefix}"`]),
      tape.pick([`STARTS_WITH({t}, "${shorter}")`, `CONTAINS({t}, "${prefix}")`]),
    ];
  },
  "another prefix": () => ['STARTS_WITH({t}, "ab")', 'NOT(STARTS_WITH({t}, "b"))'],
  "a pattern": () => ['REGEX_MATCH({t}, "^a.*z$")', 'OR({b}, REGEX_MATCH({t}, "^a.*z$"))'],
  "an order": (tape) => {
    const [first, second] = [tape.pick(["<", "<="]), tape.pick(["<", "<="])];
    const both = first === "<" || second === "<" ? "<" : "<=";
    return [`AND({n} ${first} {m}, {m} ${second} {k})`, `{n} ${both} {k}`];
  },
  "an order with a constant": (tape) => {
    const n = tape.below(9);
    return [`AND({n} < {m}, {m} <= ${n})`, `{n} < ${n}`];
  },
  "an equality": (tape) => {
    const name = tape.pick(["n", "t"]);
    const other = name === "n" ? "m" : "u";
    return [`{${name}} = {${other}}`, `{${other}} = {${name}}`];
  },
};

const text = (tape: Tape): string => tape.pick(["a", "b", "c"]);

function texts(tape: Tape): string {
  return Array.from({ length: 1 + tape.below(3) }, () => `"${text(tape)}"`).join(", ");
}

function condition(tape: Tape): string {
  return tape.pick([
    `{n} > ${tape.below(9)}`,
    `{t} = "${text(tape)}"`,
    `ISONEOF({t}, ${texts(tape)})`,
    `HASANY({l}, ${texts(tape)})`,
    `REGEX_MATCH({t}, "${text(tape)}+$")`,
    `MONTH({d}) = ${1 + tape.below(12)}`,
    `YEAR({d}) < ${2000 + tape.below(50)}`,
    `STARTS_WITH({t}, "${text(tape)}")`,
    "{n} < {m}",
    "{b}",
  ]);
}

/** Two conditions on few values, so that they often have to do with each other. */
function compound(tape: Tape, depth = 2): string {
  if (depth === 0 || tape.oneIn(3)) {
    return tape.pick([
      condition(tape),
      `{n} ${tape.pick(["<", "<=", "=", "!="])} {m}`,
      `{m} ${tape.pick(["<", "<=", "=", "!="])} {k}`,
      `{k} ${tape.pick(["<", "<=", "=", "!="])} ${tape.pick(["{n}", "1", "2"])}`,
      `LEFT({t}, 1) = "${text(tape)}"`,
      `CONTAINS({t}, "${text(tape)}")`,
      `{d} < "2024-01-01"`,
    ]);
  }
  const [a, b] = [compound(tape, depth - 1), compound(tape, depth - 1)];
  return tape.pick([`AND(${a}, ${b})`, `OR(${a}, ${b})`, `NOT(${a})`]);
}

const NUMBERS = [null, 1, 2];
const ROWS = NUMBERS.flatMap((n) =>
  NUMBERS.flatMap((m) =>
    NUMBERS.flatMap((k) =>
      ["", "a", "ab", "b"].flatMap((t) =>
        [null, new Date("2010-05-01"), new Date("2024-01-01")].flatMap((d) =>
          [[], ["a"], ["a", "b"]].map((l) => ({ n, m, k, t, d, l, b: n === 1 })),
        ),
      ),
    ),
  ),
);

const PAIRS = 200;

it(`${PAIRS} reported implications hold for every record of a grid`, () => {
  let known = 0;
  for (let seed = 0; known < PAIRS; seed++) {
    const tape = new Tape(randomBytes(seed, 80));
    const [a, b] = [compound(tape), compound(tape)].map((source) => compileOrThrow(source, schema));
    if (a === undefined || b === undefined || implies(a, b) !== "true") continue;
    known++;
    expect([a.source, b.source, a.filter(ROWS).filter((row) => !b.matches(row))]).toEqual([
      a.source,
      b.source,
      [],
    ]);
  }
});

const EACH = 12;

describe("implications that hold by a law", () => {
  it.each(Object.entries(LAWS))("%s is known", (_, pairOf) => {
    for (let seed = 0; seed < EACH; seed++) {
      const [given, claimed] = pairOf(new Tape(randomBytes(seed, 60)));
      const [a, b] = [given, claimed].map((source) => compileOrThrow(source, schema));
      if (a === undefined || b === undefined) continue;
      expect([given, claimed, implies(a, b)]).toEqual([given, claimed, "true"]);
    }
  });
});
