import type { LanguageModules } from "./isoform.ts";
import { quantile } from "./measure.ts";
import { longFormula } from "./parse.ts";

/** The calls of an editor at each keystroke. */
const CALLS = ["diagnostics", "complete", "hover", "signature"] as const;

export interface CallTimes {
  readonly name: (typeof CALLS)[number];
  /** Milliseconds per call. */
  readonly median: number;
  readonly p99: number;
}

interface TextTimes {
  readonly characters: number;
  /** The number of measurements of each call. */
  readonly samples: number;
  readonly calls: readonly CallTimes[];
}

export interface LanguageResult {
  readonly fields: number;
  readonly usual: TextTimes;
  readonly long: TextTimes;
}

const USUAL_CHARACTERS = 200;
const FIELDS = 100;
const WARMUPS = 10;
/** The number of offsets to measure in a long formula. */
const LONG_OFFSETS = 20;

/**
 * The time of each call: at every offset of a formula that ends there, as while typing, and at some offsets of a long
 * formula that is edited. Each round has another literal, so that caches do not help.
 */
export function benchLanguage(modules: LanguageModules, rounds: number): LanguageResult {
  const usual = usualFormula();
  const long = longFormula();
  const every = Array.from({ length: usual.length + 1 }, (_, offset) => offset);
  const some = Array.from({ length: LONG_OFFSETS }, (_, index) =>
    Math.round(((index + 1) * long.length) / LONG_OFFSETS),
  );
  return {
    fields: FIELDS,
    usual: timesOf(modules, usual, every, rounds, (text, offset) => text.slice(0, offset)),
    long: timesOf(modules, long, some, rounds, (text) => text),
  };
}

function usualFormula(): string {
  const formula =
    'AND({country} = "Italy", {price} < 50000, NOT({tax} = BLANK()), FIND("AD15,AF02,APF1", {optionCodes}), IF({year} > 2019, LEFT({title}, 5) = "Model", {title} != BLANK()), DATETIME_DIFF(NOW(), {listed}, "days") < 30)';
  return formula.slice(0, USUAL_CHARACTERS);
}

function timesOf(
  modules: LanguageModules,
  formula: string,
  offsets: readonly number[],
  rounds: number,
  writtenAt: (text: string, offset: number) => string,
): TextTimes {
  const language = modules.language.createLanguage({ schema: schemaOf(modules) });
  const times = new Map(CALLS.map((name) => [name, [] as number[]]));
  for (let round = -WARMUPS; round < rounds; round++) {
    const text = formula.replaceAll("50000", String(50_000 + round + WARMUPS));
    for (const offset of offsets) {
      const written = writtenAt(text, offset);
      for (const name of CALLS) {
        const start = performance.now();
        language[name](written, offset);
        const time = performance.now() - start;
        if (round >= 0) times.get(name)?.push(time);
      }
    }
  }
  return {
    characters: formula.length,
    samples: rounds * offsets.length,
    calls: CALLS.map((name) => {
      const sorted = (times.get(name) ?? []).sort((a, b) => a - b);
      return { name, median: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
    }),
  };
}

function schemaOf({ isoform }: LanguageModules) {
  const types = ["text", "number", "date", "boolean", "list"] as const;
  const known = {
    country: "text",
    title: "text",
    optionCodes: "text",
    price: "number",
    tax: "number",
    year: "number",
    listed: "date",
  } as const;
  const count = FIELDS - Object.keys(known).length;
  const others = Array.from({ length: count }, (_, index) => [
    `field ${index}`,
    types[index % types.length] ?? "text",
  ]);
  return isoform.defineSchema({ ...known, ...Object.fromEntries(others) });
}
