import type { Policy } from "../../src/engine/index.ts";
import type { FieldDeclarations } from "../../src/language/schema/index.ts";
import type { DiagnosticCode } from "../../src/language/source/diagnostic-codes.ts";
import type { Limits } from "../../src/language/source/formula-limits.ts";

/** The documentation of a diagnostic code, with an example. */
export interface DiagnosticDocumentation {
  /** One sentence on the problem. */
  readonly summary: string;
  /** The reason, and other causes, in Markdown. */
  readonly explanation: string;
  /** A formula over the example record with this diagnostic and no other. */
  readonly example: string;
  /** The formula that was probably intended, without errors. */
  readonly instead: string;
  /** Lower limits for the example, so that it is short. */
  readonly limits?: Partial<Limits>;
  /** Whether the example is checked against the schema without roles. */
  readonly withoutRoles?: true;
  /** The policy that rejects a part of the example. */
  readonly policy?: Policy;
  /** The product whose differences are reported for the example. */
  readonly differences?: "airtable";
  /** The name of the field that the example computes; the diagnostics are those of the schema. */
  readonly computes?: string;
  /** Fields with choices, in addition to those of the example record. */
  readonly choices?: FieldDeclarations;
}

/** All codes, in the order of the page. A missing one does not compile. */
export const DIAGNOSTIC_DOCUMENTATION: Readonly<Record<DiagnosticCode, DiagnosticDocumentation>> = {
  "formula-too-long": {
    summary: "The formula's text is longer than the limit.",
    explanation:
      "A formula that is too long is not read at all. The length is counted in UTF-16 units, including comments and white space.",
    example: "{price} < 60000 // below the limit",
    instead: "{price} < 60000",
    limits: { length: 20 },
  },
  "too-deep": {
    summary: "Parentheses, calls and signs are nested deeper than the limit.",
    explanation:
      "`AND` and `OR` take many arguments, so they need no nesting. Instead of a chain of `IF`, you can often write `SWITCH`.",
    example: "ABS(ROUND(ABS(-{price})))",
    instead: "ROUND(ABS({price}))",
    limits: { depth: 3 },
  },
  "too-many-nodes": {
    summary: "The formula has more values, fields, operators and calls than the limit allows.",
    explanation:
      "If one field may have one of many values, use `ISONEOF`. `REGEX_MATCH` tests many alternatives with one pattern.",
    example: '{vin} = "A" & "B" & "C"',
    instead: '{vin} = "ABC"',
    limits: { nodes: 5 },
  },
  "too-many-arguments": {
    summary: "A call has more arguments than the limit allows.",
    explanation: "Put calls of the same function into one another: `SUM(SUM(…), SUM(…))`.",
    example: "SUM({price}, {tax}, 1, 2)",
    instead: "SUM({price}, {tax}, 3)",
    limits: { arguments: 3 },
  },
  "too-many-values": {
    summary:
      "A call of `ISONEOF`, `HASANY`, `HASALL` or `HASNONE` looks for more values than the limit allows.",
    explanation:
      "The values of such a call have a limit of their own, which is higher than the limit of arguments.",
    example: 'ISONEOF({vin}, "A", "B", "C")',
    instead: 'OR(ISONEOF({vin}, "A", "B"), ISONEOF({vin}, "C"))',
    limits: { values: 2 },
  },
  "text-too-long": {
    summary: "A function would make a text that is longer than any text may be.",
    explanation:
      "A text that a function makes has at most 64 KiB. If the length depends on the record, a longer text is an error while the formula runs. In this formula the length is known before.",
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
    explanation: "The text is empty, or has nothing but white space and comments.",
    example: "// all of them",
    instead: "TRUE()",
  },
  "invalid-character": {
    summary: "The formula contains NUL or half of a surrogate pair.",
    explanation:
      "Databases disagree about both. So they are not allowed anywhere, not even in a text or a comment.",
    example: '{title} = "Model\u0000 3"',
    instead: '{title} = "Model 3"',
  },
  "unexpected-character": {
    summary: "A character has no meaning where it is.",
    explanation:
      "A field needs braces if its name has other characters than letters, digits and `_`. Invisible characters often come from copying; the fix removes them.",
    example: "{price} < $60000",
    instead: "{price} < 60000",
  },
  "curly-quote": {
    summary: "A text has curly quotes around it.",
    explanation:
      "Word processors turn straight quotes into curly ones, or into `«` and `»`. Inside a text, curly quotes are ordinary characters.",
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
    explanation: "Everything after the opening quote belongs to the text, so it is not checked.",
    example: '{title} = "Model 3',
    instead: '{title} = "Model 3"',
  },
  "unterminated-field": {
    summary: "A field's name has no closing brace.",
    explanation: "Write a backslash before a brace that belongs to the name.",
    example: "{price < 60000",
    instead: "{price} < 60000",
  },
  "unterminated-comment": {
    summary: "A comment has no closing `*/`.",
    explanation:
      "Everything after `/*` belongs to the comment. A comment cannot contain another one.",
    example: "{price} < 60000 /* cheap",
    instead: "{price} < 60000 /* cheap */",
  },
  "empty-field-name": {
    summary: "There is no name between braces.",
    explanation: "If you mean a missing value, write `BLANK()`.",
    example: "{} = 2020",
    instead: "{year} = 2020",
  },
  "malformed-number": {
    summary: "A number is written in a way that the language does not know.",
    explanation:
      "A number has digits, and may have a point and an exponent. There are no thousands separators and no hexadecimal digits. A field whose name starts with a digit needs braces.",
    example: "{price} < 60_000",
    instead: "{price} < 60000",
  },
  "number-out-of-range": {
    summary: "A number is too large.",
    explanation: "Numbers are 64-bit floating-point numbers, up to about 1.8e308.",
    example: "{price} < 1e400",
    instead: "{price} < 1e300",
  },
  "leading-equals": {
    summary: "The formula starts with `=`, as in a spreadsheet.",
    explanation: "A formula needs no sign in front of it.",
    example: "={price} < 60000",
    instead: "{price} < 60000",
  },
  "foreign-operator": {
    summary: "An operator comes from another language.",
    explanation:
      "These are operators and words such as `==`, `&&`, `||`, `!`, `%`, `^`, `AND`, `OR`, `NOT`, `IS`, `IN`, `LIKE` and `BETWEEN` between values, and signs such as `≤` and `×`. The help says what to write. The fix writes it, if it is clear what was meant.",
    example: "{price} < 60000 && {year} = 2020",
    instead: "AND({price} < 60000, {year} = 2020)",
  },
  "foreign-syntax": {
    summary: "A notation comes from another language.",
    explanation:
      "For example: semicolons between arguments, fields in brackets or backticks, a member after a point (`name.length`, `Math.abs`), or a placeholder of a template that no program has filled in.",
    example: "LEFT({title}; 5)",
    instead: "LEFT({title}, 5)",
  },
  "missing-parenthesis": {
    summary: "A parenthesis is not closed.",
    explanation:
      "The note says which one. Nobody can know where you meant to close it, so the fix closes it at the end.",
    example: "AND({price} < 60000, {year} = 2020",
    instead: "AND({price} < 60000, {year} = 2020)",
  },
  "unexpected-parenthesis": {
    summary: "A closing parenthesis has no opening one.",
    explanation: "Either there is one too many, or an opening parenthesis is missing before it.",
    example: "{price} < 60000)",
    instead: "{price} < 60000",
  },
  "missing-operand": {
    summary: "A value is missing.",
    explanation: "It is missing beside an operator, or between parentheses.",
    example: "{price} <",
    instead: "{price} < 60000",
  },
  "missing-operator": {
    summary: "Two values are side by side.",
    explanation:
      "An operator or a comma is missing between them. A field whose name has white space needs braces.",
    example: "{price} 60000",
    instead: "{price} < 60000",
  },
  "missing-argument": {
    summary: "An argument is missing beside a comma.",
    explanation:
      "You can leave out arguments only at the end, together with their commas. If you mean a missing value, write `BLANK()`.",
    example: "AND({price} < 60000, , {sold})",
    instead: "AND({price} < 60000, {sold})",
  },
  "unexpected-token": {
    summary: "There is a comma outside the arguments of a function.",
    explanation: "Join two conditions with `AND` or `OR`, and two texts with `&`.",
    example: "{price} < 60000, {year} = 2020",
    instead: "AND({price} < 60000, {year} = 2020)",
  },
  "unknown-function": {
    summary: "There is no function with this name.",
    explanation:
      "The help names a function with a similar name. For a function of another language, such as `COUNTIF`, it says what to write instead.",
    example: "LEFTT({title}, 5)",
    instead: "LEFT({title}, 5)",
  },
  "unknown-field": {
    summary: "The schema has no field with this name.",
    explanation:
      "Names are exact: case and spaces count. A text needs quotes, and so does each of its words in `city = Santa Fe`. A word beside a text may be a field or a text, so there is no fix if it resembles a field. A hidden field is treated as one that does not exist.",
    example: "{Price} < 60000",
    instead: "{price} < 60000",
  },
  "unknown-parameter": {
    summary: "The program declares no parameter with this name.",
    explanation:
      "Declare parameters with the option `parameters` of `compile`. Names are exact: case counts. Write a field without `$`.",
    example: "{price} < $price",
    instead: "{price} < 60000",
  },
  "argument-count": {
    summary: "A call has too few or too many arguments.",
    explanation: "The help shows how to call the function.",
    example: "NOT({sold}, {price})",
    instead: "NOT(AND({sold}, {price}))",
  },
  "argument-type": {
    summary: "An argument is of a type that the function does not take.",
    explanation:
      "[Conversions](types.md#conversions) lists which types become which by themselves. A date needs quotes: `2024-01-01` without them is a subtraction.",
    example: "ROUND({title}, 2)",
    instead: "ROUND({price}, 2)",
  },
  "operand-type": {
    summary: "An operator does not work on values of this type.",
    explanation:
      "`+` does not join texts, also not a text and a number, and a text does not become a number by itself. Two dates cannot be added, and a date cannot be subtracted from a number.",
    example: '{title} + " (new)"',
    instead: '{title} & " (new)"',
  },
  "comparison-type": {
    summary: "The two sides of a comparison are of types that cannot be compared.",
    explanation:
      "[Comparisons](types.md#comparisons) lists which types can be compared. There is no fix for `{title} = price`: a word without braces may be meant as a text.",
    example: '{year} = "2020"',
    instead: "{year} = 2020",
  },
  "invalid-date": {
    summary: "A date is needed, and a text is not a date.",
    explanation:
      "Write the year first. Dates go from 1900 to the end of 2298; see [Dates in text](dates.md#dates-in-text). For other notations use `DATETIME_PARSE` with a format.",
    example: '{createdAt} > "01.04.2022"',
    instead: '{createdAt} > "2022-04-01"',
  },
  "invalid-argument": {
    summary: "The function does not know the text that the formula gives it.",
    explanation:
      "The text is meant to be a unit, a time zone, a language, a list of holidays or a pattern. A replacement has this error if it names a group that the pattern does not have.",
    example: 'DATEADD({createdAt}, 1, "dayz")',
    instead: 'DATEADD({createdAt}, 1, "days")',
  },
  "literal-required": {
    summary: "An argument must be a text that is written in the formula itself.",
    explanation:
      "Units, formats, time zones, languages, lists of holidays and patterns are read once, when the formula is checked. So they cannot come from a record. The fix puts a word such as `days` in quotes.",
    example: "REGEX_MATCH({title}, {notes})",
    instead: 'REGEX_MATCH({title}, "Model [3Y]")',
  },
  "missing-role": {
    summary: "The schema does not say which field the function means.",
    explanation:
      "`RECORD_ID` needs a key in the schema. `CREATED_TIME` and `LAST_MODIFIED_TIME` need a field for the time of creation or of the last change. The example is checked against the same fields without these roles.",
    example: "RECORD_ID() = {vin}",
    instead: '{vin} != ""',
    withoutRoles: true,
  },
  "formula-cycle": {
    summary: "The formula of a field needs the field itself.",
    explanation:
      "A computed field may use other computed fields, but none of them may depend on it. The example is the formula of a field `gross`. The schema refuses this field with this code.",
    example: "{gross} * 1.2",
    instead: "{price} * 1.2",
    computes: "gross",
  },
  "not-allowed": {
    summary: "The formula uses a function, an operator or a field that the program does not allow.",
    explanation:
      "A program may allow a part of the language, with the option [`policy`](embedding.md#a-part-of-the-language). Editors do not offer what it refuses.",
    example: 'REGEX_MATCH({vin}, "^5YJ")',
    instead: 'LEFT({vin}, 3) = "5YJ"',
    policy: { functions: { deny: ["REGEX_MATCH"] } },
  },
  "chained-comparison": {
    summary: "Comparisons are chained.",
    explanation:
      "They are grouped from the left, so the second one compares `TRUE` or `FALSE` with the next value. If you mean that, put parentheses around the first one, and there is no warning.",
    example: "{tax} < {price} < {year}",
    instead: "AND({tax} < {price}, {price} < {year})",
  },
  "midnight-comparison": {
    summary: "A date with a time of day is compared with a day by `=`, `!=` or `<=`.",
    explanation:
      "A day, such as a text or `TODAY()`, means its first moment, so `=` finds only the records of midnight, and `<=` leaves out the rest of the day. The fix compares with the whole day. A field has times if it is the one of `created` or `modified`, or if its schema says `time: true`, as one that was described or inferred does for timestamps.",
    example: '{createdAt} = "2022-04-06"',
    instead: 'AND({createdAt} >= "2022-04-06", {createdAt} < "2022-04-07")',
  },
  "unknown-choice": {
    summary: "A field is compared with a text that is not one of its choices.",
    explanation:
      "A schema may list the [choices](rows.md#choices) of a field, such as the labels of an enum. No record has another value, so `=` finds nothing, and `!=` everything. The warning is for `=`, `!=`, `ISONEOF`, `SWITCH`, `EXACT`, `HAS` and its relatives, and `EQUALS_IGNORE_CASE`, which ignores the case of the choices. `LOWER({status})` and `UPPER({status})` are compared with the choices in that case. There is a fix if the text differs from one choice by a slip, or by case only. In the example, the choices of `status` are `new`, `paid` and `shipped`.",
    example: '{status} = "Paid"',
    instead: '{status} = "paid"',
    choices: { status: { type: "text", choices: ["new", "paid", "shipped"] } },
  },
  "joined-conditions": {
    summary: "Two conditions are joined as texts.",
    explanation:
      "The conditions are comparisons, calls or fields, as in `{sold} & {checked}`. In other languages `&` tests whether both are true. Here it joins the texts of their results, and a text that is not empty counts as true.",
    example: "({price} > 5000) & ({price} < 60000)",
    instead: "AND({price} > 5000, {price} < 60000)",
  },
  "split-number": {
    summary: "A number with a thousands separator is read as several arguments.",
    explanation:
      "Commas separate arguments, and a dot is the decimal point: `1.000` is the number 1, and gets the warning without a fix. The warning is given for a number among conditions, and for one with a part that starts with 0, as in `MAX({price}, 50,000)`. There is no fix for `OR({price} = 100,200)`, which may mean two values, nor for `5,100,000`, which may mean one.",
    example: "AND({sold}, {price} < 50,000)",
    instead: "AND({sold}, {price} < 50000)",
  },
  "split-operator": {
    summary: "A comparison is followed directly by a sign that stands alone.",
    explanation:
      "`<-` is an assignment in other languages, or a slip for `<=`. Here it compares with a negative number. `price <-5` has no warning.",
    example: "{price} <- 5",
    instead: "{price} < -5",
  },
  "misplaced-comparison": {
    summary:
      "A function is given the TRUE or FALSE of a comparison in place of a text, a date or a number.",
    explanation:
      'The parenthesis is in the wrong place: the function should be applied to one side of the comparison. `REPT("x", {price} > 5)` and `SUM({price} > 5, {tax} > 5)`, which count conditions, have no warning.',
    example: 'UPPER({vin} = "A1")',
    instead: 'UPPER({vin}) = "A1"',
  },
  "position-comparison": {
    summary: "The result of FIND or SEARCH is tested in the way of another language.",
    explanation:
      'Both return the position of the text from 1 on. If it does not occur, FIND returns 0 and SEARCH a blank, never -1 or FALSE. `FIND("a", {vin}) = TRUE()` finds only texts that begin with it.',
    example: 'FIND("A1", {vin}) >= 0',
    instead: 'FIND("A1", {vin}) > 0',
  },
  "invisible-character": {
    summary: "A text contains a character that cannot be seen.",
    explanation:
      "Formulas that were copied from a page or a document often have a no-break space or a space without a width, and then equal no text of the records. There is no fix, since the records may have the same character. Tabs, line breaks, and the joiners of letters and emoji have no warning.",
    example: '{vin} = "A\u200b1"',
    instead: '{vin} = "A1"',
  },
  "constant-condition": {
    summary: "A condition has the same result for every record.",
    explanation:
      'Either both sides of a comparison are known, or no value of the type could give another result. A text or number that is written in place of a condition has the same result, too: the fix of `OR({title} = "a", "b")` compares `{title}` with both.',
    example: "{sold} = BLANK()",
    instead: "NOT({sold})",
  },
  "always-error": {
    summary: "A part of the formula is an error for every record.",
    explanation: "If you want an error, write `ERROR()`, which has no warning.",
    example: '{price} > VALUE("$10,000")',
    instead: "{price} > 10000",
  },
  "no-effect": {
    summary: "A function that only sets how a date is shown is used where no date is shown.",
    explanation:
      "`SET_TIMEZONE` and `SET_LOCALE` do not change the instant. They only set how the `DATETIME_FORMAT` directly around them shows it.",
    example: 'HOUR(SET_TIMEZONE({createdAt}, "Asia/Tokyo"))',
    instead: 'DATETIME_FORMAT(SET_TIMEZONE({createdAt}, "Asia/Tokyo"), "H")',
  },
  "inexact-number": {
    summary: "A number has more digits than a number keeps, or becomes a text in another spelling.",
    explanation:
      "Numbers are 64-bit floating-point numbers, which keep about 16 digits. The comparison is with the nearest one. Identifiers with more digits belong in a field of texts. If a text is needed, as in `{title} & 01.50` or `STARTS_WITH({vin}, 007)`, a number becomes its shortest text: `1.5` and `7`. The fix puts the number in quotes.",
    example: "{price} = 9007199254740993",
    instead: "{price} = 9007199254740992",
  },
  "unusual-format": {
    summary: "A date format is written as in another language.",
    explanation:
      "`yyyy` is no token, `dd` is the weekday and `mm` the minute. Text that is to be copied stands in brackets, and is not looked at.",
    example: 'DATETIME_FORMAT({createdAt}, "yyyy-MM-dd") = "2024-02-29"',
    instead: 'DATETIME_FORMAT({createdAt}, "YYYY-MM-DD") = "2024-02-29"',
  },
  "unusual-comment": {
    summary: "What follows `//` looks like a divisor.",
    explanation:
      "In some languages `//` divides. Here it begins a comment, which lasts until the end of the line.",
    example: "{price} // 2",
    instead: "{price} / 2",
  },
  "differs-from-airtable": {
    summary: "The formula finds other records than in Airtable.",
    explanation:
      'It is reported only with the option `differences: "airtable"`, for comparisons of a field of numbers, or of `SEARCH`, which is blank if it finds nothing. In Airtable a blank is compared as 0, and 0 equals `BLANK()`. See [Differences from Airtable](airtable.md#blanks).',
    example: "{tax} < 5",
    instead: "{tax} + 0 < 5",
    differences: "airtable",
  },
};
