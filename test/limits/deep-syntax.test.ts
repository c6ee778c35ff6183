import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/*
 * Formulas as deep as limits let them be, each in a process of its own: cold code has larger frames, and the stack is the
 * one that Node gives by default.
 */

const dist = new URL("../../dist/index.js", import.meta.url).href;

function run(body: string): string {
  const program = `
    const isoform = await import(${JSON.stringify(dist)});
    const { check, compile, defineSchema, equalExpressions, format, parse, parseTolerant, print, walk } = isoform;
    const schema = defineSchema({ price: "number" });
    const limits = { length: 1e9, nodes: Infinity, depth: Infinity };
    const chain = (operator, terms) => Array(terms).fill("price").join(operator);
    ${body}`;
  const child = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  return child.status === 0 ? child.stdout.trim() : child.stderr;
}

describe.each(["=", "+", "&", "/"])("a chain of `%s`", (operator) => {
  it.each([
    ["parse", "parse(text, { limits }).ok"],
    ["parseTolerant", "parseTolerant(text, { limits }).ast !== undefined"],
    ["a broken formula", "!parse(text + '(', { limits }).ok"],
    ["check", "check(text, schema, { limits }).ok"],
    ["print", "print(parse(text, { limits }).ast).length >= text.length"],
    ["format", "format(text, { limits }).text.length >= text.length"],
    ["walk", "(walk(parse(text, { limits }).ast.root, () => {}), true)"],
    [
      "equalExpressions",
      "equalExpressions(parse(text, { limits }).ast.root, parse(text, { limits }).ast.root)",
    ],
  ])("of 5,000 terms: %s", (_, expression) => {
    expect(run(`const text = chain("${operator}", 5_000); console.log(${expression});`)).toBe(
      "true",
    );
  });

  it("of 990 terms compiles within the default limits", () => {
    expect(run(`console.log(compile(chain("${operator}", 990), schema).ok);`)).toBe("true");
  });

  it("of 5,000 terms compiles with other limits", () => {
    expect(run(`console.log(compile(chain("${operator}", 5_000), schema, { limits }).ok);`)).toBe(
      "true",
    );
  });
});

describe("nesting beyond what the stack holds is a diagnostic", () => {
  it.each([
    ["parentheses", "(", "1", ")"],
    ["calls", "ABS(", "1", ")"],
    ["signs in calls", "ABS(-(", "1", "))"],
    ["signs", "- ", "1", ""],
    ["parentheses that never close", "(", "1", ""],
  ])("%s", (_, open, inside, close) => {
    for (const levels of [500, 20_000]) {
      const text = `"${open}".repeat(${levels}) + "${inside}" + "${close}".repeat(${levels})`;
      for (const call of ["parse(text, { limits })", "check(text, schema, { limits })"]) {
        const shown = run(
          `const text = ${text}; console.log(${call}.diagnostics.map(({ code }) => code).join());`,
        );
        expect(shown).toBe("too-deep");
      }
    }
  });

  it("and what is just within reach is read", () => {
    const body = `const text = "(".repeat(150) + "1" + ")".repeat(150);
      console.log(compile(text, schema, { limits }).ok, format(text, { limits }).text.trim());`;
    expect(run(body)).toBe("true 1");
    const calls = `const text = "IF(-(".repeat(50) + "1" + "),1,1)".repeat(50);
      console.log(compile(text, schema, { limits }).ok, format(text, { limits }).ok);`;
    expect(run(calls)).toBe("true true");
  });
});
