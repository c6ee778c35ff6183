import { describe, expect, it } from "vitest";
import {
  check,
  compile,
  DEFAULT_LIMITS,
  defineSchema,
  type Limits,
  parse,
  parseTolerant,
} from "../../src/index.ts";

const schema = defineSchema({ n: "number", t: "text", b: "boolean", l: "list" });

function codes(source: string, limits?: Partial<Limits>): readonly string[] {
  const options = limits === undefined ? {} : { limits };
  const found = check(source, schema, options).diagnostics.filter(
    ({ severity }) => severity === "error",
  );
  expect(compile(source, schema, options).ok).toBe(found.length === 0);
  return [...new Set(found.map(({ code }) => code))];
}

const repeat = (text: string, count: number): string => text.repeat(count);
const list = (item: string, count: number): string =>
  Array.from({ length: count }, () => item).join(",");

describe("the default limits", () => {
  it("are those of the reference, and frozen", () => {
    expect(DEFAULT_LIMITS).toEqual({
      length: 16_000,
      depth: 64,
      nodes: 2_000,
      arguments: 100,
      values: 1_000,
      work: 10_000_000,
      diagnostics: 100,
    });
    expect(Object.isFrozen(DEFAULT_LIMITS)).toBe(true);
  });
});

/** For each limit, formulas that reach exactly as far as they are told. */
const REACHING: readonly (readonly [
  limit: keyof Limits,
  code: string,
  family: string,
  reach: (n: number) => string,
])[] = [
  ["length", "formula-too-long", "white space", (n) => `{b}${repeat(" ", n - 3)}`],
  ["length", "formula-too-long", "a text", (n) => `{t}="${repeat("a", n - 6)}"`],
  [
    "length",
    "formula-too-long",
    "a text of surrogate pairs, counted in UTF-16 units",
    (n) => `{t}="${repeat("😀", Math.floor((n - 6) / 2))}"${n % 2 === 0 ? "" : " "}`,
  ],
  ["length", "formula-too-long", "a comment", (n) => `{b}//${repeat("/", n - 5)}`],
  ["depth", "too-deep", "parentheses", (n) => `${repeat("(", n)}{b}${repeat(")", n)}`],
  ["depth", "too-deep", "calls", (n) => `${repeat("NOT(", n)}{b}${repeat(")", n)}`],
  ["depth", "too-deep", "minus signs", (n) => `${repeat("-", n)}{n}`],
  ["depth", "too-deep", "plus signs", (n) => `${repeat("+", n)}{n}`],
  [
    "depth",
    "too-deep",
    "calls, signs and parentheses in turn",
    (n) =>
      `${repeat("-", n % 4)}${repeat("ABS(-(+", Math.floor(n / 4))}{n}${repeat("))", Math.floor(n / 4))}`,
  ],
  [
    "depth",
    "too-deep",
    "the last argument of calls",
    (n) => `${repeat("IF({b},1,", n)}{n}${repeat(")", n)}`,
  ],
  [
    "nodes",
    "too-many-nodes",
    "a chain of operators",
    (n) =>
      n % 2 === 1 ? `{n}${repeat("+{n}", (n - 1) / 2)}` : `-{n}${repeat("+{n}", (n - 2) / 2)}`,
  ],
  [
    "nodes",
    "too-many-nodes",
    "texts joined",
    (n) =>
      n % 2 === 1 ? `{t}${repeat("&{t}", (n - 1) / 2)}` : `LEN({t}${repeat("&{t}", (n - 2) / 2)})`,
  ],
  [
    "nodes",
    "too-many-nodes",
    "calls",
    (n) =>
      `${n % 2 === 0 ? "-" : ""}${repeat("ABS(SUM(TRUE()", 1)}${repeat(",TRUE()", (n % 2 === 0 ? n : n + 1) - n)}))${repeat("+{n}", Math.floor((n - 3) / 2))}`,
  ],
  ["arguments", "too-many-arguments", "the arguments of a call", (n) => `SUM(${list("{n}", n)})`],
  ["values", "too-many-values", "values", (n) => `ISONEOF({n},${list("1", n)})`],
  ["values", "too-many-values", "items", (n) => `HASNONE({l},${list('"a"', n)})`],
  ["arguments", "too-many-arguments", "conditions", (n) => `OR(${list("{b}", n)})`],
  [
    "arguments",
    "too-many-arguments",
    "cases",
    (n) => `SWITCH({n},${Array.from({ length: n - 1 }, (_, index) => index).join(",")})`,
  ],
  [
    "arguments",
    "too-many-arguments",
    "arguments of an inner call",
    (n) => `NOT(AND({b},SUM(${list("{n}", n)})))`,
  ],
];

describe.each(REACHING)("%s (%s) by %s", (limit, code, _, reach) => {
  const most = DEFAULT_LIMITS[limit];

  it("is allowed at the limit", () => {
    const source = reach(most);
    expect(codes(source)).toEqual([]);
    expect(parse(source).ok).toBe(true);
  });

  it("is refused one beyond it", () => {
    const source = reach(most + 1);
    expect(codes(source)).toEqual([code]);
    expect(parse(source)).toMatchObject({ ok: false });
    expect(parseTolerant(source).ast).toBeUndefined();
  });

  it("is replaced by a limit of the call", () => {
    for (const own of [190, 200]) {
      const limits =
        limit === "depth"
          ? { depth: 20 }
          : limit === "arguments"
            ? { arguments: 7 }
            : limit === "values"
              ? { values: 7 }
              : { [limit]: own };
      const at = Object.values(limits)[0] ?? 0;
      // A limit of one kind leaves the others as they are.
      if (at > most) continue;
      expect(codes(reach(at), limits)).toEqual([]);
      expect(codes(reach(at + 1), limits)).toEqual([code]);
      expect(codes(reach(at + 1))).toEqual([]);
    }
  });
});

describe("a limit that is raised", () => {
  it("accepts formulas beyond the default limit", () => {
    const [length, depth] = [repeat(" ", 20_000), 80];
    expect(codes(`{b}${length}`, { length: 30_000 })).toEqual([]);
    expect(codes(`${repeat("(", depth)}{b}${repeat(")", depth)}`, { depth })).toEqual([]);
    expect(codes(`SUM(${list("{n}", 101)})`, { arguments: 101 })).toEqual([]);
    expect(codes(`{n}${repeat("+{n}", 1_500)}`, { nodes: 3_001 })).toEqual([]);
  });
});

describe("a limit of a call", () => {
  it.each([0, -1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY])("must not be %s", (value) => {
    for (const limit of [
      "length",
      "depth",
      "nodes",
      "arguments",
      "values",
      "work",
      "diagnostics",
    ] as const) {
      const options = { limits: { [limit]: value } };
      const message = `the limit \`${limit}\` must be a whole number from 1`;
      expect(() => check("1", schema, options)).toThrow(new RangeError(message));
      expect(() => compile("1", schema, options)).toThrow(RangeError);
      expect(() => parse("1", options)).toThrow(RangeError);
    }
  });

  it("may be Infinity, and has its default if it is missing", () => {
    expect(codes(`{b}${repeat(" ", 50_000)}`, { length: Number.POSITIVE_INFINITY })).toEqual([]);
    const limits: Partial<Limits> = JSON.parse("{}");
    Object.assign(limits, { length: undefined, depth: undefined, nodes: undefined });
    expect(codes(repeat(" ", 20_000), limits)).toEqual(["formula-too-long"]);
    expect(codes(`${repeat("(", 65)}1${repeat(")", 65)}`, limits)).toEqual(["too-deep"]);
  });

  it("of one diagnostic shows an error rather than warnings before it", () => {
    const { ok, diagnostics } = check("(1 = 1) & {nowhere}", schema, {
      limits: { diagnostics: 1 },
    });
    expect([ok, diagnostics.map(({ code }) => code)]).toEqual([false, ["unknown-field"]]);
  });
});

describe("far beyond a limit", () => {
  it.each([
    ["formula-too-long", `"${repeat("a", 1_000_000)}"`],
    ["formula-too-long", repeat("(", 100_000)],
    ["formula-too-long", repeat("9", 1_000_000)],
    ["too-deep", repeat("(", 16_000)],
    ["too-deep", repeat("-", 16_000)],
    ["too-deep", repeat("NOT(", 4_000)],
    ["too-deep", `${repeat("(", 7_900)}1${repeat(")", 7_900)}`],
    ["too-many-nodes", `1${repeat("+1", 7_999)}`],
    ["too-many-nodes", `SUM(${list("1", 7_990)})`],
    ["too-many-nodes", `{n}${repeat("=1", 7_998)}`],
  ])("%s is one short diagnostic, and nothing else is computed", (code, source) => {
    const { diagnostics, type, fields, ok } = check(source, schema);
    expect({ ok, type, fields }).toEqual({ ok: false, type: undefined, fields: [] });
    expect(diagnostics.map((found) => found.code)).toContain(code);
    expect(diagnostics.length).toBeLessThanOrEqual(2);
    for (const { message, help = "" } of diagnostics)
      expect(message.length + help.length).toBeLessThan(200);
  });
});

describe("at most 100 diagnostics are reported", () => {
  const FAMILIES: readonly (readonly [string, (n: number) => string])[] = [
    ["unknown fields", (n) => Array.from({ length: n }, (_, index) => `{x${index}}`).join("&")],
    ["unknown functions", (n) => Array.from({ length: n }, (_, index) => `FX${index}()`).join("&")],
    ["mismatched comparisons", (n) => Array.from({ length: n }, () => "({n}='x')").join("&")],
    ["constant conditions", (n) => Array.from({ length: n }, () => "(1=1)").join("&")],
    ["curly quotes", (n) => Array.from({ length: n }, () => "“x”").join("&")],
    ["foreign operators", (n) => `1${repeat("==1", n)}`],
  ];

  it.each(FAMILIES)("%s", (_, family) => {
    expect(check(family(100), schema).diagnostics).toHaveLength(100);
    expect(check(family(101), schema).diagnostics).toHaveLength(100);
    expect(check(family(300), schema).diagnostics).toHaveLength(100);
    expect(check(family(300), schema, { limits: { diagnostics: 7 } }).diagnostics).toHaveLength(7);
  });

  it("which are the first ones of the text", () => {
    const { diagnostics } = check(
      Array.from({ length: 300 }, (_, index) => `{x${index}}`).join("&"),
      schema,
    );
    expect(diagnostics[0]?.message).toBe("there is no field `x0`");
    expect(diagnostics[99]?.message).toBe("there is no field `x99`");
  });

  it("but an error is shown even behind warnings", () => {
    const source = `${Array.from({ length: 150 }, () => "(1=1)").join("&")}&{nowhere}`;
    const result = check(source, schema);
    expect(result.ok).toBe(false);
    expect(compile(source, schema).ok).toBe(false);
    const truly = `${Array.from({ length: 150 }, () => "(1=1)").join("&")}&REPT({t}, 1e9)`;
    expect(check(truly, schema).ok).toBe(false);
    expect(compile(truly, schema).ok).toBe(false);
  });
});
