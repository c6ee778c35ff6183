import { suggestion } from "../../util/suggest.ts";
import { lookUpFunction } from "../functions/registry.ts";
import type { Schema } from "../schema/declarations.ts";
import { excerpt, replace } from "../source/finding.ts";
import { type FieldReference, type ParameterReference, referenceOfField } from "../syntax/index.ts";
import { checkCall } from "./call.ts";
import { type CheckContext, unknown } from "./checker.ts";
import { isForeignBlank } from "./foreign-blanks.ts";
import type { Typed } from "./typed.ts";

/** Functions that may be called without parentheses, unless a field has the same name. */
export const BARE_FUNCTIONS: ReadonlySet<string> = new Set([
  "TRUE",
  "FALSE",
  "BLANK",
  "NOW",
  "TODAY",
]);

/** Whether a word without braces is a function, if no field of the schema has this name. */
export function isBareFunction(name: string): boolean {
  return BARE_FUNCTIONS.has(name.toUpperCase());
}

/** Checks a name, which is a field of the schema or a function without parentheses. */
export function checkName(node: FieldReference, context: CheckContext): Typed {
  const { schema, registry, source } = context;
  const field = schema?.fields.get(node.name);
  if (field !== undefined) {
    context.fields.set(node.name, field);
    return { kind: "field", type: field.type, field, node };
  }
  const called = node.braced ? undefined : lookUpFunction(registry, node.name);
  if (called !== undefined && isBareFunction(called.name)) {
    const call = { kind: "call", name: node.name, nameSpan: node.span, arguments: [] } as const;
    return checkCall({ ...call, id: node.id, span: node.span }, context);
  }
  if (schema === undefined) {
    context.fields.set(node.name, undefined);
    return unknown(node);
  }
  const { name, span } = node;
  const code = "unknown-field";
  if (!node.braced && isForeignBlank(name)) {
    const data = { name, isBlank: true } as const;
    context.report({ code, span, data, fix: replace(span, "BLANK()") });
    return unknown(node);
  }
  const whole = node.braced ? name : wholeName(span.start, name, schema, context);
  const near =
    whole === name
      ? suggestion(name, schema.fields.keys(), context.suggestible.isField)
      : { meant: whole, isSure: true };
  if (near !== undefined) {
    const end = whole === name ? span.end : span.start + whole.length;
    context.report({
      code,
      span,
      data: { name, suggestion: near.meant },
      ...(near.isSure && {
        fix: replace({ start: span.start, end }, referenceOfField(near.meant)),
      }),
    });
    return unknown(node);
  }
  const written = excerpt(source.slice(span.start, span.end));
  const isMeant = called !== undefined && context.suggestible.isFunction(called.name);
  const meant = isMeant ? { function: { name: called.name, written } } : {};
  context.report({ code, span, data: { name, ...meant } });
  return unknown(node);
}

/** The longest field whose name begins with the word, if it is written without braces: `unit price`. Otherwise the word. */
function wholeName(
  start: number,
  word: string,
  schema: Schema,
  { source, suggestible }: CheckContext,
): string {
  let longest = word;
  for (const field of schema.fields.keys()) {
    const end = start + field.length;
    if (
      field.length > longest.length &&
      source.slice(start, end).toLowerCase() === field.toLowerCase() &&
      !/[\p{L}\p{M}\p{Nd}_]/u.test(source.charAt(end)) &&
      suggestible.isField(field)
    ) {
      longest = field;
    }
  }
  return longest;
}

/** Checks the name of a parameter. Without a schema and declared parameters, its type is unknown. */
export function checkParameter(node: ParameterReference, context: CheckContext): Typed {
  const { schema, parameters } = context;
  const parameter = parameters?.get(node.name);
  if (parameter !== undefined) {
    return { kind: "parameter", type: parameter.type, parameter, node };
  }
  if (schema === undefined && parameters === undefined) return unknown(node);
  const { name, span } = node;
  const code = "unknown-parameter";
  const near = suggestion(name, parameters?.keys() ?? []);
  if (near !== undefined) {
    context.report({
      code,
      span,
      data: { name, suggestion: near.meant },
      ...(near.isSure && { fix: replace(span, `$${near.meant}`) }),
    });
    return unknown(node);
  }
  const { isField } = context.suggestible;
  const isExact = schema?.fields.has(name) === true && isField(name);
  const meant = isExact
    ? { meant: name, isSure: true }
    : suggestion(name, schema?.fields.keys() ?? [], isField);
  if (meant === undefined) {
    context.report({ code, span, data: { name } });
  } else {
    const field = referenceOfField(meant.meant);
    const fix = meant.isSure ? { fix: replace(span, field) } : {};
    context.report({ code, span, data: { name, field }, ...fix });
  }
  return unknown(node);
}
