// Written by `npm run gen` from the definitions of the functions.

/** The documentation of a function. */
export interface FunctionText {
  /** One sentence on what it does. */
  readonly summary: string;
  /** Further rules, in Markdown: blanks, errors, ranges. */
  readonly details: string;
}

/** The descriptions of the parameters of a function. */
export interface ParameterTexts<Name extends string> {
  /** The descriptions, by the names of the parameters. */
  readonly parameters: Readonly<Record<Name, string>>;
}

/** The documentation of each built-in function, by name. */
export type FunctionTexts = {
  readonly AND: FunctionText & ParameterTexts<"condition">;
  readonly BETWEEN: FunctionText & ParameterTexts<"value" | "low" | "high">;
  readonly BLANK: FunctionText;
  readonly ERROR: FunctionText;
  readonly FALSE: FunctionText;
  readonly IF: FunctionText & ParameterTexts<"condition" | "then" | "otherwise">;
  readonly IFBLANK: FunctionText & ParameterTexts<"value" | "default">;
  readonly ISBLANK: FunctionText & ParameterTexts<"value">;
  readonly ISERROR: FunctionText & ParameterTexts<"value">;
  readonly ISONEOF: FunctionText & ParameterTexts<"value" | "candidate">;
  readonly NOT: FunctionText & ParameterTexts<"condition">;
  readonly OR: FunctionText & ParameterTexts<"condition">;
  readonly SWITCH: FunctionText & ParameterTexts<"value" | "cases">;
  readonly TRUE: FunctionText;
  readonly XOR: FunctionText & ParameterTexts<"condition">;
  readonly CONCATENATE: FunctionText & ParameterTexts<"text">;
  readonly CONTAINS: FunctionText & ParameterTexts<"text" | "needle">;
  readonly CONTAINS_IGNORE_CASE: FunctionText & ParameterTexts<"text" | "needle">;
  readonly ENCODE_URL_COMPONENT: FunctionText & ParameterTexts<"text">;
  readonly ENDS_WITH: FunctionText & ParameterTexts<"text" | "end">;
  readonly ENDS_WITH_IGNORE_CASE: FunctionText & ParameterTexts<"text" | "end">;
  readonly EQUALS_IGNORE_CASE: FunctionText & ParameterTexts<"first" | "second">;
  readonly EXACT: FunctionText & ParameterTexts<"first" | "second">;
  readonly FIND: FunctionText & ParameterTexts<"needle" | "text" | "start">;
  readonly LEFT: FunctionText & ParameterTexts<"text" | "count">;
  readonly LEN: FunctionText & ParameterTexts<"text">;
  readonly LOWER: FunctionText & ParameterTexts<"text">;
  readonly MID: FunctionText & ParameterTexts<"text" | "start" | "count">;
  readonly REGEX_EXTRACT: FunctionText & ParameterTexts<"text" | "pattern">;
  readonly REGEX_MATCH: FunctionText & ParameterTexts<"text" | "pattern">;
  readonly REGEX_REPLACE: FunctionText & ParameterTexts<"text" | "pattern" | "replacement">;
  readonly REPLACE: FunctionText & ParameterTexts<"text" | "start" | "count" | "replacement">;
  readonly REPT: FunctionText & ParameterTexts<"text" | "count">;
  readonly RIGHT: FunctionText & ParameterTexts<"text" | "count">;
  readonly SEARCH: FunctionText & ParameterTexts<"needle" | "text" | "start">;
  readonly STARTS_WITH: FunctionText & ParameterTexts<"text" | "start">;
  readonly STARTS_WITH_IGNORE_CASE: FunctionText & ParameterTexts<"text" | "start">;
  readonly SUBSTITUTE: FunctionText & ParameterTexts<"text" | "old" | "new" | "index">;
  readonly T: FunctionText & ParameterTexts<"value">;
  readonly TRIM: FunctionText & ParameterTexts<"text">;
  readonly UPPER: FunctionText & ParameterTexts<"text">;
  readonly VALUE: FunctionText & ParameterTexts<"text">;
  readonly ABS: FunctionText & ParameterTexts<"number">;
  readonly AVERAGE: FunctionText & ParameterTexts<"number">;
  readonly CEILING: FunctionText & ParameterTexts<"number" | "significance">;
  readonly COUNT: FunctionText & ParameterTexts<"value">;
  readonly COUNTA: FunctionText & ParameterTexts<"value">;
  readonly COUNTALL: FunctionText & ParameterTexts<"value">;
  readonly EVEN: FunctionText & ParameterTexts<"number">;
  readonly EXP: FunctionText & ParameterTexts<"power">;
  readonly FLOOR: FunctionText & ParameterTexts<"number" | "significance">;
  readonly INT: FunctionText & ParameterTexts<"number">;
  readonly LOG: FunctionText & ParameterTexts<"number" | "base">;
  readonly MAX: FunctionText & ParameterTexts<"number">;
  readonly MIN: FunctionText & ParameterTexts<"number">;
  readonly MOD: FunctionText & ParameterTexts<"dividend" | "divisor">;
  readonly ODD: FunctionText & ParameterTexts<"number">;
  readonly POWER: FunctionText & ParameterTexts<"base" | "exponent">;
  readonly ROUND: FunctionText & ParameterTexts<"number" | "digits">;
  readonly ROUNDDOWN: FunctionText & ParameterTexts<"number" | "digits">;
  readonly ROUNDUP: FunctionText & ParameterTexts<"number" | "digits">;
  readonly SQRT: FunctionText & ParameterTexts<"number">;
  readonly SUM: FunctionText & ParameterTexts<"number">;
  readonly DATEADD: FunctionText & ParameterTexts<"date" | "count" | "unit">;
  readonly DATESTR: FunctionText & ParameterTexts<"date">;
  readonly DATETIME_DIFF: FunctionText & ParameterTexts<"date" | "from" | "unit">;
  readonly DATETIME_FORMAT: FunctionText & ParameterTexts<"date" | "format">;
  readonly DATETIME_PARSE: FunctionText & ParameterTexts<"text" | "format">;
  readonly DAY: FunctionText & ParameterTexts<"date">;
  readonly FROMNOW: FunctionText & ParameterTexts<"date">;
  readonly HOUR: FunctionText & ParameterTexts<"date">;
  readonly IS_AFTER: FunctionText & ParameterTexts<"date" | "other">;
  readonly IS_BEFORE: FunctionText & ParameterTexts<"date" | "other">;
  readonly IS_SAME: FunctionText & ParameterTexts<"date" | "other" | "unit">;
  readonly MINUTE: FunctionText & ParameterTexts<"date">;
  readonly MONTH: FunctionText & ParameterTexts<"date">;
  readonly NOW: FunctionText;
  readonly SECOND: FunctionText & ParameterTexts<"date">;
  readonly SET_LOCALE: FunctionText & ParameterTexts<"date" | "locale">;
  readonly SET_TIMEZONE: FunctionText & ParameterTexts<"date" | "zone">;
  readonly TIMESTR: FunctionText & ParameterTexts<"date">;
  readonly TONOW: FunctionText & ParameterTexts<"date">;
  readonly TODAY: FunctionText;
  readonly WEEKNUM: FunctionText & ParameterTexts<"date" | "startDay">;
  readonly WEEKDAY: FunctionText & ParameterTexts<"date" | "startDay">;
  readonly WORKDAY: FunctionText & ParameterTexts<"date" | "days" | "holidays">;
  readonly WORKDAY_DIFF: FunctionText & ParameterTexts<"start" | "end" | "holidays">;
  readonly YEAR: FunctionText & ParameterTexts<"date">;
  readonly ARRAYCOMPACT: FunctionText & ParameterTexts<"list">;
  readonly ARRAYFLATTEN: FunctionText & ParameterTexts<"list">;
  readonly ARRAYJOIN: FunctionText & ParameterTexts<"list" | "separator">;
  readonly ARRAYSLICE: FunctionText & ParameterTexts<"list" | "start" | "end">;
  readonly ARRAYUNIQUE: FunctionText & ParameterTexts<"list">;
  readonly HAS: FunctionText & ParameterTexts<"list" | "item">;
  readonly HASALL: FunctionText & ParameterTexts<"list" | "item">;
  readonly HASANY: FunctionText & ParameterTexts<"list" | "item">;
  readonly HASNONE: FunctionText & ParameterTexts<"list" | "item">;
  readonly CREATED_TIME: FunctionText;
  readonly LAST_MODIFIED_TIME: FunctionText;
  readonly RECORD_ID: FunctionText;
};
