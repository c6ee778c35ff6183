import jexl from "jexl";
import { freshLoop } from "../fresh.ts";
import type { Forms, Peer } from "./peer.ts";

const expressions: Forms<string> = {
  F1: "price < 50000",
  F2: 'country == "Italy" && year >= 2020',
  F3: 'country == "Italy" && price < 50000 && year >= 2020 && "AD15" in optionCodes && tax != null',
  F4: '"Long Range" in title && "AD15" in optionCodes',
  F5: `(modelLetter == "3" && (year >= 2023 || odometer < 12000) && !(country == "Spain") && price < 42000)
    || ((country == "Italy" || country == "France") && !(price > 90000 || odometer > 80000) && tax > 5000)
    || (!(currency == "EUR") && year < 2016)`,
  F6: "(price + tax) / odometer > 1",
};

const engine = new jexl.Jexl();

export const jexlPeer: Peer = {
  name: "jexl",
  language: { texts: expressions, parse: (text) => engine.compile(text) },
  everyNth: 50,
  prepare({ id }) {
    const expression = expressions[id];
    if (expression === undefined) return;
    const compiled = engine.compile(expression);
    return freshLoop((car) => compiled.evalSync(car) === true);
  },
};
