import type { FunctionDefinition } from "../language/functions/define.ts";
import type { Limits } from "../language/source/formula-limits.ts";
import type { Messages } from "../language/source/messages/messages.ts";
import { isDateValue, isTimeZone } from "../language/values/date/index.ts";
import { misuse } from "../util/misuse.ts";
import type { ParameterDeclarations } from "./bind-parameters.ts";
import type { Policy } from "./policy.ts";

/** Options of `check`. */
export interface CheckOptions {
  /** Limits on the size of a formula; a limit that is omitted keeps its default. */
  readonly limits?: Partial<Limits>;
  /** Custom functions, defined with `defineFunction`. */
  readonly functions?: readonly FunctionDefinition[];
  /**
   * The IANA name of the time zone in which `TODAY`, `YEAR`, `IS_SAME`, `DATEADD` and the other functions read the
   * days, months and other parts of dates, and dates without an offset are parsed; UTC unless given. The rules are
   * those of the runtime's `Intl`.
   */
  readonly timeZone?: string;
  /** The parameters that the formula may use as `$name`, with their types; none unless given. */
  readonly parameters?: ParameterDeclarations | undefined;
  /** The subset of the language that formulas may use; all unless given. A violation is the error `not-allowed`. */
  readonly policy?: Policy | undefined;
  /**
   * The product whose formulas the authors know. A formula that finds other records than in that product gets the
   * information `differs-from-airtable`. Omitted: there is no such information.
   */
  readonly differences?: "airtable" | undefined;
  /** The catalogue of the texts of diagnostics; English unless given. */
  readonly messages?: Messages | undefined;
}

/** Options of `compile`. */
export interface CompileOptions extends Omit<CheckOptions, "parameters"> {
  /** Always omitted: the formula has no parameters. */
  readonly parameters?: undefined;
  /** The clock for `NOW()` and `TODAY()`, read once per run; the system's clock unless given. */
  readonly clock?: () => Date;
  /**
   * Whether JavaScript and WebAssembly may be generated for this formula, or for the formulas of a schema; true unless
   * given. If a content security policy forbids it, the formula still works, but the browser reports the first attempt
   * as a violation. With `false`, there is no attempt.
   */
  readonly codeGeneration?: boolean;
  /**
   * Called once for a formula, when a kernel of a custom function first throws or returns a value of another type than
   * declared. The formula's value is then an error for that record. Later problems of the formula are not reported.
   */
  readonly onProblem?: (problem: Error) => void;
}

/** Options of `compile` for a formula with parameters. */
export interface TemplateOptions<P extends ParameterDeclarations>
  extends Omit<CompileOptions, "parameters"> {
  /** The parameters that the formula may use as `$name`, with their types. */
  readonly parameters: P;
}

/**
 * The canonical name of a time zone; `undefined` for UTC.
 *
 * @throws `TypeError` if there is no such zone
 */
export function zoneOf(timeZone: string | undefined): string | undefined {
  if (timeZone === undefined) return undefined;
  if (!isTimeZone(timeZone)) {
    throw misuse(
      "the option `timeZone`",
      "a time zone of the IANA database, such as `Europe/Rome`",
      timeZone,
    );
  }
  const zone = timeZone.toLowerCase();
  return zone === "utc" ? undefined : zone;
}

/** @throws `RangeError` if the clock's time is outside the years 1900 to 2298. */
export function readClock(clock: () => Date): number {
  const date = clock();
  if (!(date instanceof Date)) throw misuse("`compile`: the clock's result", "a Date", date);
  const now = date.getTime();
  if (!isDateValue(now)) throw new RangeError("the clock's time is not between 1900 and 2298");
  return now;
}
