import type { IToken } from "chevrotain";
import { quote } from "../../../util/quote.ts";
import { type DiagnosticExtras, diagnostic, replaceFix } from "../../source/report.ts";
import { NumberText } from "../lexer/lexer.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";
import type { Mended } from "./repair-text.ts";
import { holeFor, tokenFor } from "./repaired-token.ts";

/** Mends a number that is not written as in this language. */
export function mendNumber(token: IToken): Mended {
  const { image, startOffset } = token;
  const span = spanOf(token);
  const meant = meantNumber(image);
  const extras: DiagnosticExtras =
    meant === undefined
      ? { help: helpFor(image) }
      : {
          help: `write ${quote(meant)}`,
          fix: replaceFix("write it as a plain number", span, meant),
        };
  return {
    token:
      meant === undefined
        ? holeFor(startOffset, endOf(token))
        : tokenFor(NumberText, meant, startOffset, endOf(token)),
    diagnostic: diagnostic("malformed-number", span, `${quote(image)} is not a number`, extras),
  };
}

/** Mends a number that is too large for a 64-bit floating-point number. */
export function mendRange(token: IToken): Mended {
  return {
    token: holeFor(token.startOffset, endOf(token)),
    diagnostic: diagnostic(
      "number-out-of-range",
      spanOf(token),
      `${quote(token.image)} is too large: numbers go up to about 1.8e308`,
    ),
  };
}

function meantNumber(image: string): string | undefined {
  if (/^\d+\.$/.test(image)) return image.slice(0, -1);
  if (/^\d+n$/.test(image)) return image.slice(0, -1);
  if (/^\d+(?:_\d+)+(?:\.\d+)?$/.test(image)) return image.replaceAll("_", "");
  const [, thousands] = THOUSANDS.exec(image) ?? [];
  if (thousands !== undefined) {
    const value = Math.round(Number(thousands) * 1000);
    return Number.isSafeInteger(value) ? String(value) : undefined;
  }
  if (/^0(?:[xX][\da-fA-F]+|[oO][0-7]+|[bB][01]+)$/.test(image)) {
    const value = Number(image);
    return Number.isSafeInteger(value) ? String(value) : undefined;
  }
  return undefined;
}

/** Letters behind a number that stand for thousands. Others, such as `m`, have several meanings. */
const THOUSANDS = /^(\d+(?:\.\d{1,3})?)[kK]$/;
const DAYS = /^\d+[dD]$/;

function helpFor(image: string): string {
  if (DAYS.test(image)) {
    return "a date plus or minus a number is that many days: leave out the letter, or write `DATEADD(date, count, unit)`";
  }
  if (/^\d+[a-zA-Z]$/.test(image)) return "numbers are written without a unit";
  if (/^\d\w*$/.test(image) && !/^\d+[eE]\d*$/.test(image)) {
    return `a field whose name starts with a digit needs braces: ${quote(`{${image}}`)}`;
  }
  return "numbers are written `12`, `1.5`, `.5` or `1e6`";
}
