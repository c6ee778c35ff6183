import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/*
 * Formulas as deep as limits let them be, in processes of their own: cold code has larger frames, and the stack is the one that
 * Node gives by default.
 */

const dist = new URL("../../dist/index.js", import.meta.url).href;

/** What the expressions of a new process are, in this order, or its error. */
function run(text: string, expressions: readonly string[]): readonly unknown[] {
  const program = `
    const isoform = await import(${JSON.stringify(dist)});
    const { check, compile, defineSchema, equalExpressions, format, parse, parseTolerant, print, walk } = isoform;
    const schema = defineSchema({ price: "number" });
    const limits = { length: 1e9, nodes: Infinity, depth: Infinity };
    const codes = ({ diagnostics }) => diagnostics.map(({ code }) => code).join();
    const text = ${text};
    console.log(JSON.stringify([${expressions.join(",")}]));`;
  const child = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  return child.status === 0 ? JSON.parse(child.stdout) : [child.stderr];
}

describe.each(["=", "+", "&", "/"].map((operator, turn) => ({ operator, turn })))(
  "a chain of 5,000 terms of `$operator`",
  ({ operator, turn }) => {
    const text = `Array(5_000).fill("price").join("${operator}")`;
    const calls = [
      "parse(text, { limits }).ok",
      "parseTolerant(text, { limits }).ast !== undefined",
      "!parse(text + '(', { limits }).ok",
      "check(text, schema, { limits }).ok",
      "print(parse(text, { limits }).ast).length >= text.length",
      "format(text, { limits }).text.length >= text.length",
      "(walk(parse(text, { limits }).ast.root, () => {}), true)",
      "equalExpressions(parse(text, { limits }).ast.root, parse(text, { limits }).ast.root)",
      "compile(text, schema, { limits }).ok",
    ];

    it("is handled by each call, each of which is the first of its process once", () => {
      const first = 2 * turn;
      const turned = [...calls.slice(first), ...calls.slice(0, first)];
      expect(run(text, turned)).toEqual(turned.map(() => true));
    });
  },
);

describe("nesting beyond what the stack holds is a diagnostic", () => {
  it.each([
    ["parentheses", "(", "1", ")"],
    ["calls", "ABS(", "1", ")"],
    ["signs in calls", "ABS(-(", "1", "))"],
    ["signs", "- ", "1", ""],
    ["parentheses that never close", "(", "1", ""],
  ])("%s", (_, open, inside, close) => {
    const text = `(levels) => "${open}".repeat(levels) + "${inside}" + "${close}".repeat(levels)`;
    const calls = [
      "codes(parse(text(500), { limits }))",
      "codes(check(text(500), schema, { limits }))",
      "codes(check(text(20_000), schema, { limits }))",
      "codes(parse(text(20_000), { limits }))",
    ];
    expect(run(text, calls)).toEqual(calls.map(() => "too-deep"));
  });

  it("and nesting just below it is accepted", () => {
    const parentheses = '"(".repeat(150) + "1" + ")".repeat(150)';
    const calls = ["compile(text, schema, { limits }).ok", "format(text, { limits }).ok"];
    expect(run(parentheses, [...calls, "format(text, { limits }).text.trim()"])).toEqual([
      true,
      true,
      "1",
    ]);
    expect(run('"IF(-(".repeat(50) + "1" + "),1,1)".repeat(50)', calls)).toEqual([true, true]);
  });
});
