import type { FunctionDefinition } from "../functions/define.ts";
import type { LiteralReading, Parameter, Presentation } from "../functions/function-parameter.ts";
import { lookUpFunction } from "../functions/registry.ts";
import { excerpt, replace } from "../source/finding.ts";
import type { DiagnosticData } from "../source/messages/diagnostic-data.ts";
import type { CallExpression, Expression } from "../syntax/index.ts";
import type { ValueType } from "../types/value-type.ts";
import { type CheckContext, unknown } from "./checker.ts";
import { warnOfChoice } from "./choices.ts";
import { compare } from "./comparison.ts";
import { asCondition, textOf } from "./convert.ts";
import { warnOfMidnight } from "./midnight.ts";
import { warnOfMisplaced, warnOfMissing } from "./misread-comparison.ts";
import { type Argument, isValueType, type StaticType, type Typed } from "./typed.ts";
import { reportUnknownFunction } from "./unknown-function.ts";

/** Checks a call: the function's name, the number and types of the arguments, and the literals among them. */
export function checkCall(node: CallExpression, context: CheckContext): Typed {
  const definition = lookUpFunction(context.registry, node.name);
  if (definition === undefined) {
    reportUnknownFunction(node, context);
    for (const argument of node.arguments) context.check(argument);
    return unknown(node);
  }
  warnOfSplitNumber(node, definition, context);
  if (!checkCount(node, definition, context)) {
    for (const argument of node.arguments) context.check(argument);
    return unknown(node);
  }
  if (definition.result === "blank") return { kind: "blank", type: "blank", node };
  if (definition.result === "error") return { kind: "error", type: "error", node };
  if (definition.form === "switch") return checkSwitch(node, definition, context);
  if (definition.form === "among" || definition.form === "between") {
    return checkCompared(node, definition, context);
  }
  return checkArguments(node, definition, context);
}

function checkArguments(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): Typed {
  const { written, parameters } = definition;
  /** The checked arguments. A literal argument has a placeholder here, and its value in `readings`. */
  const values: Typed[] = [];
  const readings: unknown[] = [];
  let presentation: Presentation = {};
  let isSound = true;
  let common: StaticType | undefined;

  for (const [index, argument] of node.arguments.entries()) {
    const parameter = parameterAt(definition, index);
    if (parameter.literal !== undefined) {
      const reading = readLiteral(argument, parameter.literal, parameter, definition, context);
      if (reading === undefined) isSound = false;
      else readings[index] = reading.value;
      values.push(unknown(argument));
      continue;
    }
    const inner = index === 0 && written !== parameters ? peel(argument, context) : undefined;
    if (inner !== undefined) presentation = inner.presentation;
    const checked = context.check(inner?.node ?? argument);
    if (takesValue(parameter, index)) warnOfMisplaced(node, index, definition, context);
    if (parameter.type === "condition") warnOfLiteral(checked, definition, values, context);
    const value = prepare(checked, parameter, context);
    if (parameter.type === "common") common = commonType(common, value.type);
    if (value.kind === "unknown") isSound = false;
    values.push(value);
  }

  const role = roleField(node, definition, context);
  const shared = common === "blank" || common === "error" ? "text" : common;
  const type = definition.result === "common" ? shared : definition.result;
  if (!isSound || role === undefined || !isValueType(type)) return unknown(node);
  if (definition.name === "ISERROR") warnOfMissing(node, values[0], context);
  if (definition.form === "zoned") warnWithoutEffect(node, definition, context);
  const ignoresCase = definition.name === "EQUALS_IGNORE_CASE";
  if (definition.form === "member" || ignoresCase) {
    const [subject, ...others] = values;
    for (const other of others) {
      if (subject !== undefined) warnOfChoice(subject, other, context, ignoresCase);
    }
  }

  // If a parameter has the common type, the check above made sure that there is one.
  const finish = (value: Typed, parameter: Parameter): Typed =>
    parameter.type === "common" ? context.require(value, shared as ValueType) : value;
  const arranged = parameters.map((parameter, index): Argument => {
    const { presence, keepsBlank } = parameter;
    if (presence === "implicit") return { kind: "static", value: presentation };
    if (presence === "rest") {
      const rest = values.slice(index).map((value) => finish(value, parameter));
      return { kind: "rest", values: rest, keepsBlank };
    }
    const value = values[index];
    if (value === undefined || parameter.literal !== undefined) {
      return { kind: "static", value: readings[index] };
    }
    return { kind: "value", value: finish(value, parameter), keepsBlank };
  });
  return { kind: "call", type, definition, arguments: [...role, ...arranged], node };
}

/** Groups of digits; beside another argument without a space, only two, of which the second one starts with 0. */
const GROUPS = /(?<=[^\w.,])\d{1,3}(?:,\d{3})+$|(?<=,)\d{1,3},0\d\d$/;

/** The most characters of `1,000,000` that are looked at. */
const MOST_OF_GROUPS = 24;

/** Warns of `50,000` among the arguments, if the last part is taken as a condition, or starts with 0. */
function warnOfSplitNumber(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): void {
  const { source } = context;
  for (const [index, { kind, span }] of node.arguments.entries()) {
    if (index === 0 || kind !== "number") continue;
    const [written] =
      GROUPS.exec(source.slice(Math.max(0, span.end - MOST_OF_GROUPS), span.end)) ?? [];
    if (written === undefined || /^,\d{3}/.test(source.slice(span.end))) continue;
    const isSplit = /,0\d\d/.test(written);
    if (!isSplit && parameterAt(definition, index).type !== "condition") continue;
    const instead = written.replaceAll(",", "");
    const whole = { start: span.end - written.length, end: span.end };
    const before = source.slice(Math.max(0, whole.start - MOST_OF_GROUPS), whole.start);
    // `OR({n} = 100,200)` may mean two values, and `5,100,000` one.
    const isSure = isSplit
      ? !(/\d,$/.test(before) && /^\d{3}/.test(written))
      : !/[^<>]=\s*$/.test(before);
    context.report({
      code: "split-number",
      span: whole,
      data: { written, instead },
      ...(isSure ? { fix: replace(whole, instead) } : {}),
    });
  }
}

/** The parameter for the argument at an index; a `rest` parameter takes all arguments from its own index on. */
function parameterAt({ written }: FunctionDefinition, index: number): Parameter {
  // The number of arguments was checked, so there is a parameter for each.
  return written[Math.min(index, written.length - 1)] as Parameter;
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

/** Whether a parameter takes one text or date, or is the first and takes one number. A count may come from a condition. */
function takesValue({ type, presence }: Parameter, index: number): boolean {
  return (
    presence !== "rest" &&
    (type === "text" || type === "date" || (type === "number" && index === 0))
  );
}

/** Warns of a text or number as a condition: `OR({name} = "a", "b")`. The values before it may say what is compared. */
function warnOfLiteral(
  typed: Typed,
  { name }: FunctionDefinition,
  before: readonly Typed[],
  context: CheckContext,
): void {
  if (typed.kind !== "text" && typed.kind !== "number") return;
  const { span } = typed.node;
  const isGroup = context.findings.some(
    (found) =>
      found.code === "split-number" && found.span.start < span.start && span.end <= found.span.end,
  );
  if (isGroup) return;
  const value = typed.value !== "" && typed.value !== 0;
  const compared = before.findLast(({ kind }) => kind === "compare")?.node;
  const operator = name === "OR" ? "=" : name === "AND" ? "!=" : undefined;
  const isSame =
    compared?.kind === "binary" &&
    compared.operator === operator &&
    compared.right.kind === typed.kind;
  if (!isSame) {
    context.report({ code: "constant-condition", span, data: { value } });
    return;
  }
  const { source } = context;
  const instead = `${textOf(compared.left, source)} ${operator} ${textOf(typed.node, source)}`;
  const data = { value, instead: excerpt(instead) };
  context.report({ code: "constant-condition", span, data, fix: replace(span, instead) });
}

/** The common type of two values: text if their types differ. A blank or an error takes the type of the other. */
function commonType(a: StaticType | undefined, b: StaticType): StaticType {
  if (a === undefined || a === b) return b;
  if (a === "unknown" || b === "unknown") return "unknown";
  if (a === "blank" || a === "error") return b;
  return b === "blank" || b === "error" ? a : "text";
}

function readLiteral(
  argument: Expression,
  read: (text: string) => LiteralReading<unknown>,
  parameter: Parameter,
  definition: FunctionDefinition,
  context: CheckContext,
): { readonly value: unknown } | undefined {
  if (argument.kind !== "text") {
    const { span } = argument;
    const word = argument.kind === "field" && !argument.braced ? argument.name : "";
    // A word that is one of the choices, such as a unit.
    const isMeant =
      parameter.choices && read(word).ok && context.schema?.fields.has(word) === false;
    const instead = isMeant ? JSON.stringify(word) : undefined;
    if (instead === undefined) context.check(argument);
    const data = { function: definition.name, parameter: parameter.name, ...choicesOf(parameter) };
    context.report({
      code: "literal-required",
      span,
      data: { ...data, ...(instead !== undefined && { instead }) },
      ...(instead !== undefined && { fix: replace(span, instead) }),
    });
    return undefined;
  }
  const { span, value: written } = argument;
  const reading = read(written);
  if (reading.ok) {
    if (reading.doubt !== undefined) {
      const { message, instead } = reading.doubt;
      context.report({
        code: "unusual-format",
        span,
        data: {
          written,
          ...(instead !== undefined && { instead }),
          ...(message === undefined ? { reason: "date" } : { reason: "custom", message }),
        },
        ...(instead !== undefined && { fix: replace(span, JSON.stringify(instead)) }),
      });
    }
    return reading;
  }
  const data = mistakeIn(reading, parameter);
  const instead = "instead" in data ? data.instead : undefined;
  context.report({
    code: "invalid-argument",
    span,
    data,
    ...(instead !== undefined && { fix: replace(span, JSON.stringify(instead)) }),
  });
  return undefined;
}

function mistakeIn(
  reading: LiteralReading<never> & { readonly ok: false },
  parameter: Parameter,
): DiagnosticData["invalid-argument"] {
  if ("mistake" in reading) return reading.mistake;
  const { message, help, instead } = reading;
  return {
    reason: "custom",
    message,
    ...(help !== undefined && { help }),
    ...(instead !== undefined && { instead }),
    ...choicesOf(parameter),
  };
}

function choicesOf({ choices }: Parameter): { readonly choices?: readonly string[] } {
  return choices === undefined ? {} : { choices };
}

/**
 * The field with the function's role, as a one-element list; an empty list if the function has no role. `undefined` if
 * there is no schema, or the schema has no such field.
 */
function roleField(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): readonly Argument[] | undefined {
  const { role } = definition;
  if (role === undefined) return [];
  const { schema } = context;
  if (schema === undefined) return undefined;
  const field = schema[role];
  if (field === undefined) {
    const data = { function: definition.name };
    context.report({ code: "missing-role", span: node.span, data });
    return undefined;
  }
  context.fields.set(field.name, field);
  const value: Typed = { kind: "field", type: field.type, field, node };
  return [{ kind: "value", value, keepsBlank: true }];
}

/**
 * Checks SWITCH(value, pattern, result, …, default). The `lower` of a definition with the form `switch` receives the
 * value, then alternating comparisons and results, then the default.
 */
function checkSwitch(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): Typed {
  // The number of arguments was checked: there are at least a value, a pattern and a result.
  const [subject, ...others] = node.arguments.map((argument) => context.check(argument)) as [
    Typed,
    ...Typed[],
  ];
  const hasDefault = others.length % 2 === 1;
  let isSound = true;
  let common: StaticType | undefined;
  const parts = others.map((part, index) => {
    const isResult = index % 2 === 1 || (hasDefault && index === others.length - 1);
    if (isResult) {
      common = commonType(common, part.type);
      return { part, isResult };
    }
    const sides = compare(subject, part, true, part.node, context);
    if (sides === undefined) isSound = false;
    return { part: sides === undefined ? part : equality(sides, part.node), isResult };
  });
  const type = common === "blank" || common === "error" ? "text" : common;
  if (!isSound || !isValueType(type)) return unknown(node);
  const values = parts.map(({ part, isResult }) => (isResult ? context.require(part, type) : part));
  const arguments_: readonly Argument[] = [
    { kind: "value", value: subject, keepsBlank: true },
    { kind: "rest", values, keepsBlank: true },
  ];
  return { kind: "call", type, definition, arguments: arguments_, node };
}

/**
 * Checks ISONEOF(value, candidate, …) and BETWEEN(value, low, high): each further argument is compared with the first.
 */
function checkCompared(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): Typed {
  // The number of arguments was checked: there are at least two.
  const [subject, ...others] = node.arguments.map((argument) => context.check(argument)) as [
    Typed,
    ...Typed[],
  ];
  const isEquality = definition.form === "among";
  const comparisons = others.flatMap((other, index): readonly Typed[] => {
    const sides = compare(subject, other, isEquality, other.node, context);
    if (sides === undefined) return [];
    const operator = isEquality ? "=" : index === 0 ? ">=" : "<=";
    const compared = others.length === 1 ? node : other.node;
    if (isEquality) {
      warnOfMidnight(compared, "=", subject, other, context);
      warnOfMidnight(compared, "=", other, subject, context);
    }
    const [left, right] = sides;
    return [{ kind: "compare", type: "boolean", operator, left, right, node: other.node }];
  });
  if (comparisons.length < others.length) return unknown(node);
  const value = (typed: Typed): Argument => ({ kind: "value", value: typed, keepsBlank: true });
  const compared: readonly Argument[] = isEquality
    ? [{ kind: "rest", values: comparisons, keepsBlank: true }]
    : comparisons.map(value);
  const arguments_ = [value(subject), ...compared];
  return { kind: "call", type: "boolean", definition, arguments: arguments_, node };
}

function equality([left, right]: readonly [Typed, Typed], node: Expression): Typed {
  return { kind: "compare", type: "boolean", operator: "=", left, right, node };
}

interface Peeled {
  readonly node: Expression;
  readonly presentation: Presentation;
}

/**
 * The date inside SET_TIMEZONE and SET_LOCALE calls, and their combined presentation. If two calls set the same
 * property, the outer one takes precedence.
 */
function peel(node: Expression, context: CheckContext): Peeled | undefined {
  if (node.kind !== "call") return undefined;
  const definition = lookUpFunction(context.registry, node.name);
  // A wrong number of arguments is reported when the call itself is checked.
  if (definition?.form !== "zoned" || node.arguments.length !== definition.written.length)
    return undefined;
  // The number of arguments was checked: a date and, for the second parameter, a literal.
  const [inner, word] = node.arguments as [Expression, Expression];
  const parameter = parameterAt(definition, 1);
  const reading =
    parameter.literal && readLiteral(word, parameter.literal, parameter, definition, context);
  const said = (reading?.value ?? {}) as Presentation;
  const below = peel(inner, context);
  return { node: below?.node ?? inner, presentation: { ...below?.presentation, ...said } };
}

function warnWithoutEffect(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): void {
  context.report({ code: "no-effect", span: node.span, data: { function: definition.name } });
}

function checkCount(
  node: CallExpression,
  definition: FunctionDefinition,
  context: CheckContext,
): boolean {
  const { name, least, most } = definition;
  const count = node.arguments.length;
  if (count >= least && count <= most) return true;
  context.report({
    code: "argument-count",
    span: node.span,
    data: {
      function: name,
      count,
      least,
      ...(most !== Number.POSITIVE_INFINITY && { most }),
      takes: takenBy(definition, count),
      signature: signatureOf(definition),
    },
  });
  return false;
}

function takenBy(
  { written, role }: FunctionDefinition,
  given: number,
): DiagnosticData["argument-count"]["takes"] {
  if (role !== undefined) return "record";
  const [only] = written;
  const isCondition = written.length === 1 && only?.type === "condition";
  return isCondition && given > 0 ? "condition" : "arguments";
}

function signatureOf({ name, written }: FunctionDefinition): string {
  const names = written.map((parameter) =>
    parameter.presence === "required"
      ? parameter.name
      : parameter.presence === "rest"
        ? `${parameter.name}…`
        : `[${parameter.name}]`,
  );
  return `${name}(${names.join(", ")})`;
}
