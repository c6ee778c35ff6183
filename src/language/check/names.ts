import { quote } from "../../util/quote.ts";
import { suggestion } from "../../util/suggest.ts";
import { lookUpFunction } from "../functions/registry.ts";
import { type DiagnosticExtras, replaceFix } from "../source/report.ts";
import type { FieldReference, ParameterReference } from "../syntax/index.ts";
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

/** Checks a name: it is a field of the schema, or a function that needs no parentheses. */
export function checkName(node: FieldReference, context: CheckContext): Typed {
  const { schema, registry, source } = context;
  const field = schema?.fields.get(node.name);
  if (field !== undefined) {
    context.fields.set(node.name, field);
    return { kind: "field", type: field.type, field, node };
  }
  const called = node.braced ? undefined : lookUpFunction(registry, node.name);
  if (called !== undefined && BARE_FUNCTIONS.has(called.name)) {
    const call = { kind: "call", name: node.name, nameSpan: node.span, arguments: [] } as const;
    return checkCall({ ...call, id: node.id, span: node.span }, context);
  }
  if (schema === undefined) {
    context.fields.set(node.name, undefined);
    return unknown(node);
  }
  if (!node.braced && isForeignBlank(node.name)) {
    context.report("unknown-field", node.span, `there is no field ${quote(node.name)}`, {
      help: "write `BLANK()` for a missing value",
      fix: replaceFix("write BLANK()", node.span, "BLANK()"),
    });
    return unknown(node);
  }
  const near = suggestion(node.name, schema.fields.keys());
  const written = source.slice(node.span.start, node.span.end);
  const extras =
    near === undefined
      ? called === undefined
        ? {}
        : { help: `${quote(written)} is a function: write \`${called.name}(…)\`` }
      : {
          help: `did you mean ${quote(near.meant)}`,
          ...(near.isSure && {
            fix: replaceFix(`write ${quote(near.meant)}`, node.span, bracedName(near.meant)),
          }),
        };
  context.report("unknown-field", node.span, `there is no field ${quote(node.name)}`, extras);
  return unknown(node);
}

/** Checks the name of a parameter. If neither a schema nor parameters are given, its type is unknown. */
export function checkParameter(node: ParameterReference, context: CheckContext): Typed {
  const { schema, parameters } = context;
  const parameter = parameters?.get(node.name);
  if (parameter !== undefined) {
    return { kind: "parameter", type: parameter.type, parameter, node };
  }
  if (schema === undefined && parameters === undefined) return unknown(node);
  context.report(
    "unknown-parameter",
    node.span,
    `there is no parameter ${quote(`$${node.name}`)}`,
    otherName(node, context),
  );
  return unknown(node);
}

/** What the author of an unknown parameter may have meant. */
function otherName(
  { name, span }: ParameterReference,
  context: CheckContext,
): DiagnosticExtras | undefined {
  const near = suggestion(name, context.parameters?.keys() ?? []);
  if (near !== undefined) {
    const meant = `$${near.meant}`;
    const help = `did you mean ${quote(meant)}`;
    return near.isSure ? { help, fix: replaceFix(`write ${quote(meant)}`, span, meant) } : { help };
  }
  if (context.schema?.fields.has(name) !== true) return undefined;
  const field = bracedName(name);
  return {
    help: `for the field, write ${quote(field)}`,
    fix: replaceFix(`write ${quote(field)}`, span, field),
  };
}

function bracedName(name: string): string {
  return `{${name.replace(/[\\{}]/g, "\\$&")}}`;
}
