import type { EditorMessages } from "../../language/source/messages/editor-messages.ts";

const ORDERED = "It is false if a side is blank.";
const ARITHMETIC = "A blank number counts as 0; a blank date makes the result blank.";

/** The English names of types. */
export const ENGLISH_TYPES: EditorMessages["types"] = {
  text: "text",
  number: "number",
  boolean: "boolean",
  date: "date",
  list: "list",
  blank: "blank",
  error: "error",
  any: "any type",
  common: "the type of the results",
};

/**
 * The English texts of the language service; those of functions are their documentation. The rules of operators are
 * those of `grammar/reference/types.md`.
 */
export const ENGLISH_EDITOR: Omit<EditorMessages, "functions"> = {
  types: ENGLISH_TYPES,
  kinds: {
    key: "the key",
    created: "time of creation",
    modified: "time of the last change",
    parameter: "a parameter",
    zone: "a time zone",
    locale: "a language",
    comma: "the next argument",
    parenthesis: "ends the call or the group",
  },
  operators: {
    "=": { summary: "whether both are equal", blanks: "A blank equals only a blank." },
    "!=": {
      summary: "whether both differ",
      blanks: "It is exactly the opposite of `=`: a blank differs from every value.",
    },
    "<": { summary: "whether the first is less", blanks: ORDERED },
    "<=": { summary: "whether the first is less or equal", blanks: ORDERED },
    ">": { summary: "whether the first is greater", blanks: ORDERED },
    ">=": { summary: "whether the first is greater or equal", blanks: ORDERED },
    "&": { summary: "joins two texts", blanks: 'A blank counts as the empty text `""`.' },
    "+": { summary: "adds numbers, or days to a date", blanks: ARITHMETIC },
    "-": {
      summary: "subtracts numbers, takes days from a date, or counts the days between two dates",
      blanks: ARITHMETIC,
    },
    "*": { summary: "multiplies numbers", blanks: "A blank counts as 0." },
    "/": {
      summary: "divides numbers",
      blanks: "A blank counts as 0, and division by 0 is an error.",
    },
  },
  rewrites: {
    "add-braces": "write the field in braces",
    "remove-braces": "write the field without braces",
    "call-isblank": "write ISBLANK",
    "compare-with-blank": "write = BLANK()",
    "add-not": "wrap in NOT",
    "remove-not": "remove the NOT",
    format: "format the formula",
  },
  rename: {
    nothing: "there is no name here",
    function: "functions have fixed names",
    impossible: ({ name, kind }, quote) => `${quote(name)} cannot be the name of a ${kind}`,
  },
  counts: { records: (count) => (count === 1 ? "once" : `${count} times`) },
};
