import { LogicEngine } from "json-logic-engine";
import { freshLoop } from "../fresh.ts";
import type { Forms, Peer } from "./peer.ts";

type Rule = number | string | null | readonly Rule[] | { readonly [operator: string]: Rule };

const field = (name: string): Rule => ({ val: name });

const rules: Forms<Rule> = {
  F1: { "<": [field("price"), 50000] },
  F2: { and: [{ "===": [field("country"), "Italy"] }, { ">=": [field("year"), 2020] }] },
  F3: {
    and: [
      { "===": [field("country"), "Italy"] },
      { "<": [field("price"), 50000] },
      { ">=": [field("year"), 2020] },
      { in: ["AD15", field("optionCodes")] },
      { "!==": [field("tax"), null] },
    ],
  },
  F4: { and: [{ in: ["Long Range", field("title")] }, { in: ["AD15", field("optionCodes")] }] },
  F5: {
    or: [
      {
        and: [
          { "===": [field("modelLetter"), "3"] },
          { or: [{ ">=": [field("year"), 2023] }, { "<": [field("odometer"), 12000] }] },
          { "!": [{ "===": [field("country"), "Spain"] }] },
          { "<": [field("price"), 42000] },
        ],
      },
      {
        and: [
          { or: [{ "===": [field("country"), "Italy"] }, { "===": [field("country"), "France"] }] },
          {
            "!": [{ or: [{ ">": [field("price"), 90000] }, { ">": [field("odometer"), 80000] }] }],
          },
          { ">": [field("tax"), 5000] },
        ],
      },
      {
        and: [{ "!": [{ "===": [field("currency"), "EUR"] }] }, { "<": [field("year"), 2016] }],
      },
    ],
  },
  F6: {
    ">": [{ "/": [{ "+": [field("price"), { "??": [field("tax"), 0] }] }, field("odometer")] }, 1],
  },
};

export const jsonLogicEngine: Peer = {
  name: "json-logic-engine",
  prepare({ id }) {
    const rule = rules[id];
    if (rule === undefined) return;
    const compiled = new LogicEngine().build(rule);
    return freshLoop((car) => compiled(car));
  },
};
