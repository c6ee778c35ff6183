import type { DiagnosticCode } from "../../src/source/diagnostic-codes.ts";
import type { Limits } from "../../src/source/limits.ts";

/** What the reference says of a diagnostic code, with a formula that earns it. */
export interface DiagnosticDocumentation {
  /** One sentence: what is wrong. */
  readonly summary: string;
  /** Why it is, and what else earns it. Markdown. */
  readonly explanation: string;
  /** A formula over the example record that earns this code and no other. */
  readonly example: string;
  /** What was probably meant, as the language has it: it earns no error. */
  readonly instead: string;
  /** Limits lowered for the example, so that it is short. */
  readonly limits?: Partial<Limits>;
  /** Whether the example is checked against a schema without a key and without times of creation and change. */
  readonly withoutRoles?: true;
  /** The name of the field that the example computes; the diagnostics are those of the schema. */
  readonly computes?: string;
}

/** Every code, in the order of the page; one that is missing does not compile. */
export const DIAGNOSTIC_DOCUMENTATION: Readonly<Record<DiagnosticCode, DiagnosticDocumentation>> = {
  "formula-too-long": {
    summary: "The formula's text is longer than the limit.",
    explanation:
      "Nothing of it is read. The length counts UTF-16 units, comments and white space included.",
    example: "{price} < 60000 // below the limit",
    instead: "{price} < 60000",
    limits: { length: 20 },
  },
  "too-deep": {
    summary: "Parentheses, calls and signs are nested deeper than the limit.",
    explanation:
      "Chains of `AND` and `OR` need no nesting: they take many arguments. Chains of `IF` are often a `SWITCH`.",
    example: "ABS(ROUND(ABS(-{price})))",
    instead: "ROUND(ABS({price}))",
    limits: { depth: 3 },
  },
  "too-many-nodes": {
    summary: "The formula holds more values, fields, operators and calls than the limit.",
    explanation:
      "A list of alternatives for one field is often a pattern: `REGEX_MATCH` tests them in one go.",
    example: '{vin} = "A" & "B" & "C"',
    instead: '{vin} = "ABC"',
    limits: { nodes: 5 },
  },
  "too-many-arguments": {
    summary: "A call has more arguments than the limit.",
    explanation: "Calls of the same function may stand in one another: `SUM(SUM(…), SUM(…))`.",
    example: "SUM({price}, {tax}, 1, 2)",
    instead: "SUM({price}, {tax}, 3)",
    limits: { arguments: 3 },
  },
  "too-many-values": {
    summary:
      "A call of `ISONEOF`, `HASANY`, `HASALL` or `HASNONE` looks for more values than the limit.",
    explanation:
      "The values of such a call have a limit of their own, which is higher than that of arguments.",
    example: 'ISONEOF({vin}, "A", "B", "C")',
    instead: 'OR(ISONEOF({vin}, "A", "B"), ISONEOF({vin}, "C"))',
    limits: { values: 2 },
  },
  "text-too-long": {
    summary: "A function is asked for a text that is longer than any text may be.",
    explanation:
      "A text that a function makes holds at most 64 KiB. Where that depends on the record, it is an error while the formula runs; here it is known before.",
    example: 'REPT("-", 100000)',
    instead: 'REPT("-", 1000)',
  },
  "too-costly": {
    summary: "Evaluating the formula for one record may take too much work.",
    explanation:
      "The work is estimated before anything runs, from the operations, the lengths of the texts and the steps of the patterns. See [Work](limits.md#work).",
    example: 'REGEX_REPLACE(REPT({title}, 300), "(?:.{0,300}@|[A-Z])", "")',
    instead: 'REGEX_REPLACE({title}, "[A-Z]", "")',
  },
  "empty-formula": {
    summary: "There is no formula.",
    explanation: "The text is empty, or holds nothing but white space and comments.",
    example: "// all of them",
    instead: "TRUE()",
  },
  "invalid-character": {
    summary: "The formula holds NUL or half of a surrogate pair.",
    explanation:
      "Neither is a character that a text can hold, and databases disagree about them, so they may not even stand in a text or a comment.",
    example: '{title} = "Model\u0000 3"',
    instead: '{title} = "Model 3"',
  },
  "unexpected-character": {
    summary: "A character has no meaning in its place.",
    explanation:
      "Fields whose names hold anything but letters, digits and `_` stand in braces. Invisible characters come from copying; the fix removes them.",
    example: "{price} < $60000",
    instead: "{price} < 60000",
  },
  "curly-quote": {
    summary: "A text stands in curly quotes.",
    explanation:
      "Word processors make them of straight ones. Inside a text they are characters like others.",
    example: "{title} = “Model 3”",
    instead: '{title} = "Model 3"',
  },
  "doubled-quote": {
    summary: "A quote inside a text is doubled, as in spreadsheets and SQL.",
    explanation: "Put a backslash before it, or put the text in the other kind of quote.",
    example: "{title} = 'It''s sold'",
    instead: "{title} = 'It\\'s sold'",
  },
  "unescaped-quote": {
    summary: "A quote inside a text ends it too early.",
    explanation:
      "Put a backslash before it, or put the text in the other kind of quote. Programs that build formulas should let the template tag `fx` write their texts.",
    example: "{title} = 'O'Brien'",
    instead: '{title} = "O\'Brien"',
  },
  "unterminated-text": {
    summary: "A text has no closing quote.",
    explanation: "What comes after it belongs to the text, so it is not looked at.",
    example: '{title} = "Model 3',
    instead: '{title} = "Model 3"',
  },
  "unterminated-field": {
    summary: "A field's name has no closing brace.",
    explanation: "Braces inside a name have a backslash before them.",
    example: "{price < 60000",
    instead: "{price} < 60000",
  },
  "unterminated-comment": {
    summary: "A comment has no closing `*/`.",
    explanation: "What comes after it belongs to the comment. Comments do not nest.",
    example: "{price} < 60000 /* cheap",
    instead: "{price} < 60000 /* cheap */",
  },
  "empty-field-name": {
    summary: "Braces hold no name.",
    explanation: "For a missing value write `BLANK()`.",
    example: "{} = 2020",
    instead: "{year} = 2020",
  },
  "malformed-number": {
    summary: "A number is written in a way the language does not have.",
    explanation:
      "Numbers are digits, perhaps with a point and an exponent. There are no group separators and no hexadecimal digits. A field whose name starts with a digit stands in braces.",
    example: "{price} < 60_000",
    instead: "{price} < 60000",
  },
  "number-out-of-range": {
    summary: "A number is too large to be one.",
    explanation: "Numbers are 64-bit floating-point numbers, up to about 1.8e308.",
    example: "{price} < 1e400",
    instead: "{price} < 1e300",
  },
  "leading-equals": {
    summary: "The formula starts with `=`, as in a spreadsheet.",
    explanation: "A formula is an expression by itself.",
    example: "={price} < 60000",
    instead: "{price} < 60000",
  },
  "foreign-operator": {
    summary: "An operator comes from another language.",
    explanation:
      "Operators and words such as `==`, `&&`, `||`, `!`, `%`, `^`, `AND`, `OR`, `NOT`, `IS`, `IN`, `LIKE` and `BETWEEN` between values, and the signs that other keyboards write. The help says what to write, and the fix writes it where that can be told.",
    example: "{price} < 60000 && {year} = 2020",
    instead: "AND({price} < 60000, {year} = 2020)",
  },
  "foreign-syntax": {
    summary: "A notation comes from another language.",
    explanation:
      "Semicolons between arguments, fields in brackets or backticks, members behind a point, and placeholders of templates that nothing has filled in.",
    example: "LEFT({title}; 5)",
    instead: "LEFT({title}, 5)",
  },
  "missing-parenthesis": {
    summary: "A parenthesis is not closed.",
    explanation:
      "The note says which one. Where it was meant to be closed cannot be told, so the fix closes it at the end.",
    example: "AND({price} < 60000, {year} = 2020",
    instead: "AND({price} < 60000, {year} = 2020)",
  },
  "unexpected-parenthesis": {
    summary: "A closing parenthesis closes nothing.",
    explanation: "Either it is one too many, or an opening one is missing before it.",
    example: "{price} < 60000)",
    instead: "{price} < 60000",
  },
  "missing-operand": {
    summary: "A value is missing.",
    explanation: "Beside an operator, or between parentheses.",
    example: "{price} <",
    instead: "{price} < 60000",
  },
  "missing-operator": {
    summary: "Two values stand side by side.",
    explanation:
      "An operator or a comma is missing between them. A name with white space in it stands in braces.",
    example: "{price} 60000",
    instead: "{price} < 60000",
  },
  "missing-argument": {
    summary: "Nothing stands beside a comma.",
    explanation:
      "An argument may only be left out at the end, with its comma. For a missing value write `BLANK()`.",
    example: "AND({price} < 60000, , {sold})",
    instead: "AND({price} < 60000, {sold})",
  },
  "unexpected-token": {
    summary: "A comma stands outside the arguments of a function.",
    explanation: "Two conditions are joined with `AND` or `OR`, two texts with `&`.",
    example: "{price} < 60000, {year} = 2020",
    instead: "AND({price} < 60000, {year} = 2020)",
  },
  "unknown-function": {
    summary: "There is no function with this name.",
    explanation:
      "The help names a function that is spelt nearly so, or says how the language writes what another one's function does.",
    example: "LEFTT({title}, 5)",
    instead: "LEFT({title}, 5)",
  },
  "unknown-field": {
    summary: "The schema has no field with this name.",
    explanation:
      "Names are exact: case and spaces count. A text needs quotes. A field that is hidden counts as one that does not exist.",
    example: "{Price} < 60000",
    instead: "{price} < 60000",
  },
  "unknown-parameter": {
    summary: "The program declares no parameter with this name.",
    explanation:
      "Parameters are declared with the option `parameters` of `compile`. Names are exact: case counts. A field is written without `$`.",
    example: "{price} < $price",
    instead: "{price} < 60000",
  },
  "argument-count": {
    summary: "A function is given too few or too many arguments.",
    explanation: "The help shows how it is called.",
    example: "NOT({sold}, {price})",
    instead: "NOT(AND({sold}, {price}))",
  },
  "argument-type": {
    summary: "An argument is of a type that the function does not take.",
    explanation:
      "Which type becomes which by itself is told in [Conversions](types.md#conversions).",
    example: "ROUND({title}, 2)",
    instead: "ROUND({price}, 2)",
  },
  "operand-type": {
    summary: "An operator does not work on values of the type.",
    explanation: "`+` does not join texts, and a text does not become a number by itself.",
    example: '{title} + " (new)"',
    instead: '{title} & " (new)"',
  },
  "comparison-type": {
    summary: "The two sides of a comparison are of types that never compare.",
    explanation: "What compares with what is told in [Comparisons](types.md#comparisons).",
    example: '{year} = "2020"',
    instead: "{year} = 2020",
  },
  "invalid-date": {
    summary: "A date is needed, and a text is not a date.",
    explanation:
      "Dates are written year first, and lie from 1900 to the end of 2298; see [Dates in text](dates.md#dates-in-text). Other notations are read by `DATETIME_PARSE` with a format.",
    example: '{createdAt} > "01.04.2022"',
    instead: '{createdAt} > "2022-04-01"',
  },
  "invalid-argument": {
    summary: "A text that the formula spells out for a function is not one that it knows.",
    explanation:
      "A unit, a time zone, a language, a list of holidays or a pattern; also a replacement that names a group which its pattern does not have.",
    example: 'DATEADD({createdAt}, 1, "dayz")',
    instead: 'DATEADD({createdAt}, 1, "days")',
  },
  "literal-required": {
    summary: "An argument must be a text that stands in the formula itself.",
    explanation:
      "It is read once, when the formula is checked: a unit, a format, a time zone, a language, a list of holidays or a pattern.",
    example: "REGEX_MATCH({title}, {notes})",
    instead: 'REGEX_MATCH({title}, "Model [3Y]")',
  },
  "missing-role": {
    summary: "The schema names no field whose value the function could give.",
    explanation:
      "`RECORD_ID` needs the schema's key, `CREATED_TIME` and `LAST_MODIFIED_TIME` its times of creation and change. The example is checked against the same fields without these roles.",
    example: "RECORD_ID() = {vin}",
    instead: '{vin} != ""',
    withoutRoles: true,
  },
  "formula-cycle": {
    summary: "The formula of a field needs the field itself.",
    explanation:
      "A computed field may use other computed fields, but no chain of them may lead back to it. The example is the formula of a field `gross`, and its fix another formula for it; the schema refuses the field, with this code.",
    example: "{gross} * 1.2",
    instead: "{price} * 1.2",
    computes: "gross",
  },
  "chained-comparison": {
    summary: "Comparisons stand in a chain.",
    explanation:
      "They group from the left, so the second compares `TRUE` or `FALSE` with the next value. With parentheses round the first there is no warning.",
    example: "{tax} < {price} < {year}",
    instead: "AND({tax} < {price}, {price} < {year})",
  },
  "constant-condition": {
    summary: "A comparison has the same answer for every record.",
    explanation:
      "Because both sides are known, or because no value of the type could give another result.",
    example: "{sold} = BLANK()",
    instead: "NOT({sold})",
  },
  "always-error": {
    summary: "A part of the formula is an error for every record.",
    explanation: "Where an error is wanted, `ERROR()` says so without a warning.",
    example: '{price} > VALUE("$10,000")',
    instead: "{price} > 10000",
  },
  "no-effect": {
    summary: "A function that only says how a date is shown is used where no date is shown.",
    explanation:
      "`SET_TIMEZONE` and `SET_LOCALE` leave the instant as it is; they speak to the `DATETIME_FORMAT` directly around them.",
    example: 'HOUR(SET_TIMEZONE({createdAt}, "Asia/Tokyo"))',
    instead: 'DATETIME_FORMAT(SET_TIMEZONE({createdAt}, "Asia/Tokyo"), "H")',
  },
};
