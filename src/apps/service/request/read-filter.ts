import type { Formula } from "../../../engine/index.ts";
import type { FoldedConstants } from "../../../language/core/folded-constants.ts";
import type { Result } from "../../../language/source/diagnostic.ts";
import type { Steps } from "../../../util/steps.ts";
import type { Collection } from "../collection.ts";
import type { Mistakes } from "../http-problem.ts";
import type { RequestContext } from "../request-context.ts";
import type { Binding } from "./binding.ts";
import type { ParameterValue } from "./parameter-value.ts";

/**
 * Compiles the filter of a request, in steps. Every route that reveals something about records gets its filter here, so
 * this is the one function where a condition can be added to all of them.
 *
 * @param folded constants of other formulas of the request
 * @throws `ProblemError` if there is no memory for it
 */
export function* readingFilter(
  given: ParameterValue<string> | undefined,
  collection: Collection,
  mistakes: Mistakes,
  context: RequestContext,
  binding: Binding,
  folded?: FoldedConstants,
): Steps<Formula | undefined> {
  if (given === undefined) return undefined;
  const read = yield* readingFormula(given.value, collection, context, binding, folded);
  if (read.ok) {
    noteWarnings(given.parameter, read.formula, context);
    return read.formula;
  }
  mistakes.formula(given.parameter, given.value, read.diagnostics);
  return undefined;
}

/** Adds the warnings of a formula to those of its request. */
export function noteWarnings(
  parameter: string,
  formula: Formula | undefined,
  { warnings }: RequestContext,
): void {
  for (const diagnostic of formula?.warnings ?? []) warnings.push({ parameter, diagnostic });
}

/**
 * Compiles a formula of a request and binds the request's values, in steps. Its memory is charged to the request's key.
 *
 * @param folded constants of other formulas of the request
 * @throws `ProblemError` if there is no memory for it
 */
export function* readingFormula(
  source: string,
  { cache }: Collection,
  context: RequestContext,
  binding: Binding,
  folded?: FoldedConstants,
): Steps<Result<{ readonly formula: Formula }>> {
  const compiled = yield* cache.compiling(source, binding.timeZone, folded);
  if (!compiled.ok) return compiled;
  context.holdFormula(compiled.weight);
  const formula = binding.bind(compiled);
  if (compiled.parameters.length > 0) {
    yield;
    formula.foldValues(folded);
  }
  return { ok: true, formula, diagnostics: [] };
}
