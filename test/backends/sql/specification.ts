import { filters } from "../../../bench/filters.ts";
import { defineSchema } from "../../../src/index.ts";

/** The records of the service in the specification. */
export const CARS = defineSchema({
  vin: { type: "text", key: true },
  url: "text",
  country: "text",
  currency: "text",
  modelLetter: "text",
  odometer: "number",
  optionCodes: "text",
  price: "number",
  tax: "number",
  title: "text",
  year: "number",
});

/** The filters in the specification, and those of its performance targets. */
export const SPECIFICATION_FORMULAS: readonly string[] = [
  ...filters.map(({ formula }) => formula),
  '{country} = "Italy"',
  '{currency} = "EUR"',
  "{odometer} < 10000",
  "{year} = 2020",
  "NOT(tax = BLANK())",
  "tax = BLANK()",
  'FIND("Long Range", {title})',
  'AND(FIND("AD15", {optionCodes}), FIND("AF02", {optionCodes}), FIND("APF1", {optionCodes}))',
  'AND({country} = "Italy", {currency} = "EUR", {modelLetter} = "3", {year} = 2020)',
  'OR({modelLetter} = "3", {modelLetter} = "Y")',
  'NOT(OR({country} = "Italy", {price} >= 50000))',
];
