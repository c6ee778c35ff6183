import {
  addMonths,
  datePart,
  dateText,
  instantAt,
  isDateValue,
  localTime,
  monthsBetween,
  startOf,
} from "../values/date/index.ts";
import { ERROR } from "../values/plain.ts";
import type { DateData } from "./node.ts";
import type { StrictRecords } from "./operation-record.ts";
import { asNumber, orError } from "./plain-guards.ts";
import { fixed, shortText } from "./price-rules.ts";

const OUT_OF_RANGE = "the date is before 1900 or after 2298";
const DATE = { type: "date", blank: "strict", fails: false, price: fixed } as const;
const NUMBER = { type: "number", blank: "strict", fails: false, price: fixed } as const;

export const DATE_OPERATIONS: StrictRecords<keyof DateData> = {
  dateText: {
    type: "text",
    blank: "own",
    fails: false,
    cost: 100,
    price: shortText,
    meaning: ([a = null]) => (a === null ? "" : dateText(asNumber(a))),
  },
  datePart: { ...NUMBER, cost: 8, meaning: ([a], part) => datePart(part, asNumber(a)) },
  startOf: { ...DATE, cost: 8, meaning: ([a], unit) => startOf(unit, asNumber(a)) },
  localTime: { ...DATE, cost: 15, meaning: ([a], zone) => localTime(zone, asNumber(a)) },
  instantAt: {
    ...DATE,
    fails: OUT_OF_RANGE,
    cost: 30,
    meaning: ([a], zone) => orError(instantAt(zone, asNumber(a))),
  },
  addMilliseconds: {
    ...DATE,
    fails: OUT_OF_RANGE,
    cost: 1,
    meaning: ([a, b]) => {
      const date = Math.floor(asNumber(a) + asNumber(b) + 0.5);
      return isDateValue(date) ? date : ERROR;
    },
  },
  addMonths: {
    ...DATE,
    fails: OUT_OF_RANGE,
    cost: 15,
    meaning: ([a, b]) => orError(addMonths(asNumber(a), asNumber(b))),
  },
  millisecondsBetween: { ...NUMBER, cost: 1, meaning: ([a, b]) => asNumber(a) - asNumber(b) },
  monthsBetween: {
    ...NUMBER,
    cost: 15,
    meaning: ([a, b]) => monthsBetween(asNumber(a), asNumber(b)),
  },
};
