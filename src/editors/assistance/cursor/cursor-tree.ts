import type { FunctionDefinition } from "../../../language/functions/define.ts";
import type { Parameter } from "../../../language/functions/function-parameter.ts";
import { lookUpFunction } from "../../../language/functions/registry.ts";
import type { CallExpression, Expression } from "../../../language/syntax/index.ts";
import type { Knowledge } from "../knowledge.ts";
import { argumentIndex, type MarkedCursor, otherSide } from "./marked-cursor.ts";

/** The call and the argument that is the marker. */
export interface CursorArgument {
  readonly call: CallExpression;
  readonly definition: FunctionDefinition;
  readonly index: number;
  /** `undefined` if there are too many arguments. */
  readonly parameter: Parameter | undefined;
}

/** The parameter of the argument at an index. */
export function parameterOf({ written }: FunctionDefinition, index: number): Parameter | undefined {
  const last = written.at(-1);
  return written[index] ?? (last?.presence === "rest" ? last : undefined);
}

/** The argument that is the marker itself; `undefined` if the marker is a part of another expression. */
export function cursorArgument(
  { path: [marker, around] }: MarkedCursor,
  { registry }: Knowledge,
): CursorArgument | undefined {
  if (around?.kind !== "call") return undefined;
  const definition = lookUpFunction(registry, around.name);
  if (definition === undefined) return undefined;
  const index = argumentIndex(around, marker);
  return { call: around, definition, index, parameter: parameterOf(definition, index) };
}

/**
 * The smallest part of the formula that determines which types are accepted at the marker. Irrelevant parts are
 * replaced by blanks, which are accepted anywhere, so errors in them do not count.
 */
export function cursorTree(
  { path }: MarkedCursor,
  { registry }: Knowledge,
): { readonly tree: Expression; readonly isWhole: boolean } {
  let [inner] = path;
  let tree: Expression = inner;
  for (const around of path.slice(1)) {
    const definition = around.kind === "call" ? lookUpFunction(registry, around.name) : undefined;
    const [made, passesOn] = reduced(around, inner, tree, definition);
    tree = made;
    inner = around;
    if (!passesOn) return { tree, isWhole: false };
  }
  return { tree, isWhole: true };
}

/** Replaces an expression's part by a smaller tree. Tells whether the expression's type depends on that of the tree. */
function reduced(
  around: Expression,
  inner: Expression,
  tree: Expression,
  definition: FunctionDefinition | undefined,
): readonly [Expression, boolean] {
  switch (around.kind) {
    case "unary":
      return [{ ...around, operand: tree }, false];
    case "binary": {
      const other = mended(otherSide(around, inner));
      const made =
        around.left === inner
          ? { ...around, left: tree, right: other }
          : { ...around, left: other, right: tree };
      return [made, around.operator === "+" || around.operator === "-"];
    }
    case "call":
      if (definition === undefined) return [tree, false];
      return [reducedCall(around, inner, tree, definition), isOpen(definition)];
    default:
      return [tree, false];
  }
}

function isOpen({ result, form }: FunctionDefinition): boolean {
  return result === "common" || form === "zoned";
}

const MOST_COMPARED = 8;

function reducedCall(
  call: CallExpression,
  inner: Expression,
  tree: Expression,
  definition: FunctionDefinition,
): CallExpression {
  const index = argumentIndex(call, inner);
  const arguments_ = call.arguments.map((argument, position) => {
    if (position === index) return tree;
    return matters(definition, position, index)
      ? mended(argument)
      : fillerAt(definition, position, call);
  });
  const least = Math.max(definition.least, index + 1);
  for (let position = arguments_.length; position < least; position++) {
    arguments_.push(fillerAt(definition, position, call));
  }
  const most = Math.max(Math.min(definition.most, arguments_.length), index + 1);
  return { ...call, arguments: arguments_.slice(0, most) };
}

/** Whether the type of one argument depends on that of another. */
function matters(definition: FunctionDefinition, position: number, marked: number): boolean {
  const { form } = definition;
  if (form === "among" || form === "between") {
    return marked === 0 ? position <= MOST_COMPARED : position === 0;
  }
  if (form === "switch") return true;
  return parameterOf(definition, position)?.type === "common";
}

/** Replaces a missing or invalid part of the formula by a blank. */
function mended(expression: Expression): Expression {
  return expression.kind === "field" && expression.name === "" ? blankAt(expression) : expression;
}

/** An argument that is valid regardless of the others. */
function fillerAt(
  definition: FunctionDefinition,
  position: number,
  { id, span, arguments: given }: CallExpression,
): Expression {
  const parameter = parameterOf(definition, position);
  const argument = given[position];
  if (parameter?.literal === undefined) return blankAt(argument ?? { id, span });
  if (argument?.kind === "text") return argument;
  return { kind: "text", id: argument?.id ?? id, span, value: literalFor(parameter) };
}

const LITERALS: Readonly<Record<string, string>> = { zone: "UTC", locale: "en" };

/** A valid text for a literal parameter. */
export function literalFor({ name, choices }: Parameter): string {
  return choices?.find((choice) => choice === "days") ?? choices?.[0] ?? LITERALS[name] ?? "";
}

/** A blank, which fits every type, to replace an expression. */
export function blankAt({ id, span }: Pick<Expression, "id" | "span">): CallExpression {
  return { kind: "call", id, span, name: "BLANK", nameSpan: span, arguments: [] };
}
