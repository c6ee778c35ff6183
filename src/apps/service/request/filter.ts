import type { Formula } from "../../../engine/index.ts";
import type { FoldedConstants } from "../../../language/core/folded-constants.ts";
import type { Steps } from "../../../util/steps.ts";
import type { Collection } from "../collection.ts";
import type { Mistakes } from "../problem.ts";
import type { RequestContext } from "../request-context.ts";
import type { Binding } from "./binding.ts";
import type { ParameterValue } from "./parameter-value.ts";

/**
 * Compiles the filter of a request, in steps. Every route that reveals something about records gets its filter here, so
 * this is the one function where a condition can be added to all of them. The memory of the filter is charged to the
 * request's key.
 *
 * @throws `ProblemError` if there is no memory for it
 */
export function* readingFilter(
  given: ParameterValue<string> | undefined,
  { cache }: Collection,
  mistakes: Mistakes,
  context: RequestContext,
  binding: Binding,
  folded?: FoldedConstants,
): Steps<Formula | undefined> {
  if (given === undefined) return undefined;
  const compiled = yield* cache.compiling(given.value, binding.timeZone, folded);
  if (compiled.ok) {
    context.holdFormula(compiled.weight);
    return binding.bind(compiled);
  }
  mistakes.formula(given.parameter, given.value, compiled.diagnostics);
  return undefined;
}
