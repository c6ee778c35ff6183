import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../../src/language/syntax/index.ts";
import { nameEnd } from "../../src/language/syntax/lexer/name.ts";
import { runsOf } from "../harness/extent.ts";
import { readEbnf } from "./ebnf-reader.ts";
import { isFormula } from "./ebnf-recognizer.ts";
import { GRAMMAR_FOLDER } from "./page-examples.ts";

const rules = readEbnf(readFileSync(new URL("isoform.ebnf", GRAMMAR_FOLDER), "utf8"));

function formulas(): readonly string[] {
  const folder = new URL("conformance/", GRAMMAR_FOLDER);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.flatMap((name) => {
    const { cases }: { cases: readonly { readonly formula: string }[] } = JSON.parse(
      readFileSync(new URL(name, folder), "utf8"),
    );
    return cases.map(({ formula }) => formula);
  });
}

const short = formulas().filter((formula) => formula.length < 60);

/** Whether the parser accepts a text, apart from what no grammar can say. */
function isAccepted(text: string): boolean | undefined {
  const { ok, diagnostics } = parse(text);
  const isBeyond = diagnostics.some(({ code }) => /^too-|^number-out-of-range$/.test(code));
  return isBeyond ? undefined : ok;
}

function expectAgreement(text: string): void {
  const accepted = isAccepted(text);
  if (accepted !== undefined) expect(isFormula(rules, text), JSON.stringify(text)).toBe(accepted);
}

/** Fragments that meet in tokens, comments and mistakes. */
const fragment = fc.constantFrom(
  ..."{ } ( ) , \" ' \\ / * // /* */ + - < > = ! & && == <> != <= % . 1 1.5 .5 e 1e5 E+ _ a é IF".split(
    " ",
  ),
  ...[" ", "\n", "\u00a0", "\u0301", "٣", "😀", "\0", "\ud83d", "{a}", '"b"', "FN(", "1", "x"],
);

describe("isoform.ebnf", () => {
  it("accepts the formulas of the conformance cases, like the parser", () => {
    expect(short.length).toBeGreaterThan(500);
    for (const formula of short) expectAgreement(formula);
  });

  it("has the limits of every set of characters, also beyond the first plane", () => {
    const ends = [..."\u0001\t\ud7ff\ue000\uffff\u{10000}\u{10ffff}😀"];
    for (const end of ends) {
      for (const text of [`"\\${end}"`, `"${end}"`, `{\\${end}}`, `1 /*${end}*/`, `1 ${end}`])
        expectAgreement(text);
    }
  });

  it("agrees with the parser on any sequence of tokens", () => {
    const soup = fc.array(fragment, { maxLength: 8 }).map((fragments) => fragments.join(""));
    fc.assert(fc.property(soup, expectAgreement), { numRuns: runsOf(5_000) });
    const accepted = fc.sample(soup, 5_000).filter((text) => isFormula(rules, text));
    expect(accepted.length).toBeGreaterThan(100);
  });

  it("agrees with the parser on changed formulas", () => {
    const changed = fc
      .tuple(fc.constantFrom(...short), fc.nat(), fc.nat({ max: 2 }), fragment)
      .map(([formula, drawn, removed, added]) => {
        const at = drawn % (formula.length + 1);
        return formula.slice(0, at) + added + formula.slice(at + removed);
      });
    fc.assert(fc.property(changed, expectAgreement), { numRuns: runsOf(2_000) });
  });

  it("defines `Name` by the characters that the lexer accepts", () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      const [isStart, isPart] = [/^[\p{L}_]$/u, /^[\p{L}\p{M}\p{Nd}_]$/u].map((set) =>
        set.test(character),
      );
      const isDigit = code >= 0x30 && code <= 0x39;
      if ((nameEnd(character, 0) > 0 && !isDigit) !== isStart)
        throw new Error(`U+${code.toString(16)}`);
      if (nameEnd(`a${character}`, 0) > 1 !== isPart)
        throw new Error(`a and U+${code.toString(16)}`);
    }
  });
});
