import type { Registry } from "../language/functions/registry.ts";
import { lookUpFunction } from "../language/functions/registry.ts";
import type { Schema } from "../language/schema/index.ts";
import type { Finding } from "../language/source/finding.ts";
import { type Ast, type BinaryOperator, walk } from "../language/syntax/index.ts";
import { misuse, requireKind, requireOptions } from "../util/misuse.ts";

/** An allow list or a deny list of names. */
export type Allowance<Name extends string> =
  | { readonly allow: readonly Name[]; readonly deny?: never }
  | { readonly deny: readonly Name[]; readonly allow?: never };

/** Restricts formulas to a subset of the language. The schema restricts the fields, and `limits` the size. */
export interface Policy {
  /** The functions, by name in upper case; all unless given. */
  readonly functions?: Allowance<string>;
  /** The binary operators; all unless given. */
  readonly operators?: Allowance<BinaryOperator>;
}

const OPERATORS: readonly BinaryOperator[] = [
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "&",
  "+",
  "-",
  "*",
  "/",
];

/** Whether a name may be used. */
export function isAllowed<Name extends string>(
  allowance: Allowance<Name> | undefined,
  name: Name,
): boolean {
  if (allowance === undefined) return true;
  return allowance.allow?.includes(name) ?? allowance.deny?.includes(name) === false;
}

/** @throws `TypeError` for a name that does not exist: a misspelt one would deny nothing. */
export function requirePolicy(policy: Policy | undefined, registry: Registry): void {
  if (policy === undefined) return;
  requireOptions(policy, "policy", { functions: "object", operators: "object" });
  requireNames("function", policy.functions, (name) => registry.has(name));
  requireNames("operator", policy.operators, (name) => OPERATORS.some((one) => one === name));
}

function requireNames(
  kind: "function" | "operator",
  allowance: Allowance<string> | undefined,
  isKnown: (name: string) => boolean,
): void {
  if (allowance === undefined) return;
  const what = `the policy's \`${kind}s\``;
  const names = allowance.allow ?? allowance.deny;
  requireKind(names, "texts", `${what}: \`allow\` or \`deny\``);
  for (const name of names ?? []) {
    if (!isKnown(name)) throw misuse(what, `names of ${kind}s`, name);
  }
}

/** The parts of a formula that violate the policy. */
export function refusedIn(
  { root }: Ast,
  schema: Schema | undefined,
  registry: Registry,
  { functions, operators }: Policy,
): readonly Finding[] {
  const found: Finding[] = [];
  const code = "not-allowed";
  walk(root, (node) => {
    if (node.kind === "binary") {
      const { operator, operatorSpan: span } = node;
      if (isAllowed(operators, operator)) return;
      found.push({ code, span, data: { kind: "operator", name: operator } });
      return;
    }
    // A function without parentheses is written like a field.
    const isBare = node.kind === "field" && !node.braced && schema?.fields.has(node.name) !== true;
    if (node.kind !== "call" && !isBare) return;
    const name = lookUpFunction(registry, node.name)?.name;
    if (name === undefined || isAllowed(functions, name)) return;
    const span = node.kind === "call" ? node.nameSpan : node.span;
    found.push({ code, span, data: { kind: "function", name } });
  });
  return found;
}
