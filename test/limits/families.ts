// Families of formulas that grow, over the fields n and m (numbers), t (text), b (boolean), d (date) and l (list).

const nested = (open: string, inside: string, close: string) => (size: number) =>
  open.repeat(size) + inside + close.repeat(size);
const joined =
  (item: string, separator: string, prefix = "", suffix = "") =>
  (size: number) =>
    prefix +
    Array.from({ length: size }, (_, index) => item.replaceAll("#", String(index))).join(
      separator,
    ) +
    suffix;

/** Formulas that nest: within the limit of 64 levels. */
export const NESTED: Readonly<Record<string, (size: number) => string>> = {
  NOT: nested("NOT(", "{b}", ")"),
  "minus signs": nested("-", "{n}", ""),
  "parentheses of comparisons": nested("(", "{n}", "={n})"),
  "blank tests": nested("(", "{n}", "=BLANK())"),
  "ISBLANK and IFBLANK": nested("IFBLANK(", "{n}", ",{m})"),
  ISERROR: nested("ISERROR(1/", "{n}", ")"),
  "IF in its condition": nested("IF(", "{b}", ",{n},{m})"),
  "IF in its last branch": nested("IF({b},{n},", "{m}", ")"),
  "IF of conditions": nested("IF({n}>{m},", "{b}", ",{n}={m})"),
  "SWITCH in its value": nested("SWITCH(", "{n}", ",1,{m},2,{n})"),
  "SWITCH in its default": nested("SWITCH({n},1,{m},", "{n}", ")"),
  XOR: nested("XOR({b},", "{b}", ")"),
  "AND and OR": nested("AND({n}>1,OR({b},", "{b}", "))"),
  POWER: nested("POWER(", "{n}", ",8)"),
  ROUND: nested("ROUND(", "{n}", ",1)"),
  "ROUND to a number of digits": nested("ROUND(", "{n}", ",{m})"),
  ROUNDUP: nested("ROUNDUP(", "{n}", ",{m})"),
  CEILING: nested("CEILING(", "{n}", ",{m})"),
  FLOOR: nested("FLOOR(", "{n}", ",{m})"),
  MOD: nested("MOD(", "{n}", ",{m})"),
  "MOD in its divisor": nested("MOD({m},", "{n}", ")"),
  EVEN: nested("EVEN(", "{n}", ")"),
  ODD: nested("ODD(", "{n}", ")"),
  MAX: nested("MAX({m},", "{n}", ")"),
  "MIN of many": nested("MIN({m},{n},", "{n}", ",{m})"),
  AVERAGE: nested("AVERAGE({m},", "{n}", ")"),
  COUNT: nested("COUNT({m},", "{n}", ")"),
  COUNTA: nested("COUNTA({t},", "{n}", ")"),
  SUBSTITUTE: nested("SUBSTITUTE(", "{t}", ",'a','b')"),
  REPLACE: nested("REPLACE(", "{t}", ",{n},{m},'x')"),
  MID: nested("MID(", "{t}", ",{n},{m})"),
  RIGHT: nested("RIGHT(", "{t}", ",{n})"),
  SEARCH: nested("SEARCH('a',''&", "{t}", ")"),
  DATEADD: nested("DATEADD(", "{d}", ",{n},'months')"),
  "dates moved by days": nested("({n}+", "{d}", ")"),
  DATETIME_DIFF: nested("DATETIME_DIFF({d},{d}+", "{n}", ",'years')"),
  DATETIME_FORMAT: nested("LEN(DATETIME_FORMAT({d}+", "{n}", ",'dddd D MMMM YYYY'))"),
  WEEKNUM: nested("WEEKNUM({d}+", "{n}", ")"),
  WEEKDAY: nested("WEEKDAY({d}+", "{n}", ",'Monday')"),
  IS_SAME: nested("IS_SAME({d},{d}+", "{n}", ",'isoWeek')"),
};

/** Formulas that are long: within the limits of 2,000 nodes and 100 arguments. */
export const LONG: Readonly<Record<string, (size: number) => string>> = {
  sums: joined("{n}", "+"),
  products: joined("{n}", "*"),
  "texts joined": joined("{t}", "&"),
  "comparisons chained": joined("{n}", "="),
  "AND of comparisons": (size) =>
    nested("AND({n}>1,", `AND(${joined("{n}>#", ",")(90)})`, ")")(Math.min(size / 20, 40)),
  "OR by twos": joined("OR({n}=#,{m}>#)", "="),
  "conditions as numbers": joined("({n}>#)", "+"),
  "IFs side by side": joined("IF({n}>#,{m},#)", "+"),
  "IFs compared": joined("(IF({n}>#,1,{m})=1)", "+"),
  searches: joined("(FIND('a#',{t})>0)", "+"),
  patterns: joined("REGEX_MATCH({t},'^(a|b)+#')", "+"),
  dates: joined("YEAR(DATEADD({d},#,'days'))", "+"),
  SWITCHes: joined("SWITCH({n},#,{m},#1,{n})", "+"),
};
