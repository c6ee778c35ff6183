import { createRequire } from "node:module";
import { table } from "arquero";
import type { Forms } from "../peers/peer.ts";
import { carColumns } from "./car-columns.ts";
import type { Variant } from "./engine.ts";

/** Arquero expressions, which are compiled to loops over columns: functions of row objects (`escape`) took longer. */
const expressions: Forms<string> = {
  F1: "d => d.price < 50000",
  F2: 'd => d.country === "Italy" && d.year >= 2020',
  F3: 'd => d.country === "Italy" && d.price < 50000 && d.year >= 2020 && op.includes(d.optionCodes, "AD15") && d.tax !== null',
  F4: 'd => op.includes(d.title, "Long Range") && op.includes(d.optionCodes, "AD15")',
  F5: `d => (d.modelLetter === "3" && (d.year >= 2023 || d.odometer < 12000) && d.country !== "Spain" && d.price < 42000)
    || ((d.country === "Italy" || d.country === "France") && !(d.price > 90000 || d.odometer > 80000) && d.tax !== null && d.tax > 5000)
    || (d.currency !== "EUR" && d.year < 2016)`,
  F6: "d => (d.price + d.tax) / d.odometer > 1",
};

const installed: { readonly version: string } = createRequire(import.meta.url)(
  "arquero/package.json",
);

export const arquero: Variant = {
  name: "arquero",
  async start(cars) {
    const columns = carColumns.map(([name, kind]) => {
      const values = cars.map((car) => car[name]);
      if (kind === "whole number") return [name, Int32Array.from(values, Number)] as const;
      return [name, kind === "number" ? Float64Array.from(values, Number) : values] as const;
    });
    const held = table(Object.fromEntries(columns));
    return {
      version: installed.version,
      prepare({ id }) {
        const expression = expressions[id];
        if (expression === undefined) throw new Error(`arquero cannot express ${id}`);
        return {
          rows: () => held.filter(expression).indices(),
          count: () => held.filter(expression).numRows(),
        };
      },
      close: async () => undefined,
    };
  },
};
