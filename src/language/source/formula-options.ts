/** The kind of each option of the calls about formulas. An option is the same in all calls that have it. */
export const FORMULA_OPTIONS = {
  limits: "object",
  functions: "objects",
  parameters: "object",
  clock: "function",
  timeZone: "text",
  codeGeneration: "boolean",
  onProblem: "function",
  messages: "object",
  policy: "object",
  differences: "text",
  values: "function",
  width: "number",
  indent: "number",
} as const;
