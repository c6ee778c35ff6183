/**
 * How often functions came in fifty-eight filters that people had published, counted once; those that came twice or
 * less are left out.
 */
const COUNTS: Readonly<Record<string, number>> = {
  AND: 23,
  IF: 11,
  OR: 10,
  NOT: 8,
  TODAY: 8,
  LOWER: 8,
  SEARCH: 7,
  IS_AFTER: 6,
  BLANK: 5,
  FIND: 4,
  IS_SAME: 3,
  DATETIME_DIFF: 3,
  REGEX_MATCH: 3,
  ARRAYJOIN: 3,
};

/** A function that came so often, or oftener, is always taken. */
const OFTEN = 3;

/** The share of the drawn formulas with these functions that are kept: that of the one that people use least. */
export function shareKept(names: Iterable<string>): number {
  let share = 1;
  // One is added, so that functions that people did not happen to use come as well.
  for (const name of names) share = Math.min(share, ((COUNTS[name] ?? 0) + 1) / (OFTEN + 1));
  return share;
}
