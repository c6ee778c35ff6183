import { afterEach, describe, expect, it, vi } from "vitest";
import { RowProgram } from "../../../src/backends/rows/index.ts";
import { CoreBuilder } from "../../../src/language/core/builder.ts";
import { defineKernel } from "../../../src/language/core/kernel.ts";
import { readSchema } from "../../../src/language/schema/index.ts";
import { askReference, wayProblems } from "../../harness/ask-ways.ts";
import { lowerSource } from "../../harness/ways.ts";

const result = readSchema({
  fields: { n: "number", m: "number", t: "text", u: "text", b: "boolean", d: "date", l: "list" },
});
if (!result.ok) throw new Error("the schema is broken");
const { schema } = result;

const rows = [
  { n: 0, m: 1, t: "a", u: "b", b: true, d: "2024-02-29", l: ["a"] },
  { n: 2, m: 0, t: "b", u: "a", b: false, d: "1900-01-01", l: [] },
  { n: Number.NaN, m: -1, t: "", u: "\ud800", b: true },
  { n: Number.POSITIVE_INFINITY, m: Number.NEGATIVE_INFINITY, t: 5 },
  { t: "b\0", u: "B\ud800b" },
  { t: "😀a", u: "a😀" },
  { t: "a😀", u: "xa😀" },
  { t: "😀😀", u: "😀\ud83d" },
  {},
];

// Forms that back ends write in their own way, each with an operand that may be an error, blank, or neither.
describe.each([
  "IF(1 / {n} > 0, {b}, NOT({b}))",
  "NOT(IF(1 / {n} > 0, {b}, NOT({b})))",
  'NOT(({t} & {u}) < "b")',
  'NOT("b" <= ({t} & {u}))',
  "NOT({n} / {m} < {m} / {n})",
  "NOT(1 / {n} = 1 / {m})",
  'NOT(CONTAINS({t} & {u}, "a"))',
  "NOT(STARTS_WITH({t} & {u}, {t}))",
  "NOT(ISERROR(1 / {n}))",
  "NOT(ISBLANK(VALUE({t})))",
  "AND(1 / {n} > 0, 1 / {m} > 0, {b}, {t} = {u})",
  "OR(1 / {n} > 0, 1 / {m} > 0, {b}, {t} = {u})",
  "IF({b}, 1 / {n}, {m}) > {n}",
  "XOR({b}, 1 / {n} > 0, {t} = {u})",
  "({b} = (1 / {n} > 0)) = {b}",
  "ROUND(ROUND({n} / {m}, 2) / 3, 2) * ROUND({n} / {m}, 2)",
  "IFBLANK({n}, 1 / {m}) > 0",
  "SUBSTITUTE({t}, {u}, {t} & {u}, {n})",
  "{n} < {m}",
  "{n} <= {m}",
  "{n} != {m}",
  "{t} != {u}",
  '{t} = ""',
  "{d} > {d} - {n}",
  "AND({d} > TODAY(), {d} < NOW())",
  "HAS({l}, {t})",
  "LEN({u}) < 1",
  "NOT(LEN({u}) < 1)",
  'LOWER({u}) != "b"',
  'MID({u}, 1, 1) > "a"',
  "RIGHT({u}, 1) = LEFT({u}, 1)",
  'FIND("b", {u}, 1) = 0',
  "OR(LEN({t}) > 1, LEN({u}) >= 2)",
  "OR(LEN({t}) < 2, LEN({u}) <= 1)",
  "AND(NOT(LEN({t}) > 1), 0.5 < LEN({u}))",
  "LEN(LOWER({u})) > -1",
  'LEFT({t}, 2) = "😀a"',
  'LEFT({t}, 3) = "😀a"',
  'LEFT(LOWER({t}), 1) = "a"',
  'NOT(LEFT({t}, 1) = "ab")',
  'RIGHT({t}, 2) = "a😀"',
  'MID({t}, 2, 1) = "😀"',
  'MID({u}, 2, 2) = "a"',
  'MID({t}, 2, 3) = "😀ab"',
  'MID({t}, 40, 1) = "a"',
  'NOT(MID({t}, 1.5, 1) = "a")',
  'LOWER({t}) = "a😀"',
  'UPPER({u}) = "A"',
  'RIGHT({u}, 3) = "a😀"',
  'NOT(RIGHT({u}, 1) = "😀")',
  'RIGHT({t}, {n}) = "a"',
  'NOT(CONTAINS(LOWER({u}), "b"))',
  '{t} & {u} = "ab"',
  "{l} & {l}",
])("%s", (formula) => {
  it("is the same by every strategy", () => {
    const lowered = lowerSource(formula, schema);
    if (!lowered.ok) throw new Error(lowered.diagnostics.map(({ message }) => message).join("\n"));
    const now = Date.UTC(2024, 1, 1);
    const answers = askReference(lowered.lowered, rows, now);
    expect(wayProblems(lowered.lowered, rows, now, answers)).toEqual([]);
  });
});

describe("a row program", () => {
  it("calls a kernel without operands if constants were too large to fold", () => {
    const core = new CoreBuilder();
    for (const letter of "abcde") core.repeat(core.text(letter), core.number(60_000));
    const one = defineKernel({ name: "ONE", parameters: [], result: "number", evaluate: () => 1 });
    const node = core.call(one);
    const program = new RowProgram(node, core.toCondition(node), "closures");
    expect(program.evaluate({}, 0)).toBe(1);
    expect(program.filter([{}], 0)).toHaveLength(1);
  });

  it("grows its result by the number of matches, however many rows matched first", () => {
    const core = new CoreBuilder();
    const n = core.field({ name: "n", type: "number" });
    const many = Array.from({ length: 40_000 }, (_, index) => ({ n: index }));
    const late = core.less(core.number(20_000), n);
    expect(new RowProgram(late, late).filter(many, 0)).toEqual(many.slice(20_001));
    const early = core.less(n, core.number(20_000));
    expect(new RowProgram(early, early).filter(many, 0)).toEqual(many.slice(0, 20_000));
  });
});

describe("where code generation is forbidden, a row program", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it("falls back to closures, with the same answers", async () => {
    vi.resetModules();
    vi.stubGlobal("Function", () => {
      throw new EvalError("forbidden");
    });
    const { generateFilter } = await import("../../../src/backends/rows/generated-filter.ts");
    const core = new CoreBuilder();
    const b = core.field({ name: "b", type: "boolean" });
    expect(generateFilter(b)).toBeUndefined();
    expect(generateFilter(b)).toBeUndefined();
  });
});
