import { suggestion } from "../../util/suggest.ts";
import { excerpt, replace } from "../source/finding.ts";
import { type CallExpression, referenceOfField } from "../syntax/index.ts";
import type { CheckContext } from "./checker.ts";
import { textOf } from "./convert.ts";
import { helpOnForeignFunction } from "./foreign-functions.ts";

const code = "unknown-function";

/** Reports a call of a function that does not exist. */
export function reportUnknownFunction(node: CallExpression, context: CheckContext): void {
  const { name, nameSpan: span } = node;
  const { isFunction } = context.suggestible;
  const upper = name.toUpperCase();
  if (reportAccessor(node, context)) return;
  const foreign = helpOnForeignFunction(upper, isFunction);
  if (foreign !== undefined) {
    context.report({ code, span, data: { name, foreign } });
    return;
  }
  const near = suggestion(name, context.registry.keys(), isFunction);
  if (near !== undefined) {
    context.report({
      code,
      span,
      data: { name, suggestion: near.meant },
      ...(near.isSure && !isOtherWord(upper, near.meant) && { fix: replace(span, near.meant) }),
    });
    return;
  }
  const isField = context.schema?.fields.has(name) === true;
  const field = isField ? { field: excerpt(textOf(node, context.source)) } : {};
  context.report({ code, span, data: { name, ...field } });
}

/** Functions of other languages that return a field by its name, such as `prop("price")` of Notion. */
const ACCESSORS: ReadonlySet<string> = new Set(["PROP", "FIELD", "COL", "COLUMN", "F"]);

/** Reports `prop("price")`. Returns false for other calls. */
function reportAccessor(node: CallExpression, context: CheckContext): boolean {
  const { name, span } = node;
  const [only, ...others] = node.arguments;
  if (!ACCESSORS.has(name.toUpperCase()) || only?.kind !== "text" || others.length > 0)
    return false;
  const { schema, suggestible } = context;
  const { isField } = suggestible;
  const isExact = schema?.fields.has(only.value) === true && isField(only.value);
  const meant = isExact
    ? { meant: only.value, isSure: true }
    : suggestion(only.value, schema?.fields.keys() ?? [], isField);
  const instead = meant === undefined ? "{name}" : referenceOfField(meant.meant);
  context.report({
    code,
    span,
    data: { name, foreign: { instead: [instead] } },
    ...(meant?.isSure && { fix: replace(span, instead) }),
  });
  return true;
}

/** Whether a name that is nearly one of ours may be a word of its own: a short one, a longer one, or the opposite. */
function isOtherWord(name: string, meant: string): boolean {
  const isSlip = lettersOf(name) === lettersOf(meant) || undoubled(name) === undoubled(meant);
  if (isSlip) return false;
  if (Math.min(name.length, meant.length) < 4) return true;
  return name === `${meant}S` || (/^(?:IS|HAS)/.test(meant) && withoutN(name) === withoutN(meant));
}

function lettersOf(name: string): string {
  return [...name].sort().join("");
}

function undoubled(name: string): string {
  return name.replace(/(.)\1/g, "$1");
}

function withoutN(name: string): string {
  return name.replaceAll("N", "");
}
