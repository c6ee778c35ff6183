import type { SqlValue } from "../../backends/sql/sql-fragment.ts";
import { requireKind } from "../../util/misuse.ts";

/** A condition or a whole query, split at its placeholders. */
export interface CutSql {
  /** The values of the placeholders. */
  readonly params: readonly SqlValue[];
  /** @internal The SQL cut at its placeholders. */
  readonly strings: readonly string[];
  /** @internal The values at the cuts. */
  readonly values: readonly SqlValue[];
  /** The SQL of the condition, if the database decides only a part of it; otherwise `undefined`. */
  readonly prefilter?: string | undefined;
}

/** SQL without a prefilter: the database decides it alone, or the reader of the query applies the residual. */
export interface WholeSql extends CutSql {
  readonly prefilter?: undefined;
}

const SOURCE = "pass the result of `formula.toSql` or `toQuery` as it is";

/** @throws `TypeError` unless the value has parameters. */
export function requireParams(source: unknown, call: string): void {
  requireKind(source, "object", `${call}: the SQL`, SOURCE);
  requireKind(Object(source).params, "array", `${call}: \`params\` of the SQL`, SOURCE);
}

/** Confirms that the caller applies the residual of a condition. */
export interface PrefilterOptions {
  readonly prefilter: true;
}

/** @throws `TypeError` if the value is not SQL, or is a prefilter without the confirming option */
export function requireWhole(call: string, source: CutSql, options?: PrefilterOptions): void {
  if (options !== undefined) {
    requireKind(options, "object", `${call}: the options`, "pass `{ prefilter: true }`");
  }
  requireKind(source, "object", `${call}: the SQL`, SOURCE);
  const { strings, values, prefilter } = source;
  requireKind(strings, "texts", `${call}: \`strings\` of the SQL`, SOURCE);
  requireKind(values, "array", `${call}: \`values\` of the SQL`, SOURCE);
  if (prefilter === undefined || options?.prefilter === true) return;
  throw new TypeError(
    `${call}: the database decides only a part of this formula, so the condition also matches other records; ` +
      "pass `{ prefilter: true }` as the last argument and filter the rows by `residual`, " +
      "or compile the condition with `exact: true`",
  );
}
