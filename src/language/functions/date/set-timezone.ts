import { isTimeZone } from "../../values/date/index.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date, type LiteralReading, literal, type Presentation } from "../function-parameter.ts";

function readZone(text: string): LiteralReading<Presentation> {
  if (isTimeZone(text)) return { ok: true, value: { zone: text } };
  return { ok: false, mistake: { reason: "time-zone", text } };
}

export const setTimezone = defineBuiltIn({
  name: "SET_TIMEZONE",
  parameters: [date("date"), literal("zone", readZone)],
  result: "date",
  form: "zoned",
  lower: (_core, moment) => moment,
});

export const setTimezoneDocumentation: FunctionDocumentation = {
  summary: "The time zone in which DATETIME_FORMAT shows a date.",
  details:
    "The instant stays the same, so there is no effect outside `DATETIME_FORMAT`. A zone is a name of the IANA time zone database.",
  parameters: { date: "the date to show", zone: "the name of the time zone" },
  examples: [
    [
      'DATETIME_FORMAT(SET_TIMEZONE({createdAt}, "America/New_York"), "YYYY-MM-DD HH:mm Z")',
      "2022-04-06 04:24 -04:00",
    ],
    [
      'DATETIME_FORMAT(SET_TIMEZONE("2024-02-29T20:00:00Z", "Asia/Tokyo"), "YYYY-MM-DD HH:mm")',
      "2024-03-01 05:00",
    ],
    ['DATETIME_FORMAT(SET_TIMEZONE({soldAt}, "Asia/Tokyo"), "YYYY")', ""],
    [
      'DATETIME_FORMAT(SET_TIMEZONE(DATEADD({createdAt}, 1000, "years"), "Asia/Tokyo"), "YYYY")',
      ERROR,
    ],
  ],
};
