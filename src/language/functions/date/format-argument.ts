import { parseDateFormat } from "../../values/date/index.ts";
import { type LiteralReading, literal } from "../function-parameter.ts";

/** The format of DATETIME_FORMAT and DATETIME_PARSE. Any text is valid: a part that is not a token is literal text. */
export const dateFormat = literal("format", (text) => ({
  ok: true,
  value: parseDateFormat(text),
  ...doubtAbout(text),
}));

/** Text in brackets, which is copied unchanged. An unclosed one ends with the format, so that a search takes linear time. */
const COPIED = /\[[^\]]*(?:\]|$)/g;

/** Specifiers of Java, Excel, SQL, .NET or C that no format of this language has. */
const FOREIGN: readonly RegExp[] = [
  /yyy|uuuu|EE|mmm|%[-A-Za-z]|[Hh]{2}(?:24|12)|:MI|:mi/,
  /(?<![A-Za-z])[DdMmHhs]*yy[DdMmHhs]*(?![A-Za-z])/,
  /(?<![A-Za-z])(?:tt|[AP]M)(?![A-Za-z])|'(?![YMDdHhms]+')[^']*[A-Za-z][^']*'/,
  // The month after the hour or before the second, fractions after the minute, and the minute beside the day or the year.
  /[Hhk]\W?MM(?!M)|MM:[Ss]|[Mm]:SS(?!S)|[YDd][-/.]mm(?!m)|(?<!m)mm[-/.][YDd]/,
];

/** A weekday beside the month, which is the day of the month if there is no other. */
const DAY = /(?<!d)dd?(?!d)\W{0,2}M|M\W{0,2}dd?(?!d)/;

const TOKEN =
  /\[[^\]]*(?:\]|$)|'(?:''|[^'])*'|%-?\w|HH24|HH12|hh24|MI|mi|[AP]M(?:\/PM)?|([A-Za-z])\1*|./gs;

/** Tokens of other languages that have one meaning, with the tokens of this language. */
const MEANT: Readonly<Record<string, string>> = {
  y: "YYYY",
  yy: "YY",
  yyyy: "YYYY",
  uuuu: "YYYY",
  d: "D",
  dd: "DD",
  E: "ddd",
  EE: "ddd",
  EEE: "ddd",
  EEEE: "dddd",
  LLL: "MMM",
  LLLL: "MMMM",
  mmm: "MMM",
  mmmm: "MMMM",
  a: "A",
  tt: "A",
  AM: "A",
  PM: "A",
  "AM/PM": "A",
  fff: "SSS",
  XXX: "Z",
  zzz: "Z",
  HH24: "HH",
  hh24: "HH",
  HH12: "hh",
  MI: "mm",
  mi: "mm",
  "%Y": "YYYY",
  "%y": "YY",
  "%m": "MM",
  "%-m": "M",
  "%d": "DD",
  "%-d": "D",
  "%e": "D",
  "%b": "MMM",
  "%B": "MMMM",
  "%a": "ddd",
  "%A": "dddd",
  "%j": "DDDD",
  "%H": "HH",
  "%I": "hh",
  "%p": "A",
  "%S": "ss",
  "%F": "YYYY-MM-DD",
  "%T": "HH:mm:ss",
};

/** Tokens that mean the same in those languages, a separator, and text in brackets. */
const SAME = /^(?:Y+|D+o?|M+|d{3,4}|H+|h+|s+|S+|A|T|o|[^A-Za-z%'].*)$/s;

/**
 * Warns of a format in the syntax of another language that means something else here: `yyyy-MM-dd` writes `yyyy-02-Th`.
 * The whole format is translated, or nothing is proposed.
 */
function doubtAbout(text: string): Pick<LiteralReading<never> & { readonly ok: true }, "doubt"> {
  const bare = text.replace(COPIED, "[]");
  const hasDay = bare.includes("D");
  if (!FOREIGN.some((sign) => sign.test(bare)) && (hasDay || !DAY.test(bare))) return {};
  const instead = translated(text, bare, hasDay);
  return instead === text ? {} : { doubt: instead === undefined ? {} : { instead } };
}

function translated(text: string, bare: string, hasDay: boolean): string | undefined {
  const tokens = text.match(TOKEN) ?? [];
  const isPercent = /%\w/.test(bare);
  // Where the month is in lower case, an hour without AM or PM is one of 24.
  const isHourOf24 = !/[MAat]/.test(bare);
  const isHourOf12 = /[AP]M/.test(bare);
  let before = "";
  let result = "";
  for (const [index, token] of tokens.entries()) {
    const isLetter = /^[A-Za-z%]/.test(token);
    const meant = meaning(token, index);
    if (meant === undefined) return undefined;
    result += meant;
    if (isLetter) before = token;
  }
  return result;

  function meaning(token: string, index: number): string | undefined {
    if (token[0] === "'") {
      const quoted = token.slice(1, -1).replaceAll("''", "'") || "'";
      return token.length < 2 || quoted.includes("]") ? undefined : `[${quoted}]`;
    }
    if (isPercent && /^[A-Za-z]/.test(token)) return `[${token}]`;
    if (token === "%M") return /^%[HI]/.test(before) ? "mm" : undefined;
    if (/^(?:mm?|MM)$/.test(token)) {
      const after = tokens.slice(index + 1, index + 3).find((next) => /^[A-Za-z]/.test(next));
      const isMinute = /^[Hhk]/.test(before) || /^ss?$/i.test(after ?? "");
      return isMinute ? token.toLowerCase() : token.toUpperCase();
    }
    if (token === "SS" && /^m/i.test(before)) return "ss";
    if (isHourOf12 && /^HH?$/.test(token)) return token.toLowerCase();
    if (isHourOf24 && /^hh?$/.test(token)) return token.toUpperCase();
    if (hasDay && /^dd?$/.test(token)) return undefined;
    return MEANT[token] ?? (SAME.test(token) ? token : undefined);
  }
}
