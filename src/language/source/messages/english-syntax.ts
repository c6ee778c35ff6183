import type { DiagnosticData } from "./diagnostic-data.ts";
import { foreignHelp, unicode } from "./english-words.ts";
import type { DiagnosticMessages } from "./messages.ts";

/** The English messages of `parse`. */
export const ENGLISH_SYNTAX = {
  "formula-too-long": ({ length, most }) => ({
    message: `the formula has ${length} characters, and at most ${most} are allowed`,
  }),
  "too-deep": ({ most }) => ({
    message: `the formula is nested deeper than ${most} levels`,
    help: "parentheses, calls and signs each count as one level",
  }),
  "too-many-nodes": ({ most, field }, quote) => ({
    message: `${field === undefined ? "" : `with the formula of ${quote(field)}, `}the formula has more than ${most} values, fields, operators and calls`,
  }),
  "too-many-arguments": ({ function: name, count, most }, quote) => ({
    message: `${quote(name)} has ${count} arguments, and at most ${most} are allowed`,
  }),
  "too-many-values": ({ function: name, count, most }, quote) => ({
    message: `${quote(name)} has ${count} values to look for, and at most ${most} are allowed`,
  }),
  "empty-formula": () => ({ message: "the formula is empty" }),
  "invalid-character": ({ codePoint }, quote) => ({
    message: `${quote(unicode(codePoint))} is not allowed in a formula`,
    help: "it is not a character by itself, and no text can contain it",
    fix: "remove it",
  }),
  "unexpected-character": ({ character, reason }, quote) => {
    if (reason === "invisible") {
      const name = quote(unicode(Number(character.codePointAt(0))));
      return { message: `the invisible character ${name} does not belong here`, fix: "remove it" };
    }
    const message = `${quote(character)} has no meaning here`;
    const help = CHARACTER_HELP[reason];
    return help === undefined ? { message } : { message, help, fix: "remove it" };
  },
  "curly-quote": ({ which, written, instead }, quote) => {
    switch (which) {
      case "alone":
        return {
          message: `${quote(written)} is not a quote for texts`,
          help: `write ${quote(instead)}`,
        };
      case "both":
        return {
          message: "a text needs straight quotes, not curly ones",
          help: `write ${quote(instead)}`,
          fix: "use straight quotes",
        };
      case "end":
        return {
          message: "the text begins with a straight quote and ends with a curly one",
          help: `write ${quote(instead)} at the end as well`,
          fix: "use a straight quote",
        };
    }
  },
  "doubled-quote": ({ instead }, quote) => ({
    message: "a quote inside a text is not doubled",
    help: `write ${quote(instead)}`,
    fix: "put a backslash before the quote",
  }),
  "unescaped-quote": ({ quote: mark, instead, other }, quote) => ({
    message: `this ${quote(mark)} ends the text too early`,
    help: `write ${quote(instead)} for a quote inside a text, or put the text in ${quote(other)}`,
    fix: "put a backslash before the quote",
  }),
  "unterminated-text": ({ quote: mark }, quote) => ({
    message: `the text that starts here has no closing ${quote(mark)}`,
    fix: `add ${mark}`,
  }),
  "unterminated-field": () => ({
    message: "the field name that starts here has no closing `}`",
    help: "inside a name, braces are written `\\{` and `\\}`",
    fix: "add }",
  }),
  "unterminated-comment": () => ({
    message: "the comment that starts here has no closing `*/`",
    fix: "add */",
  }),
  "empty-field-name": () => ({
    message: "the braces contain no field name",
    help: "write the field's name between them: `{name}`",
  }),
  "malformed-number": ({ written, reason, instead }, quote) => ({
    message: `${quote(written)} is not a number`,
    help:
      instead === undefined ? numberHelp(reason, quote(`{${written}}`)) : `write ${quote(instead)}`,
    fix: instead === undefined ? "leave out the unit" : `write ${instead}`,
  }),
  "number-out-of-range": ({ written }, quote) => ({
    message: `${quote(written)} is too large: numbers go up to about 1.8e308`,
  }),
  "leading-equals": () => ({
    message: "a formula does not start with `=`",
    fix: "remove =",
  }),
  "foreign-operator": ({ operator, reason, ...help }, quote) => {
    const [instead = ""] = help.instead;
    if (reason === "spelling") {
      const message = `${quote(operator)} is written ${quote(instead)} here`;
      return { message, fix: `write ${instead}` };
    }
    const what =
      reason === "function" ? "a function, not an operator" : "not an operator of formulas";
    const message = `${quote(operator)} is ${what}`;
    if (reason === "percent") {
      const fraction = "a percentage is written as a fraction: `0.05` for 5%";
      return { message, help: fraction, fix: "write the fraction" };
    }
    const fix = reason === "comparison" ? `write ${instead}` : "write it as a function";
    return { message, help: foreignHelp(help, quote), fix };
  },
  "foreign-syntax": ({ construct, instead }, quote) => {
    switch (construct) {
      case "member":
        return {
          message: "values have no members",
          help: `write a field alone or in a function, such as ${quote(instead ?? "LEN({name})")}`,
          fix: "write it as a function",
        };
      case "brackets":
        return { message: "a field needs braces, not brackets", fix: "use braces" };
      case "placeholder":
        return {
          message: "this looks like a template's placeholder that nothing has filled in",
          ...(instead !== undefined && {
            help: "a field needs single braces",
            fix: "use single braces",
          }),
        };
      case "backticks":
        return {
          message: "backticks have no meaning in a formula",
          help: 'write a text in quotes: `"text"`, and a field in braces: `{name}`',
        };
      case "entity":
        return {
          message: "this is the spelling of a character in HTML",
          help: `write ${quote(instead ?? "")}`,
          fix: "write the characters",
        };
      case "typed-literal":
        return {
          message: "a date is written as a text alone",
          help: `write ${instead}`,
          fix: `write ${instead}`,
        };
      case "semicolons":
        return {
          message: "arguments are separated by commas",
          help: "write `,` in place of `;`",
          fix: "write commas",
        };
    }
  },
  "missing-parenthesis": ({ count }) => ({
    message: count === 1 ? "a closing `)` is missing" : `${count} closing \`)\` are missing`,
    fix: count === 1 ? "add )" : `add ${count} )`,
    related: "this parenthesis is not closed",
  }),
  "unexpected-parenthesis": () => ({
    message: "this `)` has no opening `(`",
    fix: "remove )",
  }),
  "missing-operand": (data, quote) => ({
    message:
      data.side === "inside"
        ? "there is nothing between the parentheses"
        : `an operand is missing ${data.side} ${quote(data.operator)}`,
  }),
  "missing-operator": ({ before, after, context }, quote) => {
    const what = context === "call" ? "an operator or a comma" : "an operator";
    return {
      message: `${what} is missing between ${quote(before)} and ${quote(after)}`,
      ...(context === "parenthesis" && {
        help: "write the name of a function directly before its parenthesis, without braces or quotes",
      }),
    };
  },
  "missing-argument": ({ isSuperfluous }) => ({
    message: "an argument is missing at this comma",
    fix: isSuperfluous ? "remove the comma" : "write BLANK()",
  }),
  "unexpected-token": () => ({
    message: "a comma is allowed only between the arguments of a function",
  }),
} satisfies Partial<DiagnosticMessages>;

const CHARACTER_HELP: Readonly<
  Record<DiagnosticData["unexpected-character"]["reason"], string | undefined>
> = {
  invisible: undefined,
  currency: "numbers are written without a currency",
  bracket: "write a field in braces: `{name}`; formulas have no list literals and no indexes",
  brace: "a field's name starts with `{`",
  conditional: "write `IF(condition, value, other)`",
  "if-blank": "write `IFBLANK(value, other)`",
  name: "a field needs braces if its name has other characters than letters, digits and `_`",
  unknown: undefined,
};

function numberHelp(reason: DiagnosticData["malformed-number"]["reason"], field: string): string {
  switch (reason) {
    case "days":
      return "a date plus or minus a number is that many days: leave out the unit, or write `DATEADD(date, count, unit)`";
    case "date":
      return 'write a date in quotes, with the year first: `"2024-02-29"`';
    case "unit":
      return "numbers are written without a unit";
    case "name":
      return `a field whose name starts with a digit needs braces: ${field}`;
    case "spelling":
      return "numbers are written `12`, `1.5`, `.5` or `1e6`";
  }
}
