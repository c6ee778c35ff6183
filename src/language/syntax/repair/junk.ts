import type { IToken } from "chevrotain";
import { quote } from "../../../util/quote.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { diagnostic, replaceFix } from "../../source/report.ts";
import { NumberText } from "../lexer/lexer.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";

/** Control and format characters. They are invisible, so the fix is to remove them. */
const INVISIBLE = /^[\p{Cc}\p{Cf}]/u;

const CURRENCY = /^\p{Sc}$/u;

/** The diagnostic for characters that start no token. */
export function junkDiagnostic(token: IToken, next?: IToken): Diagnostic {
  const { image } = token;
  const span = spanOf(token);
  if (INVISIBLE.test(image)) {
    return diagnostic(
      "unexpected-character",
      span,
      `the invisible character ${quote(codePointName(image))} does not belong here`,
      { fix: replaceFix("remove it", span, "") },
    );
  }
  const message = `${quote(image)} has no meaning here`;
  if (CURRENCY.test(image) && next?.tokenType === NumberText) {
    const fix = replaceFix("remove it", { start: span.start, end: next.startOffset }, "");
    return diagnostic("unexpected-character", span, message, {
      help: "numbers are written without a currency",
      fix,
    });
  }
  const help = HELP.get(image);
  if (help !== undefined) return diagnostic("unexpected-character", span, message, { help });
  return diagnostic("unexpected-character", span, message, {
    ...(image.charCodeAt(0) >= 0x80 && {
      help: "a field needs braces if its name has other characters than letters, digits and `_`",
    }),
  });
}

const HELP: ReadonlyMap<string, string> = new Map([
  ["[", "write a field in braces: `{name}`; formulas have no list literals and no indexes"],
  ["]", "write a field in braces: `{name}`; formulas have no list literals and no indexes"],
  ["}", "a field's name starts with `{`"],
  ["?", "write `IF(condition, value, other)`"],
  ["??", "write `IFBLANK(value, other)`"],
  [":", "write `IF(condition, value, other)`"],
]);

function codePointName(image: string): string {
  return `U+${Number(image.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * The diagnostic for `.length` and the like after a value.
 *
 * @param owner the value, if it is a single token
 */
export function memberAccess(token: IToken, owner: IToken | undefined): Diagnostic {
  const isLength = owner !== undefined && isLengthOf(token);
  return diagnostic("foreign-syntax", spanOf(token), "values have no members", {
    help: "write a function: `LEN({name})` for a length, `CONTAINS({name}, part)` for a search",
    ...(isLength && {
      fix: replaceFix(
        "write it as a function",
        { start: owner.startOffset, end: endOf(token) },
        `LEN(${owner.image})`,
      ),
    }),
  });
}

export function isLengthOf(token: IToken): boolean {
  return token.image === ".length";
}

/** The diagnostic for `[name]` in the place of a value. */
export function bracketedField(token: IToken): Diagnostic {
  const span = spanOf(token);
  const reference = `{${token.image.slice(1, -1)}}`;
  return diagnostic("foreign-syntax", span, "a field needs braces, not brackets", {
    fix: replaceFix("use braces", span, reference),
  });
}
