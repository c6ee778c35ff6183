import { Environment } from "@marcbachmann/cel-js";
import { freshLoop } from "../fresh.ts";
import type { Forms, Peer } from "./peer.ts";

const expressions: Forms<string> = {
  F1: "price < 50000.0",
  F2: 'country == "Italy" && year >= 2020.0',
  F3: 'country == "Italy" && price < 50000.0 && year >= 2020.0 && optionCodes.contains("AD15") && tax != null',
  F4: 'title.contains("Long Range") && optionCodes.contains("AD15")',
  F5: `(modelLetter == "3" && (year >= 2023.0 || odometer < 12000.0) && !(country == "Spain") && price < 42000.0)
    || ((country == "Italy" || country == "France") && !(price > 90000.0 || odometer > 80000.0) && tax != null && tax > 5000.0)
    || (!(currency == "EUR") && year < 2016.0)`,
  F6: "(price + (tax == null ? dyn(0.0) : tax)) / odometer > 1.0",
};

/** Typed, as its manual recommends; numbers are doubles. */
const environment = new Environment()
  .registerVariable("country", "string")
  .registerVariable("currency", "string")
  .registerVariable("modelLetter", "string")
  .registerVariable("odometer", "double")
  .registerVariable("optionCodes", "string")
  .registerVariable("price", "double")
  // It has no nullable double.
  .registerVariable("tax", "dyn")
  .registerVariable("title", "string")
  .registerVariable("year", "double");

export const cel: Peer = {
  name: "@marcbachmann/cel-js",
  language: { texts: expressions, parse: (text) => environment.parse(text) },
  prepare({ id }) {
    const expression = expressions[id];
    if (expression === undefined) return;
    const compiled = environment.parse(expression);
    return freshLoop((car) => compiled(car) === true);
  },
};
