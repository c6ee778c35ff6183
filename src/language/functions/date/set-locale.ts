import { isLocale } from "../../values/date/index.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date, type LiteralReading, literal, type Presentation } from "../function-parameter.ts";

function readLocale(text: string): LiteralReading<Presentation> {
  if (isLocale(text)) return { ok: true, value: { locale: text } };
  return { ok: false, mistake: { reason: "language", text } };
}

export const setLocale = defineBuiltIn({
  name: "SET_LOCALE",
  parameters: [date("date"), literal("locale", readLocale)],
  result: "date",
  form: "zoned",
  lower: (_core, moment) => moment,
});

export const setLocaleDocumentation: FunctionDocumentation = {
  summary: "The language in which DATETIME_FORMAT shows a date.",
  details:
    "It sets the names of months and weekdays, and has no effect outside `DATETIME_FORMAT`. A language is a tag such as `fr` or `pt-br`. The runtime decides which languages there are.",
  parameters: { date: "the date to show", locale: "the tag of the language" },
  examples: [
    ['DATETIME_FORMAT(SET_LOCALE({createdAt}, "fr"), "D MMMM YYYY")', "6 avril 2022"],
    ['DATETIME_FORMAT(SET_LOCALE("2024-02-29", "de"), "dddd")', "Donnerstag"],
    ['DATETIME_FORMAT(SET_LOCALE({soldAt}, "fr"), "MMMM")', ""],
    ['DATETIME_FORMAT(SET_LOCALE(DATEADD({createdAt}, 1000, "years"), "fr"), "MMMM")', ERROR],
  ],
};
