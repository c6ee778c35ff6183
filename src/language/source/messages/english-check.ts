import { describeType } from "../../types/value-type.ts";
import type { ArgumentMistake, ComparisonRemedy, Remedy } from "./diagnostic-data.ts";
import { patternMessage } from "./english-pattern.ts";
import type { ENGLISH_SYNTAX } from "./english-syntax.ts";
import { foreignHelp, unicode } from "./english-words.ts";
import type { DiagnosticMessages, DiagnosticText } from "./messages.ts";
import type { QuoteText } from "./quote-text.ts";

/** The English messages of `check`, except those of `parse`. */
export const ENGLISH_CHECK: Omit<DiagnosticMessages, keyof typeof ENGLISH_SYNTAX> = {
  "text-too-long": (data) => ({
    message: "message" in data ? data.message : `a text can have at most ${data.most} bytes`,
  }),
  "too-costly": ({ work, most, part }, quote) => ({
    message: `the formula may take ${milliseconds(work)} for each record, mostly in ${quote(part)}; ${milliseconds(most)} are allowed`,
    help: "make the texts shorter, or the pattern: counts such as in `REPT` and `{0,300}` multiply the work",
  }),
  "unknown-function": ({ name, suggestion, foreign, field }, quote) => {
    const message = `there is no function ${quote(name)}`;
    if (foreign !== undefined) {
      const help = foreignHelp(foreign, quote);
      return { message, help, fix: help };
    }
    if (suggestion !== undefined) {
      return { message, help: `did you mean ${quote(suggestion)}`, fix: `write ${suggestion}` };
    }
    if (field === undefined) return { message };
    return { message, help: `${quote(field)} is a field: leave out the parentheses` };
  },
  "unknown-field": ({ name, suggestion, function: called, isBlank, text }, quote) => {
    const message = `there is no field ${quote(name)}`;
    if (isBlank === true) {
      return { message, help: "write `BLANK()` for a missing value", fix: "write BLANK()" };
    }
    const help =
      suggestion !== undefined
        ? `did you mean ${quote(suggestion)}`
        : called !== undefined
          ? `${quote(called.written)} is a function: write ${quote(`${called.name}(…)`)}`
          : undefined;
    if (help === undefined) {
      if (text === undefined) return { message };
      return { message, help: `put a text in quotes: ${quote(text)}`, fix: `write ${text}` };
    }
    return {
      message,
      help: text === undefined ? help : `${help}, or the text ${quote(text)}`,
      ...(suggestion !== undefined && { fix: `write ${quote(suggestion)}` }),
    };
  },
  "unknown-parameter": ({ name, suggestion, field }, quote) => {
    const message = `there is no parameter ${quote(`$${name}`)}`;
    if (suggestion !== undefined) {
      const meant = quote(`$${suggestion}`);
      return { message, help: `did you mean ${meant}`, fix: `write ${meant}` };
    }
    if (field === undefined) return { message };
    return {
      message,
      help: `for the field, write ${quote(field)}`,
      fix: `write ${quote(field)}`,
    };
  },
  "argument-count": ({ function: name, count, least, most, takes, signature }) => ({
    message: `${name} takes ${expectedCount(least, most)}, but ${givenCount(count)}`,
    help:
      takes === "record"
        ? `\`${name}()\` is about the whole record, not about one field`
        : takes === "condition"
          ? `combine the conditions first: \`${name}(AND(…))\` or \`${name}(OR(…))\``
          : `write \`${signature}\``,
  }),
  "argument-type": ({ written, actual, expected, remedy }, quote) => ({
    message: `${quote(written)} is a ${actual}, but ${describeType(expected)} is needed here`,
    ...remedyText(remedy, quote),
  }),
  "operand-type": (data, quote) => {
    switch (data.reason) {
      case "texts-added":
        return {
          message: "`+` adds numbers, not texts",
          help: "write `&` to join texts",
          fix: "write &",
        };
      case "dates-added":
        return { message: "two dates cannot be added", help: DATE_SUMS };
      case "date-from-number":
        return { message: "a date cannot be subtracted from a number", help: DATE_SUMS };
      case "no-number":
        return {
          message: `${quote(data.written)} is a ${data.actual}, and \`${data.operator}\` works on numbers`,
          ...remedyText(data.remedy, quote),
        };
    }
  },
  "comparison-type": ({ left, leftType, right, rightType, remedy }, quote) => ({
    message: `${quote(left)} is a ${leftType} and ${quote(right)} is a ${rightType}: they cannot be compared`,
    ...(remedy !== undefined && comparisonText(remedy, quote)),
  }),
  "invalid-date": ({ text, instead }, quote) => ({
    message: `${quote(text)} is not a date`,
    help: "write a date between 1900 and 2298 as `2024-02-29` or `2024-02-29T23:59:59Z`",
    ...(instead !== undefined && { fix: `write "${instead}"` }),
  }),
  "invalid-argument": mistakeText,
  "literal-required": ({ function: name, parameter, choices, instead }, quote) => ({
    message: `the ${parameter} of ${name} must be written as a text in the formula`,
    ...(instead === undefined ? choicesText(choices, quote) : writing(instead)),
  }),
  "missing-role": ({ function: name }) => ({
    message: `these records have no field for ${name}()`,
    help: "write the name of a field instead",
  }),
  "formula-cycle": ({ field, path }, quote) => ({
    message:
      path.length === 1
        ? `${quote(field)} is computed from itself`
        : `${quote(field)} is computed from itself, through ${[field, ...path].map(quote).join(", ")}`,
    help: "the formula of a field must use only fields that do not depend on it",
  }),
  "not-allowed": ({ kind, name }, quote) => ({
    message: `the ${kind} ${quote(name)} is not allowed here`,
  }),
  "chained-comparison": ({ instead }, quote) => ({
    message:
      "comparisons are grouped from the left: the TRUE or FALSE of the first one is compared with the next value",
    help:
      instead === undefined
        ? "combine two comparisons with `AND(…)`"
        : `write ${quote(instead)} to test both`,
  }),
  "midnight-comparison": ({ date, instead }, quote) => ({
    message: `${quote(date)} is the first moment of the day, and this field has times`,
    ...(instead !== undefined && {
      help: `for the whole day, write ${quote(instead)}`,
      fix: "compare with the whole day",
    }),
  }),
  "unknown-choice": ({ field, text, inCase, suggestion, choices, count }, quote) => {
    const more = count > choices.length ? ", …" : "";
    const changed = inCase === undefined ? "" : ` in ${inCase} case`;
    return {
      message: `${quote(text)} is not a choice of ${quote(field)}${changed}`,
      help:
        suggestion === undefined
          ? `one of ${choices.map(quote).join(", ")}${more}`
          : `did you mean ${quote(suggestion)}`,
      ...(suggestion !== undefined && { fix: `write ${quote(suggestion)}` }),
    };
  },
  "joined-conditions": ({ instead }, quote) => ({
    message: "`&` joins the results as a text; it does not test both",
    ...(instead !== undefined && { help: `write ${quote(instead)}`, fix: "write AND" }),
  }),
  "split-number": ({ written, instead, value }, quote) => ({
    message: `${quote(written)} is ${value === undefined ? "read as several arguments" : `the number ${value}`}`,
    help: `write ${instead}, without a ${value === undefined ? "comma" : "dot, if it is meant"}`,
    fix: `write ${instead}`,
  }),
  "split-operator": ({ operator, instead }, quote) => ({
    message: `${quote(operator)} is not an operator: this is read as ${quote(instead)}`,
    help: "put a space before the sign, or write another operator",
  }),
  "misplaced-comparison": ({ function: name, instead }, quote) => ({
    message: `${name} is given the TRUE or FALSE of a comparison`,
    ...(instead !== undefined && writing(quote(instead))),
  }),
  "position-comparison": ({ function: name, instead }, quote) => ({
    message: `${name} is a position from 1 on, or ${name === "FIND" ? "0" : "blank"} if nothing is found`,
    ...(instead !== undefined && writing(quote(instead))),
  }),
  "invisible-character": ({ codePoint }, quote) => ({
    message: `the text contains the invisible character ${quote(unicode(codePoint))}`,
    help: "remove it, unless it is in the records too",
  }),
  "constant-condition": ({ value, instead }, quote) => ({
    message: `this is ${value} for every record`,
    ...(instead !== undefined && writing(quote(instead))),
  }),
  "always-error": () => ({ message: "this is an error for every record" }),
  "no-effect": ({ function: name }) => ({
    message: `${name} has no effect here`,
    help: "it only sets how the `DATETIME_FORMAT` around it shows the date",
  }),
  "inexact-number": ({ written, value, text }, quote) => ({
    message: `${quote(written)} ${text === undefined ? "has more digits than a number keeps" : "is a number"}: it counts as ${value}`,
    ...(text === undefined
      ? { help: "keep such numbers in a field of texts, and compare them as texts" }
      : writing(text)),
  }),
  "unusual-format": (data) => ({
    message:
      data.reason === "custom"
        ? data.message
        : "in a format, `YYYY` is the year, `MM` the month, `DD` the day, `mm` the minute and `dd` the weekday",
    ...(data.instead !== undefined && { fix: `write "${data.instead}"` }),
  }),
  "unusual-comment": () => ({
    message: "`//` begins a comment, so what follows has no effect",
    help: "write `/` to divide",
  }),
  "differs-from-airtable": ({ reason, instead }, quote) => ({
    message:
      reason === "zero-is-blank"
        ? "0 is not blank here, as it is in Airtable"
        : "a blank is not compared as 0 here, as it is in Airtable",
    ...(instead !== undefined && { help: `to compare a blank as 0, write ${quote(instead)}` }),
  }),
};

/** The help to write something, and the title of the fix that does. */
function writing(instead: string): RemedyText {
  const help = `write ${instead}`;
  return { help, fix: help };
}

const NANOSECONDS_A_MILLISECOND = 1e6;

function milliseconds(work: number): string {
  const amount = work / NANOSECONDS_A_MILLISECOND;
  return `${amount < 10 ? Number(amount.toPrecision(2)) : Math.round(amount)} ms`;
}

function expectedCount(least: number, most: number | undefined): string {
  if (most === undefined) return `at least ${countOf(least)}`;
  if (least !== most) return `${least} to ${countOf(most)}`;
  return most === 0 ? "no arguments" : `exactly ${countOf(least)}`;
}

function givenCount(count: number): string {
  return count === 0 ? "none is given" : `${count} ${count === 1 ? "is" : "are"} given`;
}

function countOf(count: number): string {
  return count === 1 ? "1 argument" : `${count} arguments`;
}

const DATE_SUMS =
  "a date minus a date is a number of days; a date plus or minus a number of days is a date";

/** Help on converting a value to another type, and the title of the fix. */
type RemedyText = Required<Pick<DiagnosticText, "help">> & Pick<DiagnosticText, "fix">;

function remedyText(remedy: Remedy, quote: QuoteText): RemedyText {
  switch (remedy.way) {
    case "number-without-quotes":
      return remedy.instead === undefined
        ? { help: "write a number without quotes" }
        : writing(remedy.instead);
    case "too-many-digits":
      return { help: "a number keeps about 16 digits" };
    case "call": {
      const what = remedy.function === "VALUE" ? "number" : "date";
      return {
        help: `write ${quote(remedy.call)} to read the ${what} in the text`,
        fix: `wrap in ${remedy.function}`,
      };
    }
    case "date-in-quotes":
      return { help: `write the date in quotes: ${remedy.instead}`, fix: "put the date in quotes" };
    case "field-without-quotes":
      return {
        help: `write a field without quotes: ${quote(remedy.instead)}`,
        fix: `write ${remedy.instead}`,
      };
    case "part-of-date":
      return {
        help: "take a part of the date, such as `YEAR(…)`, or a difference, such as `DATETIME_DIFF(…)`",
      };
    case "count-of-list":
      return {
        help: "count the list's items with `COUNTALL(…)`, or join them with `ARRAYJOIN(…)`",
      };
    case "other-value":
      return { help: `give ${describeType(remedy.type)}` };
  }
}

function comparisonText(remedy: ComparisonRemedy, quote: QuoteText): RemedyText {
  switch (remedy.way) {
    case "as-number": {
      const { help, fix } = remedyText(remedy.remedy, quote);
      return {
        help: `${quote(remedy.beside)} is a number, ${help}`,
        ...(fix !== undefined && { fix }),
      };
    }
    case "as-text":
      return {
        help: `${quote(remedy.beside)} is a text, write ${remedy.instead}`,
        fix: `write ${remedy.instead}`,
      };
    case "word-as-text":
      return {
        help: `${quote(remedy.beside)} names a field or function: put a text in quotes, ${quote(remedy.instead)}`,
      };
    case "comparison":
      return writing(quote(remedy.instead));
    case "each-value":
      return { help: "compare with each value: `OR(x = a, x = b)`" };
    case "as-boolean": {
      const subject = `${quote(remedy.beside)} is a boolean`;
      return remedy.instead === undefined
        ? { help: `${subject}: compare it with TRUE() or FALSE()` }
        : { help: `${subject}, write ${remedy.instead}`, fix: `write ${remedy.instead}` };
    }
    default:
      return remedyText(remedy, quote);
  }
}

function choicesText(
  choices: readonly string[] | undefined,
  quote: QuoteText,
): { readonly help?: string } {
  return choices === undefined ? {} : { help: `one of ${choices.map(quote).join(", ")}` };
}

function mistakeText(mistake: ArgumentMistake, quote: QuoteText): DiagnosticText {
  switch (mistake.reason) {
    case "language":
      return {
        message: `there is no language ${quote(mistake.text)}`,
        help: "write a language tag, such as `fr`, `de` or `pt-br`",
      };
    case "time-zone":
      return {
        message: `there is no time zone ${quote(mistake.text)}`,
        help: "write a name of the IANA time zone database, such as `Europe/Berlin` or `America/New_York`",
      };
    case "dates":
      return {
        message: `${quote(mistake.text)} is not a list of dates`,
        help: "write dates with commas between them: `2024-12-25, 2024-12-26`",
      };
    case "start-day":
      return {
        message: `weeks cannot begin on ${quote(mistake.text)}`,
        ...choicesText(mistake.choices, quote),
      };
    case "unit": {
      const { text, choices, short, instead } = mistake;
      const names = `one of ${choices.map(quote).join(", ")}`;
      return {
        message: `there is no unit ${quote(text)}`,
        help: short === undefined ? names : `${names}, or ${short.map(quote).join(", ")}`,
        ...(instead !== undefined && { fix: `write "${instead}"` }),
      };
    }
    case "pattern":
      return { message: patternMessage(mistake.problem, quote) };
    case "replacement": {
      const { group, groups } = mistake;
      const count = groups === 0 ? "no group" : groups === 1 ? "1 group" : `${groups} groups`;
      return {
        message: `${quote(group)} names a group, but the pattern has ${count}: write ${quote(`$${group}`)} for a dollar sign`,
      };
    }
    case "custom": {
      const { message, help, choices, instead } = mistake;
      return {
        message,
        ...(help === undefined ? choicesText(choices, quote) : { help }),
        ...(instead !== undefined && { fix: `write "${instead}"` }),
      };
    }
  }
}
