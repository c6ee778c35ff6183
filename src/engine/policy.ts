import type { Registry } from "../language/functions/registry.ts";
import { lookUpFunction } from "../language/functions/registry.ts";
import type { Schema } from "../language/schema/index.ts";
import type { Finding } from "../language/source/finding.ts";
import { DEFAULT_LIMITS, type Limits, limitsFrom } from "../language/source/formula-limits.ts";
import { type Ast, type BinaryOperator, isBinaryOperator, walk } from "../language/syntax/index.ts";
import { defined } from "../util/defined.ts";
import { misuse, requireKind, requireOptions } from "../util/misuse.ts";

/** An allow list or a deny list of names. */
export type Allowance<Name extends string> =
  | { readonly allow: readonly Name[]; readonly deny?: never }
  | { readonly deny: readonly Name[]; readonly allow?: never };

/** The functions, operators and fields that formulas may use, and how large formulas may be. */
export interface Policy {
  /** The functions, by name in upper case; all unless given. */
  readonly functions?: Allowance<string>;
  /** The binary operators; all unless given. */
  readonly operators?: Allowance<BinaryOperator>;
  /**
   * The fields of the schema; all unless given. Records still have the others. A field whose name nobody may know is
   * `hidden` in the schema.
   */
  readonly fields?: Allowance<string>;
  /** Bounds on the size of a formula. Of a limit that the options have too, the lower one holds. */
  readonly limits?: Partial<Limits>;
}

/** Whether a name may be used. */
export function isAllowed<Name extends string>(
  allowance: Allowance<Name> | undefined,
  name: Name,
): boolean {
  if (allowance === undefined) return true;
  return allowance.allow?.includes(name) ?? allowance.deny?.includes(name) === false;
}

/** An allowance of only some names, which allows the same of these. */
export function allowanceOf<Name extends string>(
  allowance: Allowance<Name> | undefined,
  isKept: (name: Name) => boolean,
): Allowance<Name> | undefined {
  if (allowance === undefined) return undefined;
  return allowance.allow === undefined
    ? { deny: allowance.deny.filter(isKept) }
    : { allow: allowance.allow.filter(isKept) };
}

const KINDS = {
  functions: "object",
  operators: "object",
  fields: "object",
  limits: "object",
} as const;

/**
 * @throws `TypeError` for a name that does not exist, since a misspelt one would deny nothing, or `RangeError` for an invalid
 * limit
 */
export function requirePolicy(
  policy: Policy | undefined,
  schema: Schema | undefined,
  registry: Registry,
): void {
  if (policy === undefined) return;
  requireOptions(policy, "policy", KINDS);
  requireNames("the policy", Object.keys(policy), "properties", (name) =>
    Object.hasOwn(KINDS, name),
  );
  const { functions, operators, fields, limits = {} } = policy;
  requireAllowance("functions", functions, (name) => registry.has(name));
  requireAllowance("operators", operators, isBinaryOperator);
  requireAllowance("fields", fields, (name) => schema?.fields.has(name) !== false);
  requireNames("the policy's `limits`", Object.keys(limits), "limits", (name) =>
    Object.hasOwn(DEFAULT_LIMITS, name),
  );
  limitsFrom(limits);
}

function requireAllowance(
  kind: "functions" | "operators" | "fields",
  allowance: Allowance<string> | undefined,
  isKnown: (name: string) => boolean,
): void {
  if (allowance === undefined) return;
  const what = `the policy's \`${kind}\``;
  const [way, ...others] = Object.keys(defined(allowance));
  const names = allowance.allow ?? allowance.deny ?? [];
  if (others.length > 0 || (way !== "allow" && way !== "deny")) {
    throw misuse(what, "either `allow` or `deny`", allowance);
  }
  requireKind(names, "texts", `${what}: \`${way}\``);
  requireNames(what, names, kind, isKnown);
}

function requireNames(
  what: string,
  names: readonly string[],
  kind: string,
  isKnown: (name: string) => boolean,
): void {
  const unknown = names.find((name) => !isKnown(name));
  if (unknown !== undefined) throw misuse(what, `names of ${kind}`, unknown);
}

/** The limits of the options, and of a limit that the policy has too, the lower one. */
export function limitsWithin(
  limits: Partial<Limits> | undefined,
  policy: Policy | undefined,
): Limits {
  const own = limitsFrom(limits);
  if (policy?.limits === undefined) return own;
  const others = limitsFrom({ ...own, ...policy.limits });
  const least = (name: keyof Limits) => [name, Math.min(own[name], others[name])] as const;
  return limitsFrom(Object.fromEntries(NAMES.map(least)));
}

const NAMES = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];

/** The findings for the functions, operators and fields of a formula that the policy does not allow. */
export function refusedIn(
  { root }: Ast,
  schema: Schema | undefined,
  registry: Registry,
  { functions, operators, fields }: Policy,
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
    // A function that needs no parentheses is written like a field.
    if (node.kind === "field" && (node.braced || schema?.fields.has(node.name) === true)) {
      const { name, span } = node;
      // A field that the schema lacks is reported as unknown, whatever the policy says.
      if (schema?.fields.has(name) === false || isAllowed(fields, name)) return;
      found.push({ code, span, data: { kind: "field", name } });
      return;
    }
    if (node.kind !== "call" && node.kind !== "field") return;
    const name = lookUpFunction(registry, node.name)?.name;
    if (name === undefined || isAllowed(functions, name)) return;
    const span = node.kind === "call" ? node.nameSpan : node.span;
    found.push({ code, span, data: { kind: "function", name } });
  });
  return found;
}

/** A policy that allows what both allow. */
export function bothPolicies(a: Policy | undefined, b: Policy | undefined): Policy | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const limits: Record<string, number> = { ...a.limits };
  for (const [name, most] of Object.entries(b.limits ?? {})) {
    limits[name] = Math.min(most, limits[name] ?? most);
  }
  return defined({
    functions: both(a.functions, b.functions),
    operators: both(a.operators, b.operators),
    fields: both(a.fields, b.fields),
    limits,
  });
}

function both<Name extends string>(
  a: Allowance<Name> | undefined,
  b: Allowance<Name> | undefined,
): Allowance<Name> | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.allow !== undefined) return allowanceOf(a, (name) => isAllowed(b, name));
  if (b.allow !== undefined) return allowanceOf(b, (name) => isAllowed(a, name));
  return { deny: [...a.deny, ...b.deny] };
}
