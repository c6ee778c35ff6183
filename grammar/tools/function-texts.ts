import { DOCUMENTED_FUNCTIONS } from "../../src/language/functions/documentation.ts";

const HEAD = `// Written by \`npm run gen\` from the definitions of the functions.

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
`;

/** The type of the documentation of functions, so that a catalogue that lacks a function or a parameter does not compile. */
export function functionTexts(): string {
  const members = DOCUMENTED_FUNCTIONS.map(({ definition: { name, written } }) => {
    const names = written.map((parameter) => JSON.stringify(parameter.name)).join(" | ");
    const type = names === "" ? "FunctionText" : `FunctionText & ParameterTexts<${names}>`;
    return line(`  readonly ${name}: ${type};`);
  });
  return `${HEAD}${members.join("\n")}\n};\n`;
}

/** A member on one line, or on two if it is too long, as the formatter writes it. */
function line(member: string): string {
  return member.length <= 100 ? member : member.replace(": ", ":\n    ");
}
