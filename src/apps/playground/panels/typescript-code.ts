import type { Schema } from "../../../index.ts";

/** TypeScript that filters records by a formula, to paste into a program. */
export function typescriptCode(text: string, schema: Schema): string {
  const { fields, timeZone } = schema.toJSON();
  const declared = Object.entries(fields).map(
    ([name, declaration]) => `  ${propertyName(name)}: ${JSON.stringify(declaration)},\n`,
  );
  const zone = timeZone === undefined ? "" : `, { timeZone: ${JSON.stringify(timeZone)} }`;
  const formula = text.trim() === "" ? "TRUE" : text;
  return `import { compileOrThrow, defineSchema } from "isoform";

const schema = defineSchema({
${declared.join("")}}${zone});

const formula = compileOrThrow(${literal(formula)}, schema);

type Row = Parameters<typeof formula.matches>[0];

/** The records that the formula returns, in their order. */
export function matching(records: readonly Row[]): Row[] {
  return formula.filter(records);
}
`;
}

/** A property name. In brackets, even `__proto__` is an ordinary property. */
function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
}

/** A string literal; a template literal if it has several lines. */
function literal(text: string): string {
  if (!text.includes("\n") || text.includes("\r")) return JSON.stringify(text);
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, "\\$&")}\``;
}
