import { type BindingsResult, bound, literals } from "./bindings.ts";
import { verdict } from "./report.ts";
import { figure } from "./table.ts";

/** The largest accepted ratio of a formula with two bound parameters to one with literals. */
const MOST_RATIO = 1.05;
/** The most nanoseconds that binding may take. */
const MOST_BINDING = 1_000;

export function bindingsSummary({ formula, rows, with: binding }: BindingsResult): string {
  const ratio = rows.find(({ name }) => name === bound)?.ratio;
  const { median = Number.NaN, min = Number.NaN, max = Number.NaN } = ratio ?? {};
  return [
    `${formula}, against ${literals}`,
    verdict(
      median <= MOST_RATIO,
      `rows: ${figure(median)} of the time (${figure(min)} to ${figure(max)}), at most ${MOST_RATIO}`,
    ),
    verdict(
      binding.time.median <= MOST_BINDING,
      `\`with\`: ${figure(binding.time.median)} ns, at most ${MOST_BINDING}`,
    ),
  ].join("\n");
}
