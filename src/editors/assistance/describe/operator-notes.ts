/** The documentation of an operator, and how it treats blanks. */
export interface OperatorNote {
  readonly summary: string;
  readonly blanks: string;
}

const ORDERED = "It is false if a side is blank.";
const ARITHMETIC = "A blank number counts as 0; a blank date makes the result blank.";

/** The documentation of operators. The rules are those of `grammar/reference/types.md`. */
export const OPERATOR_NOTES: Readonly<Record<string, OperatorNote>> = {
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
};
