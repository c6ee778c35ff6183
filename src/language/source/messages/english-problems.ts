import { describeType, VALUE_TYPES } from "../../types/value-type.ts";
import type { ProblemMessages } from "./messages.ts";
import type { ChoicesMistake, ExpectedProperty } from "./problem-data.ts";
import type { QuoteText } from "./quote-text.ts";

/** The English texts of the problems of schemas. */
export const ENGLISH_SCHEMA = {
  "property-value": ({ field, property, expected }, quote) =>
    `${field === undefined ? "" : fieldText(field, quote)}${quote(property)} must be ${expectedText(expected)}`,
  "field-name": ({ field, reason }, quote) =>
    `${fieldText(field, quote)}the name is ${reason === "empty" ? "empty" : "not well-formed text"}`,
  "unknown-property": ({ field, property }, quote) =>
    `${fieldText(field, quote)}unknown property ${quote(property)}`,
  "computed-property": ({ field, property }, quote) =>
    `${fieldText(field, quote)}a computed field has no ${quote(property)}`,
  "property-type": ({ field, property, types }, quote) =>
    `${fieldText(field, quote)}only ${types.map(describeType).join(" or ")} has ${quote(property)}`,
  "key-with-role": ({ field }, quote) => `${fieldText(field, quote)}a key has no other role`,
  "invalid-choices": ({ field, ...mistake }, quote) =>
    `${fieldText(field, quote)}${choicesText(mistake, quote)}`,
  "duplicate-role": ({ role, fields: [first, second] }, quote) =>
    `${quote(first)} and ${quote(second)} are both the ${role} field`,
  "invalid-formula": ({ field, formula, diagnostic: { message, span } }, quote) => {
    const text = quote(formula.slice(span.start, span.end));
    return `${fieldText(field, quote)}${message} (at character ${span.start + 1} of its formula: ${text})`;
  },
} satisfies Partial<ProblemMessages>;

const EXPECTED: Readonly<Record<Exclude<ExpectedProperty, "type">, string>> = {
  object: "an object",
  boolean: "true or false",
  text: "a text",
  texts: "a list of texts",
  role: "`created` or `modified`",
  "time-zone": "a time zone of the IANA database, such as `Europe/Rome`",
  path: "the path of a file",
};

function expectedText(expected: ExpectedProperty): string {
  return expected === "type" ? `one of ${VALUE_TYPES.join(", ")}` : EXPECTED[expected];
}

function fieldText(field: string, quote: QuoteText): string {
  return `field ${quote(field)}: `;
}

function choicesText(mistake: ChoicesMistake, quote: QuoteText): string {
  switch (mistake.reason) {
    case "none":
      return "`choices` is empty: leave it out";
    case "empty":
      return "a choice is empty: the empty text is blank";
    case "twice":
      return `the choice ${quote(mistake.choice)} is given twice`;
  }
}

/** The English text of the problem of descriptions of other libraries. */
export const ENGLISH_DESCRIPTION = {
  "invalid-description": ({ message }) => message,
} satisfies Partial<ProblemMessages>;

/** The English texts of the problems of schema files and files of records in editors. */
export const ENGLISH_SCHEMA_FILE = {
  "malformed-schema-file": ({ reason }) => `there is no schema: ${reason}`,
  "unreadable-schema-file": ({ reason }) => `there is no schema: ${reason}`,
  "unreadable-records": ({ reason }) => `there are no values to offer: ${reason}`,
} satisfies Partial<ProblemMessages>;

/** The English texts of the problems of orders. */
export const ENGLISH_SORT = {
  "missing-field": () => "the name of a field is missing",
  "unknown-field": ({ field, suggestion }, quote) =>
    `there is no field ${quote(field)}${suggestion === undefined ? "" : `; did you mean ${quote(suggestion)}?`}`,
  "not-sortable": ({ field }, quote) => `${quote(field)} is a list, and lists have no order`,
  "duplicate-field": ({ field }, quote) => `${quote(field)} is sorted by twice`,
} satisfies Partial<ProblemMessages>;

/** The English text of the problem of rows. */
export const ENGLISH_ROW = {
  "wrong-type": ({ field, type }, quote) => `${quote(field)} does not hold ${describeType(type)}`,
} satisfies Partial<ProblemMessages>;
