import { defineKernel, type Kernel } from "../../core/kernel.ts";
import { type DateFormat, formatDate, parseDateFormat } from "../../values/date/index.ts";
import { ERROR } from "../../values/plain.ts";
import { isWithinTextLimit } from "../../values/text/index.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date, optional, type Presentation, presentation } from "../function-parameter.ts";
import { dateFormat } from "./format-argument.ts";
import { formatPrice } from "./format-price.ts";
import { lowerDateFormat } from "./lower-date-format.ts";

const ISO_WITH_OFFSET = /* @__PURE__ */ parseDateFormat("YYYY-MM-DDTHH:mm:ss.SSSZ");

function formatKernel(format: DateFormat, { zone, locale }: Presentation): Kernel {
  return defineKernel({
    name: "formatDate",
    parameters: ["date"],
    result: "text",
    price: () => formatPrice(format, locale),
    evaluate: (ms) => {
      if (ms === null) return "";
      const text = formatDate(ms, format, zone, locale);
      return isWithinTextLimit(text) ? text : ERROR;
    },
  });
}

export const datetimeFormat = defineBuiltIn({
  name: "DATETIME_FORMAT",
  parameters: [date("date"), optional(dateFormat), presentation],
  result: "text",
  lower: (core, moment, format, presentation) => {
    const { timeZone } = core;
    const shown = timeZone === undefined ? presentation : { zone: timeZone, ...presentation };
    const isUtc = shown.zone === undefined || shown.zone.toUpperCase() === "UTC";
    if (isUtc && format === undefined) return core.dateText(moment);
    const wanted = format ?? ISO_WITH_OFFSET;
    const lowered = lowerDateFormat(core, moment, wanted, isUtc ? undefined : shown.zone);
    return lowered ?? core.call(formatKernel(wanted, shown), moment);
  },
});

export const datetimeFormatDocumentation: FunctionDocumentation = {
  summary: "A date as text, in a format.",
  details:
    "The format is made of tokens such as `YYYY`, `MM`, `DD`, `HH`, `mm` and `ss`; see [Dates](dates.md). Text in brackets is copied as it is. Without a format the text is the same as with `&`; if `SET_TIMEZONE` gives a zone, the text has the offset of that zone. The text is in UTC and English, unless `SET_TIMEZONE` and `SET_LOCALE` around the date say otherwise. A blank date gives a blank text.",
  parameters: { date: "the date to write", format: "the tokens of the date as text" },
  examples: [
    ['DATETIME_FORMAT({createdAt}, "YYYY-MM-DD HH:mm")', "2022-04-06 08:24"],
    ['DATETIME_FORMAT("2024-02-29", "dddd, D MMMM YYYY")', "Thursday, 29 February 2024"],
    ["DATETIME_FORMAT({createdAt})", "2022-04-06T08:24:28.000Z"],
    ['DATETIME_FORMAT(SET_TIMEZONE({createdAt}, "America/New_York"), "h:mm a")', "4:24 am"],
    ['DATETIME_FORMAT({soldAt}, "[on] D.M.YYYY")', ""],
    ['DATETIME_FORMAT(DATEADD({createdAt}, 1000, "years"), "YYYY")', ERROR],
  ],
};
