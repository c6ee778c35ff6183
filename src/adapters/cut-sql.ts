import type { SqlValue } from "../sql/fragment.ts";

/** A condition or a whole query, cut at its placeholders. */
export interface CutSql {
  readonly strings: readonly string[];
  readonly values: readonly SqlValue[];
  /** Only a condition with a residual has it. */
  readonly prefilter?: string | undefined;
}

/** The same without a prefilter: the database decides it alone, or the query's reader sees to the rest. */
export interface WholeSql extends CutSql {
  readonly prefilter?: undefined;
}

/** @throws `TypeError` for a prefilter, unless the caller says that it is taken for one. */
export function requireWhole(
  call: string,
  { prefilter }: CutSql,
  as: "prefilter" | undefined,
): void {
  if (prefilter === undefined || as === "prefilter") return;
  throw new TypeError(
    `${call}: the database decides this formula in part only, so that the condition also lets other records through; ` +
      'pass "prefilter" as the last argument and filter what comes back by `residual`, ' +
      "or compile the condition with `exact: true`",
  );
}
