import { lookUpFunction, type Registry } from "../language/functions/registry.ts";
import type { Schema } from "../language/schema/index.ts";
import { excerpt, type Finding } from "../language/source/finding.ts";
import {
  type Ast,
  type BinaryExpression,
  type Expression,
  walk,
} from "../language/syntax/index.ts";
import { misuse } from "../util/misuse.ts";

/** @throws `TypeError` unless the option names Airtable, or is left out. */
export function requireDifferences(differences: string | undefined): boolean {
  if (differences === undefined || differences === "airtable") return differences !== undefined;
  throw misuse("the option `differences`", '"airtable"', differences);
}

/**
 * The comparisons of a field of numbers, or of a search, that hold for other records in Airtable, where a blank counts
 * as 0 in each comparison. Plus 0, it counts as 0 here, too.
 */
export function airtableDifferences(
  { root, source }: Ast,
  schema: Schema,
  registry: Registry,
): readonly Finding[] {
  const found: Finding[] = [];
  walk(root, (node) => {
    if (node.kind !== "binary") return;
    const { left, right, span } = node;
    const { name } = isNumber(left) ? left : isNumber(right) ? right : {};
    if (name === undefined) return;
    const other = isNumber(left) ? right : left;
    const reason = isNumber(left) && isNumber(right) ? undefined : differenceFrom(node, other);
    if (reason === undefined) return;
    const sum = (side: Expression): string => {
      if (isNumber(side)) return `${textOf(side)} + 0`;
      return reason === "zero-is-blank" ? "0" : textOf(side);
    };
    const instead = excerpt(`${sum(left)} ${node.operator} ${sum(right)}`);
    found.push({ code: "differs-from-airtable", span, data: { reason, instead } });
  });
  return found;

  function isNumber(node: Expression): node is Expression & { readonly kind: "field" | "call" } {
    return node.kind === "field" ? schema.fields.get(node.name)?.type === "number" : isSearch(node);
  }

  /** A position, or blank if nothing is found. */
  function isSearch(node: Expression): boolean {
    return node.kind === "call" && lookUpFunction(registry, node.name)?.name === "SEARCH";
  }

  function textOf({ span }: Expression): string {
    return source.slice(span.start, span.end);
  }

  function differenceFrom(
    { operator, left, right }: BinaryExpression,
    other: Expression,
  ): "zero-is-blank" | "blank-is-zero" | undefined {
    if (isBlank(other)) {
      // A position is never 0.
      if (isSearch(other === left ? right : left)) return undefined;
      return operator === "=" || operator === "!=" ? "zero-is-blank" : undefined;
    }
    const value = literalValue(other);
    if (value === undefined) return undefined;
    const [a, b] = other === left ? [value, 0] : [0, value];
    const holds: Readonly<Record<string, boolean>> = {
      "=": a === b,
      "!=": a === b,
      "<": a < b,
      "<=": a <= b,
      ">": a > b,
      ">=": a >= b,
    };
    return holds[operator] === true ? "blank-is-zero" : undefined;
  }

  function isBlank(node: Expression): boolean {
    if (node.kind === "field" && (node.braced || schema.fields.has(node.name))) return false;
    if (node.kind !== "field" && node.kind !== "call") return false;
    return lookUpFunction(registry, node.name)?.name === "BLANK";
  }
}

/** The number that a literal has, with or without a sign. */
function literalValue(node: Expression): number | undefined {
  if (node.kind === "number") return node.value;
  const value = node.kind === "unary" ? literalValue(node.operand) : undefined;
  return node.kind === "unary" && node.operator === "-" && value !== undefined ? -value : value;
}
