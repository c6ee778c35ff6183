import type { IToken } from "chevrotain";
import { replace, type SyntaxFinding } from "../../source/finding.ts";
import type { DiagnosticData } from "../../source/messages/diagnostic-data.ts";
import { Comma, NumberText } from "../lexer/lexer.ts";
import { endOf, spanOf } from "../lexer/token-span.ts";

/** Control and format characters. They are invisible, so the fix is to remove them. */
const INVISIBLE = /^[\p{Cc}\p{Cf}]/u;

const CURRENCY = /^\p{Sc}$/u;

/** The finding for characters that start no token. */
export function junk(token: IToken, next?: IToken, after?: IToken): SyntaxFinding {
  const { image } = token;
  const span = spanOf(token);
  const isPrice = CURRENCY.test(image) && next?.tokenType === NumberText;
  const reason = INVISIBLE.test(image) ? "invisible" : reasonFor(image);
  return {
    code: "unexpected-character",
    span,
    data: { character: image, reason },
    ...(reason === "invisible" && { fix: replace(span, "") }),
    ...(isPrice &&
      !mayHaveGroups(next, after) && {
        fix: replace({ start: span.start, end: next.startOffset }, ""),
      }),
  };
}

/** Whether a number may go on after a comma, or have a dot between thousands: `$1,000`, `€1.000`. */
function mayHaveGroups(number: IToken, after: IToken | undefined): boolean {
  const isJoined = after?.tokenType === Comma && after.startOffset === endOf(number);
  return isJoined || /\.\d{3}$/.test(number.image);
}

type Reason = DiagnosticData["unexpected-character"]["reason"];

function reasonFor(image: string): Reason {
  if (CURRENCY.test(image)) return "currency";
  return REASONS.get(image) ?? (image.charCodeAt(0) >= 0x80 ? "name" : "unknown");
}

const REASONS: ReadonlyMap<string, Reason> = new Map<string, Reason>([
  ["[", "bracket"],
  ["]", "bracket"],
  ["}", "brace"],
  ["?", "conditional"],
  ["??", "if-blank"],
]);

/**
 * The finding for `.length` and other members of a value.
 *
 * @param owner the value, if it is a single token
 */
export function memberAccess(token: IToken, owner: IToken | undefined): SyntaxFinding {
  const [, method = ""] = MATH.exec(`${owner?.image}${token.image}`) ?? [];
  const form = FORMS.get(token.image.replace(/^\??\./, ""));
  if (form !== undefined && method === "") {
    const data = { construct: "member", instead: form } as const;
    return { code: "foreign-syntax", span: spanOf(token), data };
  }
  const instead =
    owner &&
    (isLengthOf(token) ? `LEN(${owner.image})` : (RENAMED.get(method) ?? method.toUpperCase()));
  return {
    code: "foreign-syntax",
    span: spanOf(token),
    data: { construct: "member", ...(instead && { instead }) },
    ...(owner &&
      instead && {
        fix: replace({ start: owner.startOffset, end: endOf(token) }, instead),
      }),
  };
}

const MATH = /^Math\??\.(abs|ceil|exp|floor|max|min|pow|sqrt)$/;
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["ceil", "CEILING"],
  ["pow", "POWER"],
]);

/** The forms of methods of JavaScript and Python. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ["toLowerCase", "LOWER(text)"],
  ["lower", "LOWER(text)"],
  ["toUpperCase", "UPPER(text)"],
  ["upper", "UPPER(text)"],
  ["trim", "TRIM(text)"],
  ["strip", "TRIM(text)"],
  ["includes", "CONTAINS(text, part)"],
  ["contains", "CONTAINS(text, part)"],
  ["startsWith", "STARTS_WITH(text, part)"],
  ["startswith", "STARTS_WITH(text, part)"],
  ["endsWith", "ENDS_WITH(text, part)"],
  ["endswith", "ENDS_WITH(text, part)"],
  ["indexOf", "FIND(part, text)"],
  ["replace", "SUBSTITUTE(text, old, new)"],
  ["slice", "MID(text, start, count)"],
  ["substring", "MID(text, start, count)"],
  ["match", "REGEX_MATCH(text, pattern)"],
  ["toFixed", "ROUND(number, digits)"],
  ["isnull", "ISBLANK(value)"],
  ["isna", "ISBLANK(value)"],
  ["isin", "ISONEOF(value, a, b)"],
  ["between", "BETWEEN(value, low, high)"],
  ["getFullYear", "YEAR(date)"],
  ["year", "YEAR(date)"],
  ["getMonth", "MONTH(date)"],
  ["month", "MONTH(date)"],
]);

export function isLengthOf(token: IToken): boolean {
  return token.image === ".length";
}

/** The finding for `[name]` instead of a value. */
export function bracketedField(token: IToken): SyntaxFinding {
  const span = spanOf(token);
  const instead = `{${token.image.slice(1, -1)}}`;
  return {
    code: "foreign-syntax",
    span,
    data: { construct: "brackets", instead },
    fix: replace(span, instead),
  };
}
