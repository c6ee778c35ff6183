import type { FunctionDefinition } from "../functions/define.ts";
import type { Parameter, Presentation } from "../functions/parameter.ts";
import { lookUpFunction } from "../functions/registry.ts";
import { replaceFix } from "../source/report.ts";
import type { CallExpression, Expression } from "../syntax/index.ts";
import { quote } from "../util/quote.ts";
import type { ValueType } from "../types/value-type.ts";
import { type CheckContext, unknown } from "./checker.ts";
import { compare } from "./comparison.ts";
import { asCondition, textOf } from "./convert.ts";
import { FOREIGN_FUNCTIONS } from "./foreign-functions.ts";
import { suggest } from "./suggest.ts";
import type { Argument, StaticType, Typed } from "./typed.ts";

/** A call: the function, its arguments' number and types, and the literals among them. */
export function checkCall(node: CallExpression, context: CheckContext): Typed {
  const definition = lookUpFunction(context.registry, node.name);
  if (definition === undefined) {
    reportUnknown(node, context);
    for (const argument of node.arguments) context.check(argument);
    return unknown(node);
  }
  if (!checkCount(node, definition, context)) {
    for (const argument of node.arguments) context.check(argument);
    return unknown(node);
  }
  if (definition.result === "blank") return { kind: "blank", type: "blank", node };
  if (definition.result === "error") return { kind: "error", type: "error", node };
  if (definition.form === "switch") return checkSwitch(node, definition, context);
  return checkArguments(node, definition, context);
}

function checkArguments(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): Typed {
  const values = new Map<Expression, Typed>();
  const shared: Typed[] = [];
  let isKnown = true;
  let presentation: Presentation = {};

  for (const [parameter, argument] of pairs(definition, node)) {
    if (parameter.literal !== undefined) continue;
    const first = argument === node.arguments[0];
    const inner = first && hasPresentation(definition) ? peel(argument, context) : undefined;
    if (inner !== undefined) presentation = inner.presentation;
    const typed = prepare(context.check(inner?.node ?? argument), parameter, context);
    if (parameter.type === "common") shared.push(typed);
    if (typed.kind === "unknown") isKnown = false;
    values.set(argument, typed);
  }
  const literals = readLiterals(node, definition, context);
  const role = roleField(node, definition, context);
  if (literals === undefined || role === undefined) return unknown(node);

  const common = commonType(shared.map((typed) => typed.type));
  const resultType = definition.result === "common" ? common : definition.result;
  if (!isKnown || resultType === undefined || resultType === "blank" || resultType === "error") {
    return unknown(node);
  }
  warnWithoutEffect(node, definition, context);

  const arguments_: Argument[] = [...role];
  let position = 0;
  for (const parameter of definition.parameters) {
    if (parameter.presence === "implicit") {
      arguments_.push({ kind: "static", value: presentation });
      continue;
    }
    const { keepsBlank } = parameter;
    const finish = (argument: Expression): Typed => {
      const typed = values.get(argument) ?? unknown(argument);
      const wanted = parameter.type === "common" ? common : undefined;
      return wanted === undefined ? typed : context.require(typed, wanted);
    };
    if (parameter.presence === "rest") {
      const restArguments = node.arguments.slice(position).map(finish);
      arguments_.push({ kind: "rest", values: restArguments, keepsBlank });
      break;
    }
    const argument = node.arguments[position++];
    if (argument === undefined) arguments_.push({ kind: "static", value: undefined });
    else if (parameter.literal !== undefined) {
      arguments_.push({ kind: "static", value: literals.get(parameter) });
    } else arguments_.push({ kind: "value", value: finish(argument), keepsBlank });
  }
  return { kind: "call", type: resultType, definition, arguments: arguments_, node };
}

/** The parameter of each argument that is written. */
function* pairs(
  definition: FunctionDefinition,
  node: CallExpression,
): Generator<readonly [Parameter, Expression]> {
  const written = definition.parameters.filter((parameter) => parameter.presence !== "implicit");
  for (const [index, argument] of node.arguments.entries()) {
    const parameter = written[Math.min(index, written.length - 1)];
    if (parameter !== undefined) yield [parameter, argument];
  }
}

function prepare(typed: Typed, parameter: Parameter, context: CheckContext): Typed {
  switch (parameter.type) {
    case "any":
    case "common":
      return typed;
    case "condition":
      return typed.kind === "unknown" ? typed : asCondition(typed);
    default:
      return context.require(typed, parameter.type);
  }
}

/** Types that are the same stay; different ones meet as text; blanks and errors do not count. */
function commonType(types: readonly StaticType[]): ValueType | undefined {
  if (types.includes("unknown")) return undefined;
  const counted = new Set<ValueType>();
  for (const type of types) {
    if (type !== "blank" && type !== "error" && type !== "unknown") counted.add(type);
  }
  const [only] = counted;
  return counted.size === 1 && only !== undefined ? only : "text";
}

function readLiterals(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): Map<Parameter, unknown> | undefined {
  const values = new Map<Parameter, unknown>();
  let isRead = true;
  for (const [parameter, argument] of pairs(definition, node)) {
    if (parameter.literal === undefined) continue;
    if (argument.kind !== "text") {
      context.check(argument);
      context.report(
        "literal-required",
        argument.span,
        `the ${parameter.name} of ${definition.name} must be written as a text in the formula`,
        listChoices(parameter),
      );
      isRead = false;
      continue;
    }
    const reading = parameter.literal(argument.value);
    if (reading.ok) {
      values.set(parameter, reading.value);
      continue;
    }
    isRead = false;
    const { help, instead } = reading;
    context.report("invalid-argument", argument.span, reading.message, {
      ...(help === undefined ? listChoices(parameter) : { help }),
      ...(instead === undefined
        ? {}
        : { fix: replaceFix(`write "${instead}"`, argument.span, JSON.stringify(instead)) }),
    });
  }
  return isRead ? values : undefined;
}

function listChoices(parameter: Parameter): { readonly help?: string } {
  const { choices } = parameter;
  return choices === undefined ? {} : { help: `one of ${choices.map(quote).join(", ")}` };
}

/** The field that a role stands for, as the first argument; no argument where the function has no role. */
function roleField(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): readonly Argument[] | undefined {
  const { role } = definition;
  if (role === undefined) return [];
  const { schema } = context;
  if (schema === undefined) return undefined;
  const field = { key: schema.key, created: schema.created, modified: schema.modified }[role];
  if (field === undefined) {
    context.report(
      "missing-role",
      node.span,
      `no field of these records answers ${definition.name}()`,
      { help: "name a field of the record instead" },
    );
    return undefined;
  }
  context.fields.set(field.name, field);
  const value: Typed = { kind: "field", type: field.type, field, node };
  return [{ kind: "value", value, keepsBlank: true }];
}

/**
 * SWITCH(value, pattern, result, …, default) as the comparisons and results in turn, then the default: what `lower`
 * is handed for a definition of the form `switch`.
 */
function checkSwitch(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): Typed {
  const [subject, ...others] = node.arguments.map((argument) => context.check(argument));
  if (subject === undefined) return unknown(node);
  const results: Typed[] = [];
  const conditions: (Typed | undefined)[] = [];
  for (let index = 0; index < others.length; index += 2) {
    const pattern = others[index];
    const result = others[index + 1];
    if (pattern === undefined) break;
    if (result === undefined) {
      results.push(pattern);
      break;
    }
    const sides = compare(subject, pattern, true, pattern.node, context);
    conditions.push(
      sides && {
        kind: "compare",
        type: "boolean",
        operator: "=",
        left: sides[0],
        right: sides[1],
        node: pattern.node,
      },
    );
    results.push(result);
  }
  const type = commonType(results.map((result) => result.type));
  if (type === undefined) return unknown(node);
  const values: Typed[] = [];
  for (const [index, result] of results.entries()) {
    if (index < conditions.length) {
      const condition = conditions[index];
      if (condition === undefined) return unknown(node);
      values.push(condition);
    }
    values.push(context.require(result, type));
  }
  const arguments_: readonly Argument[] = [
    { kind: "value", value: subject, keepsBlank: true },
    { kind: "rest", values, keepsBlank: true },
  ];
  return { kind: "call", type, definition, arguments: arguments_, node };
}

interface Peeled {
  readonly node: Expression;
  readonly presentation: Presentation;
}

/** The date inside SET_TIMEZONE and SET_LOCALE calls, and what they say together; the outermost of a kind holds. */
function peel(node: Expression, context: CheckContext): Peeled | undefined {
  if (node.kind !== "call") return undefined;
  const definition = lookUpFunction(context.registry, node.name);
  if (definition?.form !== "zoned" || !checkCount(node, definition, context)) return undefined;
  const [inner] = node.arguments;
  const literals = readLiterals(node, definition, context);
  if (inner === undefined) return undefined;
  const said: Presentation = Object.assign({}, ...(literals?.values() ?? []));
  const below = peel(inner, context);
  return { node: below?.node ?? inner, presentation: { ...below?.presentation, ...said } };
}

function hasPresentation(definition: FunctionDefinition): boolean {
  return definition.parameters.some((parameter) => parameter.presence === "implicit");
}

function warnWithoutEffect(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): void {
  if (definition.form !== "zoned") return;
  context.report("no-effect", node.span, `${definition.name} has no effect here`, {
    help: "it only tells `DATETIME_FORMAT` around it how to show the date",
  });
}

function checkCount(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): boolean {
  const written = definition.parameters.filter((parameter) => parameter.presence !== "implicit");
  const least = written.reduce(
    (sum, { presence, least: rest }) => sum + (presence === "required" ? 1 : presence === "rest" ? rest : 0),
    0,
  );
  const isOpen = written.some((parameter) => parameter.presence === "rest");
  const most = isOpen ? Number.POSITIVE_INFINITY : written.length;
  const count = node.arguments.length;
  if (count >= least && count <= most) return true;
  const takes = isOpen
    ? `at least ${countOf(least)}`
    : least === most
      ? most === 0
        ? "no arguments"
        : `exactly ${countOf(least)}`
      : `${least} to ${countOf(most)}`;
  const given = count === 0 ? "none is given" : `${count} ${count === 1 ? "is" : "are"} given`;
  context.report(
    "argument-count",
    node.span,
    `${definition.name} takes ${takes}, but ${given}`,
    countHelp(node, definition, context),
  );
  return false;
}

function countOf(count: number): string {
  return count === 1 ? "1 argument" : `${count} arguments`;
}

function countHelp(node: CallExpression, definition: FunctionDefinition, context: CheckContext) {
  const names = definition.parameters
    .filter((parameter) => parameter.presence !== "implicit")
    .map(({ name, presence }) => (presence === "required" ? name : presence === "rest" ? `${name}…` : `[${name}]`));
  const [only] = definition.parameters;
  const [first, last] = [node.arguments[0], node.arguments.at(-1)];
  const takesOneCondition = definition.parameters.length === 1 && only?.type === "condition";
  if (takesOneCondition && first !== undefined && last !== undefined) {
    const inner = context.source.slice(first.span.start, last.span.end);
    const span = { start: first.span.start, end: last.span.end };
    return {
      help: `combine the conditions first: \`${definition.name}(AND(…))\` or \`${definition.name}(OR(…))\``,
      fix: replaceFix("combine them with AND", span, `AND(${inner})`),
    };
  }
  return { help: `write \`${definition.name}(${names.join(", ")})\`` };
}

function reportUnknown(node: CallExpression, context: CheckContext): void {
  const upper = node.name.toUpperCase();
  const foreign = FOREIGN_FUNCTIONS.get(upper);
  const message = `there is no function ${quote(node.name)}`;
  if (foreign !== undefined) {
    context.report("unknown-function", node.nameSpan, message, { help: foreign });
    return;
  }
  const near = suggest(node.name, context.registry.keys());
  const field = context.schema?.fields.get(node.name);
  context.report(
    "unknown-function",
    node.nameSpan,
    message,
    near !== undefined
      ? { help: `did you mean ${quote(near)}`, fix: replaceFix(`write ${near}`, node.nameSpan, near) }
      : field !== undefined
        ? { help: `${quote(textOf(node, context.source))} is a field: leave out the parentheses` }
        : {},
  );
}
