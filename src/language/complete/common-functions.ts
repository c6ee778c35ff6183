/**
 * The functions that filters use most, the most frequent first. Among functions that fit equally well, these are offered
 * first, in this order.
 */
const COMMON: readonly string[] = [
  "AND",
  "OR",
  "NOT",
  "FIND",
  "IS_AFTER",
  "IF",
  "SEARCH",
  "IS_BEFORE",
  "LOWER",
  "IS_SAME",
  "DATETIME_DIFF",
  "BLANK",
  "TRUE",
  "TODAY",
  "NOW",
  "DATEADD",
  "FALSE",
  "LEN",
  "YEAR",
  "MONTH",
  "SUM",
  "ROUND",
  "MAX",
  "DATETIME_FORMAT",
  "CONTAINS",
  "ISBLANK",
  "ISONEOF",
  "SWITCH",
  "HAS",
  "LEFT",
  "TRIM",
  "UPPER",
  "CONCATENATE",
  "RECORD_ID",
  "CREATED_TIME",
  "LAST_MODIFIED_TIME",
  "DATETIME_PARSE",
  "ARRAYJOIN",
  "VALUE",
  "ABS",
  "MIN",
  "REGEX_MATCH",
  "SUBSTITUTE",
  "WEEKDAY",
  "DAY",
];

const PLACES = new Map(COMMON.map((name, place) => [name, place]));

/** From 0 for the most frequent function. */
export function rarity(name: string): number {
  return PLACES.get(name) ?? COMMON.length;
}
