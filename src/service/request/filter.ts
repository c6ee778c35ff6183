import type { Formula } from "../../engine/index.ts";
import { quote } from "../../util/quote.ts";
import { isTimeZone } from "../../values/date/index.ts";
import type { Collection } from "../collection.ts";
import type { Pass } from "../pass.ts";
import type { Mistakes } from "../problem.ts";
import type { Given } from "./parameters.ts";

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
  timeZone?: Given<string>,
): Formula | undefined {
  if (timeZone !== undefined && !isTimeZone(timeZone.value)) {
    mistakes.unanswerable(
      timeZone.parameter,
      "unknown-time-zone",
      `there is no time zone ${quote(timeZone.value)}`,
      "write a name of the IANA time zone database, such as `Europe/Rome`",
    );
    return undefined;
  }
  if (given === undefined) return undefined;
  const compiled = cache.get(given.value, timeZone?.value);
  if (compiled.ok) {
    pass?.holdFormula(compiled.weight);
    return compiled.formula;
  }
  mistakes.formula(given.parameter, given.value, compiled.diagnostics);
  return undefined;
}
