import { parseDateFormat } from "../../values/date/index.ts";
import { type LiteralReading, literal } from "../function-parameter.ts";

/** The format of DATETIME_FORMAT and DATETIME_PARSE. Any text is valid: a part that is not a token is literal text. */
export const dateFormat = literal("format", (text) => ({
  ok: true,
  value: parseDateFormat(text),
  ...doubtAbout(text),
}));

/** Text in brackets, which is copied as it is. */
const COPIED = /(\[[^\]]*\])/;

/** Parts of dates as other languages write them, where they stand among other parts of a date. */
const FOREIGN: readonly (readonly [written: RegExp, meant: string])[] = [
  [/yyyy/g, "YYYY"],
  [/(?<![A-Za-z])yy(?![A-Za-z])/g, "YY"],
  // Between points, dashes or slashes stand numbers, not the names of days.
  [/(?<=[Mm][-/.])dd(?![A-Za-z])|(?<![A-Za-z])dd(?=[-/.][Mm])/g, "DD"],
  [/(?<=[YDd][-/.])mm(?![A-Za-z])|(?<![A-Za-z])mm(?=[-/.][YDd])/g, "MM"],
];

/** A format that is written as in another language means something else here: `yyyy-MM-dd` writes `yyyy-02-Th`. */
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
