import { EmbeddedActionsParser } from "chevrotain";
import { expect, test } from "vitest";
import { format, parseTolerant } from "../../../src/language/syntax/index.ts";

/** Fragments that, if repeated, could make a scanner or a parser examine the same text repeatedly. */
const FRAGMENTS = [
  ...["(", ")", '"', "'", "{", "}", "[", "]", "1,", "-", "!", "=", "1 ", "1+", "NOT(", "IF(a,"],
  ...['&"a"', "&&", "a AND ", "! a ", "''", "'a'b", "'O'Brien' ", '"a""b', "'a'b''", "“", "“a"],
  ...["‘a’", '"a”', "`", "{,\\{", "{a", "{\\", "{{", "<%", "${", "[a", "\\", '"\\', "/*", "/*\\"],
  ...["/**/", "//\n", "*", ".", "1.", "1e", "9", "\0", "\ud800", "😀", "\u200d", "a", "é", " "],
  ...["\n", "x IN (1,", "x IN (1)", "x BETWEEN 1 AND ", "a ? b : ", "a;", "f(;", "a LIKE ", "a^"],
  ...["(1,", "f()(", "IS NOT ", "((((((((1", '" "', "f(/**/)+", "a /*b*/ + ", "-(1)"],
];

const LIMITS = { nodes: 100_000, arguments: 100_000, length: 100_000 };

/** The number of steps: characters examined, regular expressions tried, tokens examined by the parser. */
function stepsOf(run: () => unknown): number {
  let steps = 0;
  const counted = [
    [String.prototype, "charAt"],
    [String.prototype, "charCodeAt"],
    [String.prototype, "slice"],
    [RegExp.prototype, "exec"],
    [RegExp.prototype, "test"],
    [Array.prototype, "push"],
    [Object.getPrototypeOf(EmbeddedActionsParser.prototype), "LA_FAST"],
    [Object.getPrototypeOf(EmbeddedActionsParser.prototype), "LA"],
  ] as const;
  const originals = counted.map(([owner, name]) => Reflect.get(owner, name));
  for (const [index, [owner, name]] of counted.entries()) {
    const original = originals[index];
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      steps++;
      return Reflect.apply(original, this, args);
    });
  }
  try {
    run();
  } finally {
    for (const [index, [owner, name]] of counted.entries())
      Reflect.set(owner, name, originals[index]);
  }
  return steps;
}

test.each(FRAGMENTS)("parsing %j takes linear time", (fragment) => {
  const of = (length: number) => fragment.repeat(Math.ceil(length / fragment.length));
  parseTolerant("1");
  const [short, long] = [4_000, 8_000].map((length) =>
    stepsOf(() => parseTolerant(of(length), { limits: LIMITS })),
  );
  expect(long).toBeLessThanOrEqual(2.2 * (short ?? 0) + 1_000);
  expect(long).toBeLessThanOrEqual(200 * 8_000);
});

test.each(["1 + ", "f(/**/) + ", "/**/a /*b*/ + ", "f(g(h(1))) & ", "-(-1 + 2) = "])(
  "formatting %j takes linear time",
  (fragment) => {
    const of = (length: number) => `${fragment.repeat(length / fragment.length)}1`;
    const [short, long] = [4_000, 8_000].map((length) =>
      stepsOf(() => format(of(length), { limits: LIMITS })),
    );
    expect(long).toBeLessThanOrEqual(2.2 * (short ?? 0) + 1_000);
  },
);
