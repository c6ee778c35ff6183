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
import { suggest } from "../util/suggest.ts";
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
  const { written } = definition;
  const values: Argument[] = [];
  let presentation: Presentation = {};
  let isSound = true;
  let common: StaticType | undefined;

  for (const [index, argument] of node.arguments.entries()) {
    const parameter = parameterAt(definition, index);
    if (parameter.literal !== undefined) {
      const reading = readLiteral(argument, parameter, definition, context);
      if (reading === undefined) isSound = false;
      else values.push(reading);
      continue;
    }
    const inner = index === 0 && written !== definition.parameters ? peel(argument, context) : undefined;
    if (inner !== undefined) presentation = inner.presentation;
    const value = prepare(context.check(inner?.node ?? argument), parameter, context);
    if (parameter.type === "common") common = commonType(common, value.type);
    if (value.kind === "unknown") isSound = false;
    values.push({ kind: "value", value, keepsBlank: parameter.keepsBlank });
  }

  const role = roleField(node, definition, context);
  const shared = common === "blank" || common === "error" ? "text" : common;
  const type = definition.result === "common" ? shared : definition.result;
  if (!isSound || role === undefined || !isValueType(type)) return unknown(node);
  if (definition.form === "zoned") warnWithoutEffect(node, definition, context);
  return {
    kind: "call",
    type,
    definition,
    arguments: [...role, ...arrange(definition, values, shared, presentation, context)],
    node,
  };
}

/** The arguments as `lower` is handed them: one for each parameter, those of a `rest` parameter together. */
function arrange(
  definition: FunctionDefinition,
  values: readonly Argument[],
  common: StaticType | undefined,
  presentation: Presentation,
  context: CheckContext,
): readonly Argument[] {
  return definition.parameters.map((parameter, index): Argument => {
    if (parameter.presence === "implicit") return { kind: "static", value: presentation };
    if (parameter.presence === "rest") {
      const rest = values.slice(index).map((argument) => finish(argument, parameter, common, context));
      return { kind: "rest", values: rest, keepsBlank: parameter.keepsBlank };
    }
    const argument = values[index];
    if (argument === undefined) return { kind: "static", value: undefined };
    if (argument.kind !== "value" || parameter.type !== "common") return argument;
    return { ...argument, value: finish(argument, parameter, common, context) };
  });
}

/** The value of an argument, brought to the type that it shares with others. */
function finish(
  argument: Argument,
  parameter: Parameter,
  common: StaticType | undefined,
  context: CheckContext,
): Typed {
  if (argument.kind !== "value") throw new Error("a literal stands where a value belongs");
  const isShared = parameter.type === "common" && isValueType(common);
  return isShared ? context.require(argument.value, common) : argument.value;
}

/** The parameter that an argument is for; a `rest` parameter takes all from its place on. */
function parameterAt({ written }: FunctionDefinition, index: number): Parameter {
  const parameter = written[index] ?? written.at(-1);
  if (parameter === undefined) throw new Error("an argument was counted that has no parameter");
  return parameter;
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

/** Types that are the same stay; different ones meet as text; blanks and errors give way. */
function commonType(a: StaticType | undefined, b: StaticType): StaticType {
  if (a === undefined || a === b) return b;
  if (a === "unknown" || b === "unknown") return "unknown";
  if (a === "blank" || a === "error") return b;
  return b === "blank" || b === "error" ? a : "text";
}

function isValueType(type: StaticType | undefined): type is ValueType {
  return type !== undefined && type !== "blank" && type !== "error" && type !== "unknown";
}

function readLiteral(
  argument: Expression,
  parameter: Parameter,
  definition: FunctionDefinition,
  context: CheckContext,
): (Argument & { readonly kind: "static" }) | undefined {
  if (argument.kind !== "text") {
    context.check(argument);
    context.report(
      "literal-required",
      argument.span,
      `the ${parameter.name} of ${definition.name} must be written as a text in the formula`,
      listChoices(parameter),
    );
    return undefined;
  }
  const reading = parameter.literal?.(argument.value);
  if (reading?.ok !== false) return { kind: "static", value: reading?.value };
  const { message, help, instead } = reading;
  context.report("invalid-argument", argument.span, message, {
    ...(help === undefined ? listChoices(parameter) : { help }),
    ...(instead === undefined
      ? {}
      : { fix: replaceFix(`write "${instead}"`, argument.span, JSON.stringify(instead)) }),
  });
  return undefined;
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
  const shared = results.reduce<StaticType | undefined>((type, result) => commonType(type, result.type), undefined);
  const type = shared === "blank" || shared === "error" ? "text" : shared;
  if (!isValueType(type)) return unknown(node);
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
  // A call with too few or too many arguments is reported where it is checked itself.
  if (definition?.form !== "zoned" || node.arguments.length !== definition.written.length) return undefined;
  const [inner, word] = node.arguments;
  const [, parameter] = definition.written;
  if (inner === undefined || word === undefined || parameter === undefined) return undefined;
  const said: Presentation = { ...presentationOf(readLiteral(word, parameter, definition, context)?.value) };
  const below = peel(inner, context);
  return { node: below?.node ?? inner, presentation: { ...below?.presentation, ...said } };
}

/** What the literal of a zoned function reads to, as its definition promises. */
function presentationOf(value: unknown): Presentation {
  return typeof value === "object" && value !== null ? value : {};
}

function warnWithoutEffect(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): void {
  context.report("no-effect", node.span, `${definition.name} has no effect here`, {
    help: "it only tells `DATETIME_FORMAT` around it how to show the date",
  });
}

function checkCount(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): boolean {
  const { least, most } = definition;
  const count = node.arguments.length;
  if (count >= least && count <= most) return true;
  const isOpen = most === Number.POSITIVE_INFINITY;
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
  const names = definition.written
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
