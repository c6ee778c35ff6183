import { Buffer } from "node:buffer";
import { WHOLE } from "./contestant-names.ts";
import { filters } from "./filters.ts";
import { carSchema, type Isoform } from "./isoform.ts";
import { type Contestant, type Measurement, measure } from "./measure.ts";
import { peers } from "./peers/index.ts";

export interface ParseResult {
  readonly rounds: number;
  readonly specification: {
    readonly formula: string;
    readonly contestants: readonly Measurement[];
  };
  readonly long: { readonly characters: number; readonly contestants: readonly Measurement[] };
}

const parseOnly = "isoform: parse";
const answering = "isoform: parse, check, compile, one row";

/** The number of distinct formulas, which differ in a literal: caches of formulas must not help. */
const VARIANTS = 4096;
const BATCH = 256;

const car = {
  country: "Italy",
  price: 42000,
  year: 2021,
  optionCodes: "AD15,AF02,APF1,APH4,AU00",
  tax: 0,
  title: "Model 3 Long Range AWD",
};

export function benchParse(isoform: Isoform, rounds: number): ParseResult {
  const formula = specificationFormula();
  const long = longFormula();
  return {
    rounds,
    specification: {
      formula,
      contestants: measure([...isoformContestants(isoform, formula, BATCH), ...peerContestants()], {
        rounds,
        warmups: 30,
        baseline: WHOLE,
      }),
    },
    long: {
      characters: long.length,
      contestants: measure(isoformContestants(isoform, long, 4), {
        rounds,
        warmups: 30,
        baseline: WHOLE,
      }),
    },
  };
}

export function specificationFormula(): string {
  const formula = filters.find(({ id }) => id === "F3")?.formula;
  if (formula === undefined) throw new Error("the specification's formula is gone");
  return formula;
}

/** A formula as close to the limits of length and nodes as a repeated condition comes. */
export function longFormula(): string {
  const condition =
    '  AND({country} = "Italy", {price} < 50000, {year} >= 2020, FIND("AD15,AF02,APF1,APH4", {optionCodes}), {title} != "Model S Plaid")';
  const conditions = Array<string>(60).fill(condition).join(",\n");
  return `OR(\n  OR(\n${conditions}\n  ),\n  OR(\n${conditions}\n  )\n)`;
}

/** Parsing alone; with checking and compiling; and with the result for one row. */
export function isoformContestants(isoform: Isoform, formula: string, batch: number): Contestant[] {
  const schema = carSchema(isoform);
  const { parse, compileOrThrow } = isoform;
  return [
    overTexts(parseOnly, formula, batch, (text) => parse(text).diagnostics.length === 0),
    overTexts(WHOLE, formula, batch, (text) => compileOrThrow(text, schema).fields.length > 0),
    overTexts(answering, formula, batch, (text) => compileOrThrow(text, schema).matches(car)),
  ];
}

function peerContestants(): Contestant[] {
  return peers.flatMap(({ name, language }) => {
    const text = language?.texts.F3;
    if (language === undefined || text === undefined) return [];
    return [
      overTexts(`${name}: parse`, text, BATCH, (variant) => language.parse(variant) !== undefined),
    ];
  });
}

function overTexts(
  name: string,
  text: string,
  batch: number,
  succeeds: (text: string) => boolean,
): Contestant {
  const texts = variantsOf(text, Math.max(batch, Math.ceil((VARIANTS * batch) / BATCH)));
  let next = 0;
  return {
    name,
    units: batch,
    expected: batch,
    run() {
      let succeeded = 0;
      for (let count = 0; count < batch; count++) {
        const variant = texts[next];
        next = (next + 1) % texts.length;
        if (variant !== undefined && succeeds(variant)) succeeded++;
      }
      return succeeded;
    },
  };
}

function variantsOf(text: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    flat(text.replaceAll("50000", String(50_000 + index))),
  );
}

/** A flat string, since strings from outside are never ropes. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}
