import { parseDateFormat } from "../../values/date/index.ts";
import { type LiteralReading, literal } from "../function-parameter.ts";

/** The format of DATETIME_FORMAT and DATETIME_PARSE. Any text is valid: a part that is not a token is literal text. */
export const dateFormat = literal("format", (text) => ({
  ok: true,
  value: parseDateFormat(text),
  ...doubtAbout(text),
}));

/** Text in brackets, which is copied unchanged. */
const COPIED = /(\[[^\]]*\])/;

/** Date tokens of other languages, recognised by the tokens around them, and the tokens of this language. */
const FOREIGN: readonly (readonly [written: RegExp, meant: string])[] = [
  [/yyyy/g, "YYYY"],
  [/(?<![A-Za-z])yy(?![A-Za-z])/g, "YY"],
  // Between dots, dashes or slashes, the tokens stand for numbers, not for names of days.
  [/(?<=[Mm][-/.])dd(?![A-Za-z])|(?<![A-Za-z])dd(?=[-/.][Mm])/g, "DD"],
  [/(?<=[YDd][-/.])mm(?![A-Za-z])|(?<![A-Za-z])mm(?=[-/.][YDd])/g, "MM"],
];

/**
 * Warns of a format in the syntax of another language that means something else here: `yyyy-MM-dd` writes `yyyy-02-Th`.
 */
function doubtAbout(text: string): Pick<LiteralReading<never> & { readonly ok: true }, "doubt"> {
  const instead = text
    .split(COPIED)
    .map((part) => (COPIED.test(part) ? part : withOwnTokens(part)))
    .join("");
  return instead === text ? {} : { doubt: { instead } };
}

function withOwnTokens(part: string): string {
  return FOREIGN.reduce((result, [written, meant]) => result.replace(written, meant), part);
}
