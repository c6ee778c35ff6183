import type { Formula } from "../../../engine/index.ts";
import type { Collection } from "../collection.ts";
import type { Pass } from "../pass.ts";
import type { Mistakes } from "../problem.ts";
import type { Binding } from "./binding.ts";
import type { Given } from "./given.ts";

/**
 * The filter of a request. Every address that tells something of a collection's records gets its filter here, so this
 * is the one place where a condition can be added to all of them. Its memory is charged to the key of the request.
 *
 * @throws `ProblemError` if there is no memory for it.
 */
export function readFilter(
  given: Given<string> | undefined,
  { cache }: Collection,
  mistakes: Mistakes,
  pass: Pass | undefined,
  binding: Binding,
): Formula | undefined {
  if (given === undefined) return undefined;
  const compiled = cache.get(given.value, binding.timeZone);
  if (compiled.ok) {
    pass?.holdFormula(compiled.weight);
    return binding.bind(compiled);
  }
  mistakes.formula(given.parameter, given.value, compiled.diagnostics);
  return undefined;
}
