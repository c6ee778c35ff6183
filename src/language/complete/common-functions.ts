/**
 * The functions that filters use most, the most frequent first. Among functions that fit equally well, these are offered
 * first, in this order.
 */
const COMMON: readonly string[] = [
  "AND",
  "OR",
  "NOT",
  "IF",
  "HAS",
  "DATETIME_DIFF",
  "SEARCH",
  "LEN",
  "IS_AFTER",
  "IS_BEFORE",
  "IS_SAME",
  "FIND",
  "YEAR",
  "BLANK",
  "TRUE",
  "FALSE",
  "TODAY",
  "NOW",
  "DATEADD",
  "LOWER",
  "UPPER",
  "ROUND",
  "MONTH",
  "HASANY",
  "STARTS_WITH",
  "LEFT",
  "RIGHT",
  "COUNTALL",
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

const PLACES = new Map(COMMON.map((name, place) => [name, place]));

/** From 0 for the most frequent function. */
export function rarity(name: string): number {
  return PLACES.get(name) ?? COMMON.length;
}
