import { describe, expect, it } from "vitest";
import {
  type CompileOptions,
  check,
  compile,
  compileOrThrow,
  DEFAULT_LIMITS,
  type Diagnostic,
  defineFunction,
  defineKernel,
  defineSchema,
  type FunctionDefinition,
  type KernelPrice,
  parameter,
} from "../../../src/index.ts";
import { countUses } from "../../../src/language/core/uses.ts";
import { workOf } from "../../../src/language/core/work.ts";
import {
  regexFind,
  regexReplaceAll,
  regexTest,
  regexWork,
} from "../../../src/language/values/regex/index.ts";
import { CORPUS, WILD_FORMULAS } from "../../attacks/corpus.ts";
import { need } from "../../harness/extent.ts";
import { lowerSource } from "../../harness/ways.ts";
import { regexOf } from "../values/regex/regex-of.ts";

const schema = defineSchema({
  title: "text",
  notes: "text",
  codes: "list",
  price: "number",
  at: "date",
});

/** The work of a formula whose text fields have this length. */
function work(
  source: string,
  length?: number,
  functions: readonly FunctionDefinition[] = [],
): number {
  const result = lowerSource(source, schema, functions);
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("; "));
  const { root, condition } = result.lowered;
  return workOf([root, condition], length === undefined ? undefined : () => length).total;
}

function tooCostly(source: string, options?: CompileOptions): Diagnostic | undefined {
  const { ok, diagnostics } = check(source, schema, options);
  const found = diagnostics.find(({ code }) => code === "too-costly");
  expect(ok).toBe(found === undefined);
  expect(compile(source, schema, options).ok).toBe(ok);
  return found;
}

const nested = (call: (inner: string) => string, times: number, inner: string): string =>
  times === 0 ? inner : nested(call, times - 1, call(inner));

describe("a formula that may take too much work for one record", () => {
  const part = 'REGEX_REPLACE(REPT({codes},300),"(?:.{0,300}@|[A-Z])","x")';

  it("is refused, and the message names the costliest part", () => {
    const source = `LEN(${part})=1`;
    const found = tooCostly(source);
    expect(found).toMatchObject({ severity: "error", span: { start: 4, end: 4 + part.length } });
    expect(found?.message).toMatch(/^the formula may take \d+ ms for each record, mostly in /);
    expect(found?.message).toContain("10 ms are allowed");
    expect(found?.help).toContain("REPT");
  });

  it.each([
    ["nested SUBSTITUTE", nested((x) => `SUBSTITUTE(${x},"a","b")`, 20, "REPT({title},1000)")],
    ["SUBSTITUTE that grows", nested((x) => `SUBSTITUTE(${x},"a","aaaaaaaa")`, 20, "{title}")],
    ["nested UPPER", nested((x) => `UPPER(${x})`, 20, 'REPT({title} & "a",1000)')],
    ["joined texts", nested((x) => `LOWER(${x}&REPT({title},99))`, 20, "{title}")],
    ["a join", nested((x) => `UPPER(${x})`, 20, 'ARRAYJOIN({codes},REPT("-",1000))')],
    ["a long search", 'FIND(REPT("a",9000)&"b"&REPT("a",9000),REPT({title},1000))'],
    ["a long needle", "CONTAINS(REPT({title},1000),REPT({notes},999))"],
    ["URLs", nested((x) => `ENCODE_URL_COMPONENT(${x})`, 30, "REPT({title},999)")],
    ["a replacement from a field", `REGEX_REPLACE(REPT({title},999),"[a-z]{300}.*x",{notes})`],
    ["a match", `REGEX_MATCH(REPT({title},999),"[a-z].{300}x")`],
    ["an extract", `REGEX_EXTRACT(REPT({title},999),"[a-z].{300}x")="x"`],
    ["one occurrence each", nested((x) => `SUBSTITUTE(${x},"a","b",9)`, 20, "REPT({title},1000)")],
    ["months in Japanese", `DATETIME_FORMAT(SET_LOCALE({at},"ja"),"${"MMMM ".repeat(3000)}")="x"`],
    [
      "names of zones",
      `DATETIME_FORMAT(SET_TIMEZONE({at},"Asia/Tokyo"),"${"z ".repeat(4000)}")=""`,
    ],
  ])("%s", (_, source) => {
    expect(tooCostly(source)).toBeDefined();
    expect(tooCostly(source, { limits: { work: Number.POSITIVE_INFINITY } })).toBeUndefined();
  });

  it("is refused by the limit of the call only", () => {
    expect(tooCostly("{price} < 5", { limits: { work: 1 } })).toBeDefined();
    expect(tooCostly("{price} < 5")).toBeUndefined();
  });

  it("names the call if the costly part is inside of a function", () => {
    const found = tooCostly('REPLACE({title}, 2, 3, "x")', { limits: { work: 100 } });
    expect(found?.span).toEqual({ start: 0, end: 27 });
  });
});

describe("constants", () => {
  const costly = (index: number): string =>
    `REGEX_REPLACE(REPT("ab${index}",9000),"(?:.{0,300}@|[A-Z])","x")="y"`;

  it("are not computed in advance beyond the limit: they count as the rest does", () => {
    const source = `OR(${Array.from({ length: 100 }, (_, index) => costly(index)).join(",")})`;
    expect(tooCostly(source)).toBeDefined();
    const result = lowerSource(source, schema);
    if (!result.ok) throw new Error("the formula is refused for another reason");
    const left = [...countUses(result.lowered.root).keys()].filter(({ op }) => op === "call");
    expect(left.length).toBeGreaterThan(90);
  });

  it("are computed in advance within it", () => {
    const result = lowerSource('LEN(REPT("ab", 30000))', schema);
    expect(result.ok && result.lowered.root).toMatchObject({ op: "literal", data: 60_000 });
  });

  it("count like other operations if they are not folded", () => {
    const result = check('LEN(REPT("ab", 30000))', schema, { limits: { work: 1_000 } });
    expect(result.diagnostics.map(({ code }) => code)).toEqual(["too-costly"]);
  });
});

describe("the work of a formula", () => {
  it("counts a part that is used twice once", () => {
    const once = work("LEN(LOWER({title})) > 3");
    expect(work("AND(LEN(LOWER({title})) > 3, LEN(LOWER({title})) < 9)")).toBeLessThan(once * 1.2);
  });

  it("grows with the texts of fields, which are assumed to be short", () => {
    expect(work('LOWER({title})="x"', 100)).toBe(work('LOWER({title})="x"'));
    expect(work('LOWER({title})="x"', 100_000)).toBeGreaterThan(900 * work('LOWER({title})="x"'));
    expect(work("{price} < 5", 1e9)).toBe(work("{price} < 5"));
  });

  it.each([
    ["LEFT", 'LOWER(LEFT({title},9))="x"', 'LOWER({title})="x"'],
    ["a date as text", 'LOWER(DATETIME_FORMAT({at},"MMM"))="x"', 'LOWER(REPT({title},9))="x"'],
    ["a blank text", 'LOWER(REPT("",{price}))="x"', 'LOWER(REPT("a",{price}))="x"'],
  ])("assumes that %s is short", (_, short, long) => {
    expect(work(short, 100_000)).toBeLessThan(work(long, 100_000) / 2);
  });

  it("assumes that a blank replacement makes no text longer", () => {
    const made = (replacement: string) => `REGEX_REPLACE({title},"a",REPT(${replacement},{price}))`;
    const lengthened = (replacement: string) =>
      work(`LOWER(${made(replacement)})="x"`) - work(`${made(replacement)}="x"`);
    expect(lengthened('""')).toBeLessThan(lengthened('"b"') / 100);
  });

  it.each([
    ["concat", "{title}&{title}&{title}"],
    ["repeat", "REPT({title},{price})"],
    ["join", "ARRAYJOIN({codes},{title})"],
    ["substitute", 'SUBSTITUTE({title},"a",{title})'],
  ])("assumes that the result of %s is an error beyond 64 KiB", (_, made) => {
    const one = work(`LEN(LOWER(${made}))`, 60_000) - work(`LEN(${made})`, 60_000);
    expect(one).toBeLessThan(65_536 * 50);
    expect(one).toBeGreaterThan(60_000 * 10);
  });

  it("stays far below the limit for formulas of the wild", (context) => {
    need(context, CORPUS);
    for (const { formula } of WILD_FORMULAS ?? []) {
      const found = check(formula, schema, { limits: { work: DEFAULT_LIMITS.work / 20 } });
      expect(found.diagnostics.map(({ code }) => code)).not.toContain("too-costly");
    }
  });
});

describe("a kernel of your own", () => {
  function shout(price?: KernelPrice): FunctionDefinition {
    const kernel = defineKernel({
      name: "shout",
      parameters: ["text"],
      result: "text",
      ...(price === undefined ? {} : { price }),
      evaluate: (text) => `${text}!`,
    });
    return defineFunction({
      name: "SHOUT",
      parameters: [parameter.text("text")],
      result: "text",
      lower: (core, text) => core.call(kernel, text),
    });
  }

  const source = 'LOWER(SHOUT({title}))="x"';

  it("counts as fast, with a text no longer than its operands", () => {
    expect(work(source, undefined, [shout()])).toBeLessThan(100_000);
  });

  it("may declare its work and its length", () => {
    expect(work(source, undefined, [shout(() => ({ work: 5e6, length: 0 }))])).toBeGreaterThan(5e6);
    const long = shout(([length = 0]) => ({ work: length, length: 1_000 * length }));
    expect(work(source, undefined, [long])).toBeGreaterThan(4e6);
    const options = { functions: [shout(() => ({ work: 1e9, length: 0 }))] };
    expect(tooCostly(source, options)?.span).toEqual({ start: 6, end: 20 });
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("no price");
      },
      "threw",
    ],
    ["is not a number", () => ({ work: Number.NaN, length: 0 }), "numbers from 0"],
    ["is negative", () => ({ work: -1, length: 0 }), "numbers from 0"],
  ])("whose price %s has the default price, and the problem is reported", (_, price, message) => {
    const problems: Error[] = [];
    const formula = compileOrThrow<object>(source, schema, {
      functions: [shout(price)],
      onProblem: (problem) => problems.push(problem),
    });
    expect(formula.matches({ title: "X" })).toBe(false);
    expect(problems.map((problem) => problem.message).join()).toContain(message);
  });

  it("is refused if its price is not a function", () => {
    const definition = { name: "x", parameters: [], result: "text", evaluate: () => "" } as const;
    expect(() => defineKernel({ ...definition, price: 5 as never })).toThrow(/`price`/);
  });
});

// The work is an upper estimate: the real cost must not be several times higher.

const PATTERNS = [
  "[AB].{300}x",
  "(?:.{0,300}@|[A-Z])",
  "(.*A){8}.{80}x",
  "(.*A){3}.{80}x",
  "A.*B.*1.*2",
  ".*x",
  "(?:AB?){1,40}.{0,20}x",
  "[A-Z]",
  "",
];

describe.each(PATTERNS)("the pattern %s", (pattern) => {
  const text = Array.from(
    { length: 8_000 },
    (_, index) => "AB12@x"[(Math.imul(index, 2_654_435_761) >>> 8) % 5],
  ).join("");

  it.each([10, 100, 1_000, 8_000])("works no more than estimated in %d characters", (length) => {
    const regex = regexOf(pattern);
    const part = text.slice(0, length);
    for (const run of [regexTest, regexFind] as const) {
      const counter = { steps: 0 };
      run(regex, part, counter);
      expect(counter.steps).toBeLessThanOrEqual(regexWork(regexOf(pattern), length) + 1_000);
    }
    const counter = { steps: 0 };
    regexReplaceAll(regex, part, { parts: ["x"] }, undefined, counter);
    expect(counter.steps).toBeLessThanOrEqual(regexWork(regex, length) + 1_000);
  });
});
