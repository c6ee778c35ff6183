import { checkAst } from "../language/check/index.ts";
import type { CoreBuilder } from "../language/core/builder.ts";
import { computationOf } from "../language/core/computation.ts";
import { operandsFirst } from "../language/core/fold.ts";
import type { CoreNode } from "../language/core/node.ts";
import { type Facts, Specialiser } from "../language/core/specialise.ts";
import type { FunctionDefinition } from "../language/functions/define.ts";
import { extendRegistry } from "../language/functions/registry.ts";
import { type Lowered, lower } from "../language/lower/index.ts";
import { type Field, isComputed, type Schema } from "../language/schema/index.ts";
import { isError } from "../language/source/finding.ts";
import { DEFAULT_LIMITS } from "../language/source/formula-limits.ts";
import {
  type Ast,
  type Expression,
  parse,
  print,
  rebuild,
  walk,
  withParts,
} from "../language/syntax/index.ts";
import { dateText } from "../language/values/date/index.ts";
import { givenValue } from "../language/values/given-value.ts";
import type { Plain } from "../language/values/plain.ts";
import { requireKind } from "../util/misuse.ts";
import { quote } from "../util/quote.ts";
import { didYouMean } from "../util/suggest.ts";
import { wrongValue } from "./bind-parameters.ts";
import { zoneOf } from "./options.ts";

/** No limits on size: the formula was within its limits before it was changed. */
export const UNLIMITED = {
  length: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
  nodes: Number.POSITIVE_INFINITY,
  arguments: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
};

/** The part of a compiled formula that `assume` needs. */
export interface Assumable {
  readonly ast: Ast;
  readonly schema: Schema;
  readonly lowered: Lowered;
  readonly functions: readonly FunctionDefinition[];
  readonly onProblem: ((problem: Error) => void) | undefined;
  readonly mostWork: number;
  /** The time zone that it was compiled for; `undefined` for UTC. */
  readonly timeZone: string | undefined;
}

/** A compiled remainder of a formula. */
export interface Remainder {
  readonly ast: Ast;
  readonly lowered: Lowered;
  readonly fields: readonly string[];
}

/**
 * Specialises a formula for known values of fields and parameters. Its tree is folded: subexpressions that the values
 * decide become literals. The result is compiled like any formula, so it agrees with its text.
 *
 * @throws `TypeError` if a parameter is a list with a blank text
 */
export function assume(formula: Assumable, known: Facts): Remainder {
  requireWritable(formula, known);
  const names = affectedFields(formula, known);
  if (names.size === 0) return remainderOf(formula, known);
  const opened = openedFormula(formula, names);
  if (opened !== undefined) return remainderOf({ ...formula, ...opened }, known);
  return specialised({ ...formula, ...remainderOf(formula, known) }, known);
}

function remainderOf(formula: Assumable, known: Facts): Remainder {
  // If an error lost the type that another expression needs, only the fields become literals: they keep their types.
  return (
    recompiled(formula, folded(formula, known)) ??
    recompiled(formula, substituted(formula, known)) ??
    unreadable()
  );
}

/** The names of the computed fields that read a known field. */
function affectedFields({ ast, schema }: Assumable, { fields }: Facts): ReadonlySet<string> {
  const names = new Set<string>();
  walk(ast.root, (expression) => {
    const field = expression.kind === "field" ? schema.fields.get(expression.name) : undefined;
    const root = field && computationOf(field)?.root;
    if (root === undefined || fields === undefined || fields.size === 0) return;
    const reads = operandsFirst(root).some((node) => node.op === "field" && fields.has(node.data));
    if (reads && field !== undefined) names.add(field.name);
  });
  return names;
}

/**
 * Inlines the formulas of some computed fields; `undefined` if that is not possible: the formulas get too large, read
 * hidden fields, or mean something else in the formula's time zone.
 */
function openedFormula(formula: Assumable, names: ReadonlySet<string>): Remainder | undefined {
  const { ast, schema, timeZone } = formula;
  const zone = zoneOf(schema.toJSON().timeZone);
  let left = DEFAULT_LIMITS.nodes;
  let isOpen = zone === timeZone;
  /** Inlines recursively. */
  const open = (root: Expression, isWanted: (name: string) => boolean): Expression =>
    rebuild(root, (expression, made) => {
      left--;
      const field = expression.kind === "field" ? schema.fields.get(expression.name) : undefined;
      const computation = field && computationOf(field);
      if (field === undefined || computation === undefined || !isWanted(field.name)) {
        return withParts(expression, made);
      }
      isOpen &&= left > 0 && field.formula !== undefined;
      return isOpen ? open(computation.ast.root, () => true) : expression;
    });
  const tree = open(ast.root, (name) => names.has(name));
  return isOpen ? recompiled(formula, tree) : undefined;
}

/** Keeps the text, and specialises the core, including the formulas of computed fields. */
function specialised({ ast, lowered, schema }: Assumable, known: Facts): Remainder {
  const specialiser = new Specialiser(known);
  const { root, condition, byNode, findings } = lowered;
  const fields = new Set<string>();
  walk(ast.root, (expression) => {
    const field = expression.kind === "field" ? schema.fields.get(expression.name) : undefined;
    if (field !== undefined && known.fields?.has(field) !== true) fields.add(field.name);
  });
  return {
    ast,
    lowered: {
      root: specialiser.of(root),
      condition: specialiser.of(condition),
      byNode: byNode.map((node) => node && specialiser.of(node)),
      findings,
    },
    fields: [...fields],
  };
}

function recompiled(
  { schema, lowered: { root }, functions, onProblem, mostWork, timeZone }: Assumable,
  tree: Expression,
): Remainder | undefined {
  const parsed = parse(print(tree), { limits: UNLIMITED });
  if (!parsed.ok) return undefined;
  const { ast } = parsed;
  const checked = checkAst(ast, schema, extendRegistry(functions));
  if (checked.findings.some(isError)) return undefined;
  const lowered = lower(checked.root, onProblem, mostWork, timeZone);
  // An error has no type of its own.
  const hasType = lowered.root.type === root.type || lowered.root.op === "fail";
  return hasType ? { ast, lowered, fields: checked.fields } : undefined;
}

function unreadable(): never {
  throw new Error("the specialised formula cannot be compiled");
}

/** Replaces parameters and known fields with literals. */
function substituted({ ast, lowered }: Assumable, known: Facts): Expression {
  const specialiser = new Specialiser(known);
  return rebuild(ast.root, (expression, made) => {
    const node = lowered.byNode[expression.id];
    const isLeaf = node?.op === "field" || node?.op === "parameter";
    const value = isLeaf ? specialiser.of(node) : undefined;
    return value === undefined || value.varies ? withParts(expression, made) : literal(value);
  });
}

/** @throws `TypeError` if there is no such field, or a value is not of its type */
export function knownFields(
  { fields }: Schema,
  values: Readonly<Record<string, unknown>>,
): ReadonlyMap<Field, Plain> {
  requireKind(values, "object", "`assume`: the values");
  const known = new Map<Field, Plain>();
  for (const [name, value] of Object.entries(values)) {
    const field = fields.get(name);
    if (field === undefined) {
      const near = didYouMean(name, fields.keys(), quote);
      throw new TypeError(`\`assume\`: there is no field ${quote(name)}${near}`);
    }
    if (value === undefined) continue;
    if (isComputed(field)) {
      const advice = "give the fields that it is computed from";
      throw new TypeError(`\`assume\`: ${quote(name)} is computed by a formula; ${advice}`);
    }
    const given = givenValue(field.type, value);
    if (given === undefined) throw wrongValue("assume", "field", name, field.type, value);
    requireNoBlankText(name, given);
    known.set(field, given);
  }
  return known;
}

function requireWritable({ lowered }: Assumable, { parameter }: Facts): void {
  for (const node of lowered.byNode) {
    if (node?.op === "parameter") requireNoBlankText(node.data.name, parameter?.(node.data));
  }
}

/** A list is written as its items, and a blank text is not an item in a formula. */
function requireNoBlankText(name: string, value: Plain | undefined): void {
  if (typeof value !== "object" || value?.includes("") !== true) return;
  throw new TypeError(`\`assume\`: the list ${quote(name)} must not have a blank text`);
}

function folded({ ast, lowered }: Assumable, known: Facts): Expression {
  const specialiser = new Specialiser(known);
  const { builder } = specialiser;
  const coreOf = ({ id }: Expression): CoreNode | undefined => {
    const node = lowered.byNode[id];
    return node && specialiser.of(node);
  };
  return rebuild(ast.root, (expression, made) => {
    const node = coreOf(expression);
    if (node === undefined) return withParts(expression, made);
    const isDecided = node.op === "literal" || node.op === "blank" || node.op === "fail";
    if (isDecided && lowered.byNode[expression.id]?.varies === true) return literal(node);
    return simplified(expression, made, node, coreOf, builder);
  });
}

/** Simplifies a non-constant expression by dropping the parts that no longer matter. */
function simplified(
  expression: Expression,
  made: readonly Expression[],
  node: CoreNode,
  coreOf: (expression: Expression) => CoreNode | undefined,
  builder: CoreBuilder,
): Expression {
  if (expression.kind !== "call" && expression.kind !== "binary")
    return withParts(expression, made);
  const parts =
    expression.kind === "call" ? expression.arguments : [expression.left, expression.right];
  const cores = parts.map(coreOf);
  const same = cores.findIndex((core) => core === node && core.varies);
  if (expression.kind === "call" && same >= 0) return made[same] ?? expression;
  const neutral = expression.kind === "call" ? neutralOf(expression.name, builder) : undefined;
  if (expression.kind === "call" && neutral !== undefined) {
    const rest = made.filter((_, index) => {
      const core = cores[index];
      return core === undefined || builder.toCondition(core) !== neutral;
    });
    if (rest.length > 0) return { ...expression, arguments: rest };
  }
  // A blank text next to a list would be read as a blank list.
  const besideList = cores.some((core) => core?.type === "list");
  return withParts(expression, besideList ? made.map(blankTextBesideList) : made);
}

function neutralOf(name: string, { true: yes, false: no }: CoreBuilder): CoreNode | undefined {
  if (/^AND$/i.test(name)) return yes;
  return /^OR$/i.test(name) ? no : undefined;
}

function blankTextBesideList(expression: Expression): Expression {
  return expression.kind === "text" && expression.value === "" && expression.id === SYNTHETIC_ID
    ? {
        ...SYNTHETIC,
        kind: "binary",
        operator: "&",
        operatorSpan: SYNTHETIC.span,
        left: expression,
        right: expression,
      }
    : expression;
}

/** The tree is only printed, so ids and spans do not matter. */
const SYNTHETIC_ID = -1;
const SYNTHETIC = { id: SYNTHETIC_ID, span: { start: 0, end: 0 } } as const;

/** The value of a node as an expression of the node's type, even if it is blank. */
function literal({ op, type, data }: CoreNode): Expression {
  if (op === "fail") return call("ERROR");
  switch (typeof data) {
    case "string":
      return text(data);
    case "boolean":
      return call(data ? "TRUE" : "FALSE");
    case "number":
      return type === "date" ? call("DATETIME_PARSE", text(dateText(data))) : number(data);
    default:
      if (Array.isArray(data)) {
        return call("ARRAYFLATTEN", ...(data.length === 0 ? [""] : data).map(text));
      }
      return call(type === "date" ? "DATETIME_PARSE" : "VALUE", text(""));
  }
}

function text(value: string): Expression {
  return { ...SYNTHETIC, kind: "text", value };
}

function number(value: number): Expression {
  const positive: Expression = { ...SYNTHETIC, kind: "number", value: Math.abs(value) };
  return value < 0 ? { ...SYNTHETIC, kind: "unary", operator: "-", operand: positive } : positive;
}

function call(name: string, ...parts: readonly Expression[]): Expression {
  return { ...SYNTHETIC, kind: "call", name, nameSpan: SYNTHETIC.span, arguments: parts };
}
