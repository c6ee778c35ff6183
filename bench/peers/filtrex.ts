import { compileExpression, type Options } from "filtrex";
import { freshLoop } from "../fresh.ts";
import type { Forms, Peer } from "./peer.ts";

const expressions: Forms<string> = {
  F1: "price < 50000",
  F2: 'country == "Italy" and year >= 2020',
  F3: 'country == "Italy" and price < 50000 and year >= 2020 and contains(optionCodes, "AD15") and exists(tax)',
  F4: 'contains(title, "Long Range") and contains(optionCodes, "AD15")',
  F5: `(modelLetter == "3" and (year >= 2023 or odometer < 12000) and not (country == "Spain") and price < 42000)
    or ((country == "Italy" or country == "France") and not (price > 90000 or odometer > 80000) and exists(tax) and tax > 5000)
    or (not (currency == "EUR") and year < 2016)`,
  F6: "(price + (if exists(tax) then tax else 0)) / odometer > 1",
};

const options: Options = {
  extraFunctions: { contains: (text: string, part: string) => text.includes(part) },
  // Faster than its default lookup, which guards against inherited properties.
  customProp: (name, _get, car) => car[name],
};

export const filtrex: Peer = {
  name: "filtrex",
  language: { texts: expressions, parse: (text) => compileExpression(text, options) },
  prepare({ id }) {
    const expression = expressions[id];
    if (expression === undefined) return;
    const compiled = compileExpression(expression, options);
    // It returns errors as values.
    return freshLoop((car) => compiled(car) === true);
  },
};
