/** The frequencies of functions in fifty-eight published filters; those with two or fewer uses are omitted. */
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

/** A function with at least this frequency is always accepted. */
const OFTEN = 3;

/** The acceptance rate of random formulas with these functions, determined by the rarest one. */
export function shareKept(names: Iterable<string>): number {
  let share = 1;
  // Plus one, so that functions missing from the published filters occur too.
  for (const name of names) share = Math.min(share, ((COUNTS[name] ?? 0) + 1) / (OFTEN + 1));
  return share;
}
