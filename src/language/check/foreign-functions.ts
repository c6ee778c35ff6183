import type { ForeignHelp, ForeignNote } from "../source/messages/diagnostic-data.ts";

/** Replacements for functions of Excel, Google Sheets, SQL, Notion, Coda and JavaScript. */
const HELP: readonly (readonly [names: string, instead: readonly string[], note?: ForeignNote])[] =
  [
    // Logic
    ["IFS COND CHOOSE SWITCHIF", ["IF(condition, value, IF(condition, value, other))"]],
    ["IIF IFF IFTHEN IFELSE WENN SI SE", ["IF(condition, value, other)"]],
    ["CASE DECODE", ["SWITCH(x, pattern, result, …)", "IF(condition, a, b)"]],
    ["UND ET", ["AND(a, b)"]],
    ["ODER OU", ["OR(a, b)"]],
    ["NAND", ["NOT(AND(a, b))"]],
    ["NOR", ["NOT(OR(a, b))"]],
    ["XNOR", ["NOT(XOR(a, b))"]],
    ["ANY SOME", ["OR(a, b)", "HASANY(list, item, …)"], "conditions-or-list"],
    ["ALL EVERY", ["AND(a, b)", "HASALL(list, item, …)"], "conditions-or-list"],
    ["NONE", ["NOT(OR(a, b))", "HASNONE(list, item, …)"], "conditions-or-list"],
    ["IN ISIN IS_IN ONEOF ONE_OF ANYOF", ["ISONEOF(x, a, b, …)"]],
    ["NOTIN NOT_IN", ["NOT(ISONEOF(x, a, b, …))"]],
    ["EQ EQUAL EQUALS", ["a = b"]],
    ["NE NEQ NOTEQUAL", ["a != b"]],
    ["LT LTE GT GTE", ["a < b", "a <= b", "a > b", "a >= b"]],
    ["IFERROR TRY IFNA WENNFEHLER SIERREUR SIERROR SEERRO", ["IF(ISERROR(x), other, x)"]],
    ["IFNULL COALESCE NVL NULLIFBLANK", ["IFBLANK(x, other)"]],
    ["NULLIF", ["IF(a = b, BLANK(), a)"]],
    ["ISNULL ISEMPTY EMPTY IS_EMPTY IS_NULL ISNA NOTSET", ["ISBLANK(x)"]],
    ["ISNOTBLANK ISNOTEMPTY ISNOTNULL IS_NOT_EMPTY EXISTS", ["NOT(ISBLANK(x))"]],
    ["ISNUMBER ISTEXT ISDATE TYPE TYPEOF", ["NOT(ISBLANK(x))"], "one-type"],
    ["ISERR", ["ISERROR(x)"]],
    ["NULL NIL NA", ["BLANK()"]],
    // Texts
    ["LIKE ILIKE MATCH MATCHES TEST", ["CONTAINS(text, part)", "REGEX_MATCH(text, pattern)"]],
    ["REGEXMATCH REGEXP_LIKE REGEXP_MATCHES REGEXTEST", ["REGEX_MATCH(text, pattern)"]],
    ["REGEXEXTRACT REGEXP_SUBSTR REGEXP_EXTRACT", ["REGEX_EXTRACT(text, pattern)"]],
    ["REGEXREPLACE REGEXP_REPLACE", ["REGEX_REPLACE(text, pattern, replacement)"]],
    ["INSTR INDEXOF INDEX_OF POSITION STRPOS CHARINDEX LOCATE", ["FIND(part, text)"]],
    ["INCLUDES", ["CONTAINS(text, part)", "HAS(list, item)"]],
    ["STARTSWITH BEGINSWITH BEGINS_WITH STARTWITH", ["STARTS_WITH(text, part)"]],
    ["ENDSWITH ENDWITH", ["ENDS_WITH(text, part)"]],
    ["LENGTH LENB CHAR_LENGTH CHARACTER_LENGTH STRLEN SIZE", ["LEN(text)"]],
    ["SUBSTR SUBSTRING SLICE MIDB", ["MID(text, start, count)"]],
    ["LEFT_STR LEFTB", ["LEFT(text, count)"]],
    ["RIGHT_STR RIGHTB", ["RIGHT(text, count)"]],
    ["TOUPPER TO_UPPER UCASE TOUPPERCASE UPPERCASE", ["UPPER(text)"]],
    ["TOLOWER TO_LOWER LCASE TOLOWERCASE LOWERCASE", ["LOWER(text)"]],
    ["LTRIM RTRIM STRIP CLEAN BTRIM", ["TRIM(text)"]],
    ["CONCAT JOIN TEXTJOIN CONCAT_WS", ["CONCATENATE(a, b)", "a & b", "ARRAYJOIN(list)"], "list"],
    ["SPLIT TEXTSPLIT", ["REGEX_EXTRACT(text, pattern)"], "part-of-text"],
    ["REPLACEALL TRANSLATE", ["SUBSTITUTE(text, old, new)"]],
    ["REPEAT REPLICATE", ["REPT(text, count)"]],
    [
      "TEXT TO_TEXT TOSTRING STRING STR CAST CONVERT FORMAT TO_CHAR",
      ['x & ""', "DATETIME_FORMAT(date, format)"],
    ],
    ["NUMBER TONUMBER TO_NUMBER PARSEINT PARSEFLOAT NUMBERVALUE", ["VALUE(text)"]],
    ["ENCODEURL ENCODEURICOMPONENT", ["ENCODE_URL_COMPONENT(text)"]],
    // Numbers
    ["LN", ["LOG(x, EXP(1))"], "logarithm"],
    ["LOG10", ["LOG(x, 10)"]],
    ["LOG2", ["LOG(x, 2)"]],
    ["CEIL", ["CEILING(x)"]],
    ["POW", ["POWER(x, y)"]],
    ["TRUNC TRUNCATE FIX", ["ROUNDDOWN(x, 0)"]],
    ["AVG MEAN", ["AVERAGE(x, …)"]],
    ["MAXIMUM GREATEST", ["MAX(x, …)"]],
    ["MINIMUM LEAST", ["MIN(x, …)"]],
    ["ADD PLUS TOTAL", ["a + b", "SUM(x, …)"]],
    ["SUBTRACT MINUS", ["a - b"]],
    ["MULTIPLY PRODUCT TIMES", ["a * b"]],
    ["DIVIDE DIV QUOTIENT", ["a / b"]],
    ["SIGN", ["IF(x > 0, 1, IF(x < 0, -1, 0))"]],
    ["ISEVEN", ["MOD(x, 2) = 0"]],
    ["ISODD", ["MOD(x, 2) = 1"]],
    ["COUNTIF COUNTIFS", ["(a > 1) + (b > 1)"], "each-value"],
    ["SUMIF SUMIFS AVERAGEIF", ["IF(condition, value, 0)"], "and-add"],
    ["MEDIAN STDEV VAR RANK", [], "one-record"],
    ["RAND RANDBETWEEN RANDOM", [], "no-random"],
    // Dates
    [
      "DATE DATUM FECHA MAKEDATE DATE_FROM_PARTS",
      ['"2024-02-29"', "DATETIME_PARSE(text)"],
      "date-as-text",
    ],
    ["DATEVALUE TODATE TO_DATE PARSEDATE PARSE_DATE STR_TO_DATE", ["DATETIME_PARSE(text)"]],
    [
      "DATEDIFF DATE_DIFF DATEDIF DATEBETWEEN DATE_BETWEEN TIMESTAMPDIFF",
      ["DATETIME_DIFF(a, b, unit)"],
    ],
    ["DATE_ADD ADDDATE EDATE DATESHIFT", ["DATEADD(date, count, unit)"]],
    ["DATE_SUB DATESUB DATESUBTRACT", ["DATEADD(date, -count, unit)"]],
    ["DATEFORMAT DATE_FORMAT FORMATDATE FORMAT_DATE STRFTIME", ["DATETIME_FORMAT(date, format)"]],
    [
      "DATETRUNC DATE_TRUNC EOMONTH STARTOF",
      ["IS_SAME(a, b, unit)", "DATETIME_FORMAT(date, format)"],
      "compare-units",
    ],
    [
      "DATEPART DATE_PART EXTRACT",
      ["YEAR(date)", "MONTH(date)", "DAY(date)", "HOUR(date)"],
      "and-so-on",
    ],
    ["DAYOFWEEK DAY_OF_WEEK DOW", ["WEEKDAY(date)"]],
    ["WEEK WEEKOFYEAR ISOWEEKNUM WEEK_NUM", ["WEEKNUM(date)"]],
    ["DAYS DAYS360", ['DATETIME_DIFF(a, b, "days")']],
    ["NETWORKDAYS", ["WORKDAY_DIFF(start, end)"]],
    ["GETDATE CURDATE CURRENT_DATE", ["TODAY()"]],
    ["CURRENT_TIMESTAMP CURTIME TIMESTAMP", ["NOW()"]],
    // Lists and records
    ["COUNTBLANK", ["ISBLANK(a) + ISBLANK(b)"], "add-blanks"],
    ["UNIQUE DISTINCT", ["ARRAYUNIQUE(list)"]],
    ["FLATTEN", ["ARRAYFLATTEN(list)"]],
    ["HAS_ANY OVERLAPS CONTAINS_ANY CONTAINSANY", ["HASANY(list, item, …)"]],
    ["HAS_ALL CONTAINS_ALL CONTAINSALL", ["HASALL(list, item, …)"]],
    ["HAS_NONE CONTAINS_NONE", ["HASNONE(list, item, …)"]],
    [
      "VLOOKUP XLOOKUP HLOOKUP LOOKUP INDEX FILTER SVERWEIS RECHERCHEV BUSCARV PROCV",
      [],
      "no-look-up",
    ],
    [
      "SORT MAP REDUCE REVERSE PROPER INITCAP CHAR CHR CODE ASCII PI SUMPRODUCT SUBTOTAL FIXED DOLLAR YEARFRAC UNIX_TIMESTAMP TIME",
      [],
      "nothing-like-it",
    ],
    ["ID RECORDID ROW", ["RECORD_ID()"]],
    ["CREATED CREATEDAT CREATEDTIME", ["CREATED_TIME()"]],
    ["MODIFIED LASTMODIFIED LASTEDITED UPDATED", ["LAST_MODIFIED_TIME()"]],
  ];

/** The names of the functions in a part of a formula. */
const CALLED = /[A-Z_0-9]+(?=\()/g;

/**
 * The replacement for a function of another language, by its upper-case name; `undefined` for other names, and if each
 * alternative has a function that must not be suggested.
 */
export function helpOnForeignFunction(
  upper: string,
  isSuggestible: (name: string) => boolean,
): ForeignHelp | undefined {
  // A linear search: building a table on import would slow down every start, and bundlers would keep it.
  const found = HELP.find(([names]) => names.split(" ").includes(upper));
  if (found === undefined) return undefined;
  const [, every, note] = found;
  const instead = every.filter((form) => (form.match(CALLED) ?? []).every(isSuggestible));
  if (instead.length === every.length) return { instead, ...(note && { note }) };
  // The notes are about all alternatives.
  return instead.length === 0 ? undefined : { instead };
}
