import { defineKernel } from "../../core/kernel.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../values/date/index.ts";

const DAYS_PER_MONTH = 146_097 / 4800;

function rounded(value: number): number {
  return Math.floor(value + 0.5);
}

/** A duration in words, with the thresholds of moment.js: 45 seconds are a minute, 22 hours a day. */
function distanceInWords(milliseconds: number): string {
  if (rounded(milliseconds / SECOND) < 45) return "a few seconds";
  const minutes = rounded(milliseconds / MINUTE);
  if (minutes <= 1) return "a minute";
  if (minutes < 45) return `${minutes} minutes`;
  const hours = rounded(milliseconds / HOUR);
  if (hours <= 1) return "an hour";
  if (hours < 22) return `${hours} hours`;
  const days = rounded(milliseconds / DAY);
  if (days <= 1) return "a day";
  if (days < 26) return `${days} days`;
  const months = rounded(milliseconds / DAY / DAYS_PER_MONTH);
  if (months <= 1) return "a month";
  if (months < 11) return `${months} months`;
  const years = rounded(milliseconds / DAY / DAYS_PER_MONTH / 12);
  return years <= 1 ? "a year" : `${years} years`;
}

/** The distance of a date from now, in words. */
export const distanceFromNow = /* @__PURE__ */ defineKernel({
  name: "distanceFromNow",
  parameters: ["date", "date"],
  result: "text",
  mayFail: false,
  evaluate: (moment, now) =>
    moment === null || now === null ? "" : distanceInWords(Math.abs(moment - now)),
});
