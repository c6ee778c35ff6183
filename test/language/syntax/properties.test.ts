import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../../src/language/source/diagnostic.ts";
import {
  applyFix,
  equalExpressions,
  format,
  parse,
  parseTolerant,
  print,
  render,
  walk,
} from "../../../src/language/syntax/index.ts";
import { commentsIn } from "../../../src/language/syntax/lexer/lexer.ts";
import { runsOf } from "../../harness/extent.ts";
import { anyExpression, brokenFormula, mutated } from "./arbitrary-expression.ts";
import { rootOf } from "./shape.ts";

const RUNS = { numRuns: 500 };

function expectSpansWithin(source: string, diagnostics: readonly Diagnostic[]): void {
  for (const { span, fix, related = [] } of diagnostics) {
    const spans = [
      span,
      ...related.map((other) => other.span),
      ...(fix?.edits ?? []).map((edit) => edit.span),
    ];
    for (const { start, end } of spans) {
      expect(start >= 0 && start <= end && end <= source.length).toBe(true);
    }
    const edits = fix?.edits ?? [];
    for (const [index, edit] of edits.slice(1).entries()) {
      expect(edit.span.start).toBeGreaterThanOrEqual(edits[index]?.span.end ?? 0);
    }
  }
}

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

function expectSafeWords(diagnostics: readonly Diagnostic[]): void {
  for (const { message, help = "", fix } of diagnostics) {
    for (const words of [message, help, fix?.title ?? ""]) {
      expect(words.length).toBeLessThanOrEqual(300);
      expect(words).not.toMatch(HIDDEN);
    }
  }
}

describe("any tree", () => {
  it("is the same after printing and parsing", () => {
    fc.assert(
      fc.property(anyExpression, (expression) => {
        expect(equalExpressions(rootOf(print(expression)), expression)).toBe(true);
      }),
      RUNS,
    );
  });

  it("is the same after formatting, which changes nothing the second time", () => {
    const widths = fc.constantFrom(1, 20, 40, 80);
    fc.assert(
      fc.property(anyExpression, widths, (expression, width) => {
        const once = format(print(expression), { width });
        if (!once.ok) throw new Error(render(print(expression), once.diagnostics));
        expect(equalExpressions(rootOf(once.text), expression)).toBe(true);
        expect(format(once.text, { width })).toMatchObject({ text: once.text });
      }),
      RUNS,
    );
  });
});

describe("any text", () => {
  const texts = fc.oneof(
    brokenFormula,
    mutated(anyExpression.map((expression) => print(expression))),
  );

  it("has a tree or diagnostics", () => {
    fc.assert(
      fc.property(texts, (source) => {
        const { ok, diagnostics } = parse(source);
        expect(ok).toBe(diagnostics.length === 0);
        expectSpansWithin(source, diagnostics);
        expectSafeWords(diagnostics);
        expect(render(source, diagnostics)).not.toMatch(/[^\P{Cc}\n]/u);
        for (const { fix } of diagnostics) {
          if (fix !== undefined) parse(applyFix(source, fix));
        }
      }),
      { numRuns: runsOf(1_000) },
    );
  });

  it("has a tree after a repair, with every node within the text", () => {
    fc.assert(
      fc.property(texts, (source) => {
        const { ast, diagnostics, guessed } = parseTolerant(source);
        const beyondRepair = ["empty-formula", "too-deep", "too-many-nodes"];
        expect(ast === undefined).toBe(beyondRepair.includes(diagnostics[0]?.code ?? ""));
        if (ast === undefined) return;
        const ids: number[] = [];
        walk(ast.root, ({ id, span }) => {
          ids.push(id);
          expect(span.start >= 0 && span.start <= span.end && span.end <= source.length).toBe(true);
        });
        expect(ids.toSorted((a, b) => a - b)).toEqual([...Array(ast.nodeCount).keys()]);
        for (const id of guessed) expect(ids).toContain(id);
      }),
      { numRuns: runsOf(1_000) },
    );
  });
});

describe("comments", () => {
  const comment = fc.constantFrom(
    ..."// c\n|/* c */|/* c\nd */|\n// c\n|\n\n/* c */ \n|/*a*//*b*/|// a\n// b\n|/**/\n".split(
      "|",
    ),
  );
  const tokens = (source: string) => source.match(/"[^"]*"|\w+|\s+|./g) ?? [];
  const formulas = fc.constantFrom(
    'AND({a} = "x", f(b, -c), (d + e) * 2)',
    "f()",
    "a",
    "((a))",
    "IF(a > 1, b & c & d, g(h(i)))",
    "f(a) + g(b) = 1",
  );

  it("are all kept at their tokens, in a formula with the same meaning", () => {
    const places = fc.array(fc.tuple(fc.nat(40), comment), { minLength: 1, maxLength: 6 });
    const widths = fc.constantFrom(1, 15, 80);
    fc.assert(
      fc.property(formulas, places, widths, (formula, comments, width) => {
        const parts = tokens(formula);
        for (const [context, text] of comments) parts.splice(context % (parts.length + 1), 0, text);
        const source = parts.join("");
        // The comment may be inside a text or a field's name.
        const parsed = parse(source);
        fc.pre(parsed.ok && equalExpressions(parsed.ast.root, rootOf(formula)));
        const once = format(source, { width });
        if (!once.ok) throw new Error(render(source, once.diagnostics));
        expect(equalExpressions(rootOf(once.text), rootOf(formula))).toBe(true);
        const commentsOf = (text: string) => commentsIn(text).map(({ image }) => image.trimEnd());
        expect(commentsOf(once.text).toSorted()).toEqual(commentsOf(source).toSorted());
        expect(format(once.text, { width })).toMatchObject({ text: once.text });
      }),
      RUNS,
    );
  });
});
