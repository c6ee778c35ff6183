import type { IToken } from "chevrotain";
import type { Edit } from "../../source/diagnostic.ts";
import { replace } from "../../source/finding.ts";
import { type BrokenTextScan, scanBrokenText } from "../lexer/broken-text.ts";
import { literalOfText } from "../lexer/escapes.ts";
import { Text } from "../lexer/lexer.ts";
import { spanOf } from "../lexer/token-span.ts";
import { lost, meant, type RepairedToken, tokenFor } from "./repaired-token.ts";

/** Fixes a text with unbalanced straight quotes. Parentheses at its end may be meant to close open ones. */
export function repairText(source: string, token: IToken, openParentheses: number): RepairedToken {
  const scan = scanBrokenText(source, token.startOffset);
  switch (scan.ending) {
    case "open":
      return repairUnterminatedText(token, openParentheses);
    case "curly":
      return repairCurlyEnd(token);
    case "closed":
      return repairInnerQuotes(source, token, scan);
  }
}

/** Fixes `“text”`, `‘text’`, or a single curly quote. */
export function repairCurlyText(token: IToken): RepairedToken {
  const { image: written } = token;
  const span = spanOf(token);
  const code = "curly-quote";
  const straight = "“”„‟«»＂".includes(written.charAt(0)) ? '"' : "'";
  if (written.length === 1) {
    return lost(token, { code, span, data: { which: "alone", written, instead: straight } });
  }
  const instead = straightLiteral(written.slice(1, -1), straight);
  return meant(token, Text, instead, { code, span, data: { which: "both", written, instead } });
}

function straightLiteral(inside: string, preferred: '"' | "'"): string {
  const other = preferred === '"' ? "'" : '"';
  const free = [preferred, other].find((straight) => !inside.includes(straight));
  // A backslash at the end would escape the new quote.
  const simple = free !== undefined && !inside.endsWith("\\");
  return simple ? free + inside + free : literalOfText(inside);
}

function repairCurlyEnd({ image, startOffset }: IToken): RepairedToken {
  const instead = image.charAt(0);
  const end = startOffset + image.length;
  const span = { start: end - 1, end };
  return {
    token: tokenFor(Text, image.slice(0, -1) + instead, startOffset, end),
    finding: {
      code: "curly-quote",
      span,
      data: { which: "end", written: image.slice(-1), instead },
      fix: replace(span, instead),
    },
  };
}

const LIKELY_CODE = /[,(=<>&"'{\n]/;

function repairUnterminatedText(token: IToken, openParentheses: number): RepairedToken {
  const { image, startOffset } = token;
  const straight = image.charAt(0);
  let end = image.trimEnd().length;
  for (let open = openParentheses; open > 0 && image.charAt(end - 1) === ")"; open--) end--;
  // If more of the formula seems to follow, the intended end of the text cannot be guessed.
  const isCertain = !LIKELY_CODE.test(image.slice(1, end)) && !image.endsWith("\\");
  const at = { start: startOffset + end, end: startOffset + end };
  return lost(token, {
    code: "unterminated-text",
    span: { start: startOffset, end: startOffset + 1 },
    data: { quote: straight },
    ...(isCertain && { fix: replace(at, straight) }),
  });
}

const LIKELY_BEFORE = /[,(=<>&] ?$/;

function repairInnerQuotes(source: string, token: IToken, scan: BrokenTextScan): RepairedToken {
  const { image, startOffset } = token;
  const straight = image.charAt(0);
  const edits = scan.innerQuotes.map((at): Edit => {
    const length = source.charAt(at + 1) === straight ? 2 : 1;
    return { span: { start: at, end: at + length }, text: `\\${straight}` };
  });
  const [first] = edits;
  // The quotes of the text are balanced: the mistake is the part after it, which is reported elsewhere.
  if (first === undefined) return { token: tokenFor(Text, image, startOffset, scan.end) };

  const escaped = `\\${straight}`;
  // After a comma or an operator, a quote starts the next text, so the closing quote of this text is missing.
  const isCertain =
    scan.doubled ||
    !edits.some(({ span }) => LIKELY_BEFORE.test(source.slice(startOffset, span.start)));
  const finding = { span: first.span, ...(isCertain && { fix: edits }) };
  return {
    token: tokenFor(Text, withEdits(source, startOffset, scan.end, edits), startOffset, scan.end),
    finding: scan.doubled
      ? { code: "doubled-quote", ...finding, data: { instead: escaped } }
      : {
          code: "unescaped-quote",
          ...finding,
          data: { quote: straight, instead: escaped, other: otherQuote(straight) },
        },
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
