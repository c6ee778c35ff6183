import { check, type ParameterDeclarations, parse, type Schema, walk } from "../../src/index.ts";

/** A formula whose literals are parameters, and the values that they replace. */
export interface Parametrised {
  readonly source: string;
  readonly parameters: ParameterDeclarations;
  readonly values: Readonly<Record<string, string | number | null>>;
}

const MOST = 12;
const UNLIMITED = { work: Number.POSITIVE_INFINITY };

/**
 * The same formula with parameters in place of its literals. A literal stays if the formula needs it as one: a unit, or
 * a date in text.
 */
export function parametrised(source: string, schema: Schema): Parametrised {
  const parsed = parse(source);
  const literals: { start: number; end: number; value: string | number }[] = [];
  if (parsed.ok) {
    walk(parsed.ast.root, (node) => {
      if (node.kind !== "text" && node.kind !== "number") return;
      if (literals.length < MOST) literals.push({ ...node.span, value: node.value });
    });
  }
  let taken: typeof literals = [];
  for (const literal of literals) {
    const more = [...taken, literal];
    const { text, parameters } = write(source, more);
    if (check(text, schema, { parameters, limits: UNLIMITED }).ok) taken = more;
  }
  const { text, parameters } = write(source, taken);
  const values = taken.map(({ value }, index) => [`p${index}`, value === "" ? null : value]);
  return { source: text, parameters, values: Object.fromEntries(values) };
}

function write(
  source: string,
  literals: readonly {
    readonly start: number;
    readonly end: number;
    readonly value: string | number;
  }[],
): { readonly text: string; readonly parameters: ParameterDeclarations } {
  let text = "";
  let end = 0;
  const types: [string, "text" | "number"][] = [];
  for (const [index, literal] of literals.entries()) {
    text += `${source.slice(end, literal.start)} $p${index} `;
    end = literal.end;
    types.push([`p${index}`, typeof literal.value === "string" ? "text" : "number"]);
  }
  return { text: text + source.slice(end), parameters: Object.fromEntries(types) };
}
