import { defineKernel, type Kernel } from "../../core/kernel.ts";
import { type DateFormat, parseDateWithFormat, parseIsoDate } from "../../values/date/index.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { optional, text } from "../function-parameter.ts";
import { dateFormat } from "./format-argument.ts";
import { formatPrice } from "./format-price.ts";

function parseKernel(format: DateFormat | undefined, zone: string | undefined): Kernel {
  return defineKernel({
    name: "parseDate",
    parameters: ["text"],
    result: "date",
    ...(format === undefined ? {} : { price: () => formatPrice(format) }),
    evaluate: (written) => {
      if (written === "") return null;
      const read =
        format === undefined
          ? parseIsoDate(written, zone)
          : parseDateWithFormat(written, format, zone);
      return read ?? ERROR;
    },
  });
}

export const datetimeParse = defineBuiltIn({
  name: "DATETIME_PARSE",
  parameters: [text("text"), optional(dateFormat)],
  result: "date",
  lower: (core, written, format) => core.call(parseKernel(format, core.timeZone), written),
});

export const datetimeParseDocumentation: FunctionDocumentation = {
  summary: "The date that is written in a text.",
  details:
    "Without a format the text must be an ISO date, such as `2024-02-29`, `2024-02-29 23:59` or `2024-02-29T23:59:59+01:00`. With a format, the text must fit the format exactly. Without an offset the time is UTC. A blank text gives blank. A text that is not such a date is an error, and so is a date outside 1900–2298.",
  airtable:
    "Here the text must fit its format exactly, and a text that could be read in two ways is an error. Airtable guesses, even without a format.",
  parameters: { text: "the text to read", format: "the tokens of the date as text" },
  examples: [
    ['DATETIME_PARSE("2024-02-29")', new Date("2024-02-29")],
    ['DATETIME_PARSE("29.02.2024 23:59", "DD.MM.YYYY HH:mm")', new Date("2024-02-29T23:59Z")],
    ['DATETIME_PARSE({year} & "", "YYYY")', new Date("2020-01-01")],
    ["DATETIME_PARSE({notes})", null],
    ["DATETIME_PARSE({title})", ERROR],
    ['DATETIME_PARSE("2023-02-29")', ERROR],
  ],
};
