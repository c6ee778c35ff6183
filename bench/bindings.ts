import { type Car, makeCars } from "./cars.ts";
import { carSchema, type Isoform } from "./isoform.ts";
import { type Contestant, collectAllGarbage, type Measurement, measure } from "./measure.ts";

/** The same formula with literals, and with bound parameters. */
const WITH_LITERALS = 'AND({country} = "Italy", {year} >= 2020)';
const WITH_PARAMETERS = "AND({country} = $country, {year} >= $year)";
const VALUES = { country: "Italy", year: 2020 } as const;

export const literals = "literals";
export const bound = "two bound parameters";
const binding = "with";

/** Bindings in a run: a single one is too short for the clock. */
const BINDINGS = 100_000;

export interface BindingsResult {
  readonly formula: string;
  /** Times for rows; ratios are to the formula with literals. */
  readonly rows: readonly Measurement[];
  /** The time of a call of `with`. */
  readonly with: Measurement;
}

/** Contestants for the two formulas over the same cars. */
export function bindingContestants(isoform: Isoform, cars: readonly Car[]): readonly Contestant[] {
  const schema = carSchema(isoform);
  const own = isoform.compileOrThrow(WITH_LITERALS, schema);
  const other = templateOf(isoform).with(VALUES);
  const expected = cars.filter(
    ({ country, year }) => country === VALUES.country && year >= VALUES.year,
  ).length;
  return [
    { name: literals, units: cars.length, expected, run: () => own.filter(cars).length },
    { name: bound, units: cars.length, expected, run: () => other.filter(cars).length },
  ];
}

export function benchBindings(
  isoform: Isoform,
  { rows, rounds, seed }: { readonly rows: number; readonly rounds: number; readonly seed: number },
): BindingsResult {
  const cars = makeCars(rows, seed);
  collectAllGarbage();
  const measured = measure(bindingContestants(isoform, cars), {
    rounds,
    warmups: 2,
    baseline: literals,
  });
  const template = templateOf(isoform);
  const run = (): number => {
    let count = 0;
    for (let index = 0; index < BINDINGS; index++) {
      // Each binding has another year, and is used.
      const formula = template.with({ ...VALUES, year: 2000 + (index % 30) });
      if (formula.source === WITH_PARAMETERS) count++;
    }
    return count;
  };
  const one: Contestant = { name: binding, units: BINDINGS, expected: BINDINGS, run };
  const [bindings] = measure([one], { rounds, warmups: 2, baseline: binding });
  if (bindings === undefined) throw new Error("nothing was measured");
  return { formula: WITH_PARAMETERS, rows: measured, with: bindings };
}

function templateOf(isoform: Isoform) {
  return isoform.compileOrThrow(WITH_PARAMETERS, carSchema(isoform), {
    parameters: { country: "text", year: "number" },
  });
}
