import type { IToken } from "chevrotain";
import { quote } from "../../../util/quote.ts";
import type { Diagnostic, Edit } from "../../source/diagnostic.ts";
import { diagnostic, replaceFix } from "../../source/report.ts";
import { type BrokenTextScan, scanBrokenText } from "../lexer/broken-text.ts";
import { literalOfText } from "../lexer/escapes.ts";
import { Text } from "../lexer/lexer.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";
import { holeFor, tokenFor } from "./repaired-token.ts";

/** The token that was probably meant in place of a mistake, with the diagnostic. */
export interface Mended {
  readonly token: IToken;
  readonly diagnostic?: Diagnostic;
}

/** Mends a text whose straight quotes do not pair. Parentheses at its end may be meant to close open ones. */
export function mendText(source: string, token: IToken, openParentheses: number): Mended {
  const scan = scanBrokenText(source, token.startOffset);
  switch (scan.ending) {
    case "open":
      return mendUnterminatedText(token, openParentheses);
    case "curly":
      return mendCurlyEnd(token);
    case "closed":
      return mendInnerQuotes(source, token, scan);
  }
}

/** Mends `“text”`, `‘text’`, or one such quote alone. */
export function mendCurlyText(token: IToken): Mended {
  const { image, startOffset } = token;
  const span = spanOf(token);
  if (image.length === 1) {
    const straight = "“”„‟".includes(image) ? '"' : "'";
    return {
      token: holeFor(startOffset, endOf(token)),
      diagnostic: diagnostic("curly-quote", span, `${quote(image)} is not a quote for texts`, {
        help: `write ${quote(straight)}`,
      }),
    };
  }
  const literal = straightLiteral(image.slice(1, -1), "“”„‟".includes(image.charAt(0)) ? '"' : "'");
  return {
    token: tokenFor(Text, literal, startOffset, endOf(token)),
    diagnostic: diagnostic("curly-quote", span, "a text needs straight quotes, not curly ones", {
      help: `write ${quote(literal)}`,
      fix: replaceFix("use straight quotes", span, literal),
    }),
  };
}

function straightLiteral(inside: string, preferred: '"' | "'"): string {
  const other = preferred === '"' ? "'" : '"';
  const free = [preferred, other].find((straight) => !inside.includes(straight));
  // A backslash at the end would escape the new quote.
  const simple = free !== undefined && !inside.endsWith("\\");
  return simple ? free + inside + free : literalOfText(inside);
}

function mendCurlyEnd(token: IToken): Mended {
  const straight = token.image.charAt(0);
  const end = endOf(token);
  const span = { start: end - 1, end };
  return {
    token: tokenFor(Text, token.image.slice(0, -1) + straight, token.startOffset, end),
    diagnostic: diagnostic(
      "curly-quote",
      span,
      "the text begins with a straight quote and ends with a curly one",
      {
        help: `write ${quote(straight)} at the end as well`,
        fix: replaceFix("use a straight quote", span, straight),
      },
    ),
  };
}

const LIKELY_CODE = /[,(=<>&"'{\n]/;

function mendUnterminatedText(token: IToken, openParentheses: number): Mended {
  const { image, startOffset } = token;
  const straight = image.charAt(0);
  let end = image.trimEnd().length;
  for (let open = openParentheses; open > 0 && image.charAt(end - 1) === ")"; open--) end--;
  // If more of the formula seems to follow, the intended end of the text cannot be guessed.
  const told = !LIKELY_CODE.test(image.slice(1, end)) && !image.endsWith("\\");
  const at = { start: startOffset + end, end: startOffset + end };
  return {
    token: holeFor(startOffset, endOf(token)),
    diagnostic: diagnostic(
      "unterminated-text",
      { start: startOffset, end: startOffset + 1 },
      `the text that starts here has no closing ${quote(straight)}`,
      told ? { fix: replaceFix(`add ${straight}`, at, straight) } : {},
    ),
  };
}

const LIKELY_BEFORE = /[,(=<>&] ?$/;

function mendInnerQuotes(source: string, token: IToken, scan: BrokenTextScan): Mended {
  const { image, startOffset } = token;
  const straight = image.charAt(0);
  const edits = scan.innerQuotes.map((at): Edit => {
    const length = source.charAt(at + 1) === straight ? 2 : 1;
    return { span: { start: at, end: at + length }, text: `\\${straight}` };
  });
  const [first] = edits;
  // The quotes of the text do pair: the mistake is the part after it, which is reported elsewhere.
  if (first === undefined) return { token: tokenFor(Text, image, startOffset, scan.end) };

  const escaped = `\\${straight}`;
  // Behind a comma or an operator, a quote begins the next text, and the one that ends this text is missing.
  const isTold =
    scan.doubled ||
    !edits.some(({ span }) => LIKELY_BEFORE.test(source.slice(startOffset, span.start)));
  const fix = isTold ? { fix: { title: "put a backslash before the quote", edits } } : {};
  return {
    token: tokenFor(Text, withEdits(source, startOffset, scan.end, edits), startOffset, scan.end),
    diagnostic: scan.doubled
      ? diagnostic("doubled-quote", first.span, "a quote inside a text is not doubled", {
          help: `write ${quote(escaped)}`,
          ...fix,
        })
      : diagnostic(
          "unescaped-quote",
          first.span,
          `this ${quote(straight)} ends the text too early`,
          {
            help: `write ${quote(escaped)} for a quote inside a text, or put the text in ${quote(otherQuote(straight))}`,
            ...fix,
          },
        ),
  };
}

function otherQuote(straight: string): string {
  return straight === '"' ? "'" : '"';
}

function withEdits(source: string, start: number, end: number, edits: readonly Edit[]): string {
  let text = "";
  let from = start;
  for (const edit of edits) {
    text += source.slice(from, edit.span.start) + edit.text;
    from = edit.span.end;
  }
  return text + source.slice(from, end);
}
