import { FUNCTIONS } from "../../../src/language/functions/registry.ts";
import { children, type Expression, parse } from "../../../src/language/syntax/index.ts";

/*
 * Literals that can be replaced by others of their type without changing the SQL. All others affect the SQL:
 *
 * - the empty text, which is the blank, and 0 and 1, which decide conditions and factors
 * - literals that are read before a formula runs: units, formats, patterns, time zones
 * - literals without a field beside them, which are folded: only the result is in the SQL
 * - exponents and digits to round to: they determine how often a number is multiplied, and by how much
 *
 * Equal literals are one constant, and so is a literal that equals a constant of an operation.
 */

const EXPONENTS = /^(POWER|ROUND|ROUNDUP|ROUNDDOWN)$/;

/** Whether literals of an argument are read before the formula runs, or decide what is computed. */
function isFixed(call: Expression & { readonly kind: "call" }, index: number): boolean {
  const name = call.name.toUpperCase();
  const definition = FUNCTIONS.find((known) => known.name === name);
  const parameters = definition?.parameters.filter(({ presence }) => presence !== "implicit") ?? [];
  const parameter = parameters[Math.min(index, parameters.length - 1)];
  return parameter?.literal !== undefined || (EXPONENTS.test(name) && index === 1);
}

type Literal = Expression & { readonly kind: "text" | "number" };

/** The replaceable literals, in source order. */
function replaceable(root: Expression): readonly Literal[] {
  if (!readsField(root)) return [];
  switch (root.kind) {
    case "call":
      return root.arguments.flatMap((argument, index) =>
        isFixed(root, index) ? [] : replaceableOrSelf(argument),
      );
    default:
      return children(root).flatMap(replaceableOrSelf);
  }
}

function replaceableOrSelf(node: Expression): readonly Literal[] {
  if (node.kind === "text") return node.value === "" ? [] : [node];
  if (node.kind === "number") return node.value === 0 || node.value === 1 ? [] : [node];
  return node.kind === "unary" ? replaceableOrSelf(node.operand) : replaceable(node);
}

const CLOCK = /^(NOW|TODAY|RECORD_ID|CREATED_TIME|LAST_MODIFIED_TIME)$/i;

function readsField(node: Expression): boolean {
  return (
    node.kind === "field" ||
    (node.kind === "call" && CLOCK.test(node.name)) ||
    children(node).some(readsField)
  );
}

/** Replacement literals, all distinct and different from the constants of operations. */
export interface Others {
  readonly text: (index: number) => string;
  readonly date: (index: number) => string;
  readonly whole: (index: number) => number;
  readonly fraction: (index: number) => number;
}

const PRIMES = [
  [41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97],
  [101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163],
] as const;

export const HOSTILE: Others = {
  text: (index) => `zq';--${100 + index}`,
  date: (index) => `2019-03-${10 + (index % 20)}`,
  whole: (index) => PRIMES[0][index % 13] ?? 41,
  fraction: (index) => 41.25 + index,
};

export const ALSO_HOSTILE: Others = {
  text: (index) => `zq"\\)/*%_${100 + index}`,
  date: (index) => `2021-11-${10 + (index % 20)}`,
  whole: (index) => PRIMES[1][index % 13] ?? 101,
  fraction: (index) => 101.75 + index,
};

/** The formula with all replaceable literals replaced; `undefined` if there are none, or too many to be distinct. */
export function replaceLiterals(source: string, others: Others): string | undefined {
  const parsed = parse(source);
  if (!parsed.ok) return undefined;
  const literals = replaceable(parsed.ast.root);
  const values = [...new Set(literals.map(({ value }) => value))];
  if (values.length === 0 || values.length > 13) return undefined;
  let text = source;
  for (const { value, span } of [...literals].reverse()) {
    const written = write(value, values.indexOf(value), others);
    text = text.slice(0, span.start) + written + text.slice(span.end);
  }
  // The limit on the length of SQL depends on the length of the formula.
  return text.padEnd(source.length + 20 * literals.length);
}

function write(value: string | number, index: number, others: Others): string {
  if (typeof value === "number") {
    return String(Number.isInteger(value) ? others.whole(index) : others.fraction(index));
  }
  const text = /^\d{4}-\d\d-\d\d/.test(value) ? others.date(index) : others.text(index);
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
