import type { Parameter } from "../../../language/functions/function-parameter.ts";
import { literalOfText } from "../../../language/syntax/index.ts";
import { formatDate, parseDateFormat } from "../../../language/values/date/index.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Draft } from "./draft.ts";

/** Common date formats. */
const FORMATS: readonly string[] = [
  "YYYY-MM-DD",
  "YYYY-MM",
  "YYYY",
  "MM/DD/YYYY",
  "DD.MM.YYYY",
  "DD/MM/YYYY",
  "D MMMM YYYY",
  "MMMM D, YYYY",
  "MMMM YYYY",
  "MMM D",
  "MMMM",
  "dddd",
  "dddd, D MMMM YYYY",
  "YYYY-MM-DD HH:mm",
  "YYYY-MM-DD HH:mm:ss",
  "HH:mm",
  "h:mm A",
  "M/D/YYYY",
  "MM",
  "DD",
  "D",
  "M",
  "H",
  "E",
  "Q",
  "[Q]Q YYYY",
  "GGGG-[W]WW",
  "X",
];

const LOCALES: readonly string[] = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "ja", "zh-cn"];

/** The accepted literals of a parameter, with the typed quote or the default one. */
export function literalDrafts(
  { name, choices }: Parameter,
  { clock, timeZone, texts: { kinds } }: Knowledge,
  quote: string,
): readonly Draft[] {
  const draft = (text: string, index: number, kind: "unit" | "format", detail: string): Draft => ({
    kind,
    label: text,
    type: "text",
    detail,
    text: literalOfText(text),
    name: text,
    opening: quote,
    weight: index,
  });
  if (choices !== undefined) {
    return choices.map((choice, index) => draft(choice, commonUnit(choice, index), "unit", name));
  }
  switch (name) {
    case "format":
      return FORMATS.map((format, index) =>
        draft(format, index, "format", look(format, clock(), timeZone)),
      );
    case "zone":
      return timeZones().map((zone, index) => draft(zone, index, "unit", kinds.zone));
    case "locale":
      return LOCALES.map((locale, index) => draft(locale, index, "unit", kinds.locale));
    default:
      return [];
  }
}

const COMMON_UNITS: readonly string[] = [
  "days",
  "day",
  "months",
  "month",
  "hours",
  "years",
  "year",
];

function commonUnit(unit: string, index: number): number {
  const rank = COMMON_UNITS.indexOf(unit);
  return rank === -1 ? COMMON_UNITS.length + index : rank;
}

/** The current time in a format. */
function look(format: string, now: Date, timeZone = "UTC"): string {
  const time = now.getTime();
  return Number.isNaN(time) ? "" : formatDate(time, parseDateFormat(format), timeZone);
}

/** The time zones of the runtime, those without a region first. */
function timeZones(): readonly string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
}
