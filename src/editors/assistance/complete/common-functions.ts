/**
 * The functions that filters use most, in descending frequency. Among equally good matches, they are offered first, in
 * this order.
 */
const COMMON: readonly string[] = [
  "OR",
  "NOT",
  "AND",
  "HAS",
  "DATETIME_DIFF",
  "IF",
  "LEN",
  "SEARCH",
  "IS_AFTER",
  "IS_BEFORE",
  "FIND",
  "DATEADD",
  "YEAR",
  "BLANK",
  "TRUE",
  "IS_SAME",
  "FALSE",
  "TODAY",
  "NOW",
  "UPPER",
  "MONTH",
  "LOWER",
  "HASANY",
  "LEFT",
  "ROUND",
  "RIGHT",
  "COUNTALL",
  "STARTS_WITH",
  "DATETIME_FORMAT",
  "CONTAINS",
  "ISBLANK",
  "ISONEOF",
  "TRIM",
  "SWITCH",
  "SUM",
  "MAX",
  "WEEKDAY",
  "REGEX_MATCH",
  "ABS",
  "ENDS_WITH",
  "HASALL",
  "BETWEEN",
  "DAY",
  "MIN",
  "HOUR",
  "ARRAYJOIN",
  "CONCATENATE",
  "RECORD_ID",
  "CREATED_TIME",
  "LAST_MODIFIED_TIME",
  "DATETIME_PARSE",
  "VALUE",
  "SUBSTITUTE",
];

const RANKS = new Map(COMMON.map((name, rank) => [name, rank]));

/** The rank of a function by frequency, from 0. */
export function rarity(name: string): number {
  return RANKS.get(name) ?? COMMON.length;
}
