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

export const DATE_OPERATIONS: StrictRecords<keyof DateData> = {
  dateText: {
    type: "text",
    blank: "own",
    fails: false,
    cost: 100,
    price: shortText,
    meaning: ([a = null]) => (a === null ? "" : dateText(asNumber(a))),
  },
  datePart: {
    type: "number",
    blank: "strict",
    fails: false,
    cost: 8,
    price: fixed,
    meaning: ([a], part) => datePart(part, asNumber(a)),
  },
  startOf: {
    type: "date",
    blank: "strict",
    fails: false,
    cost: 8,
    price: fixed,
    meaning: ([a], unit) => startOf(unit, asNumber(a)),
  },
  localTime: {
    type: "date",
    blank: "strict",
    fails: false,
    cost: 15,
    price: fixed,
    meaning: ([a], zone) => localTime(zone, asNumber(a)),
  },
  instantAt: {
    type: "date",
    blank: "strict",
    fails: "date-out-of-range",
    cost: 30,
    price: fixed,
    meaning: ([a], zone) => orError(instantAt(zone, asNumber(a))),
  },
  addMilliseconds: {
    type: "date",
    blank: "strict",
    fails: "date-out-of-range",
    cost: 1,
    price: fixed,
    meaning: ([a, b]) => {
      const date = Math.floor(asNumber(a) + asNumber(b) + 0.5);
      return isDateValue(date) ? date : ERROR;
    },
  },
  addMonths: {
    type: "date",
    blank: "strict",
    fails: "date-out-of-range",
    cost: 15,
    price: fixed,
    meaning: ([a, b]) => orError(addMonths(asNumber(a), asNumber(b))),
  },
  millisecondsBetween: {
    type: "number",
    blank: "strict",
    fails: false,
    cost: 1,
    price: fixed,
    meaning: ([a, b]) => asNumber(a) - asNumber(b),
  },
  monthsBetween: {
    type: "number",
    blank: "strict",
    fails: false,
    cost: 15,
    price: fixed,
    meaning: ([a, b]) => monthsBetween(asNumber(a), asNumber(b)),
  },
};
