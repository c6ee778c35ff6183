import type { Schema } from "../schema/declarations.ts";
import { replace, type SyntaxFinding } from "../source/finding.ts";
import { nameOfField } from "../syntax/index.ts";

const LEFT = /(?:(\{(?:[^{}\\]|\\.)+\})|([\p{L}_][\p{L}\p{M}\p{Nd}_]*))\s*(?:NOT\s+)?$/iu;

/** For a field of lists, `x IN (…)` and `x CONTAINS …` ask for items. The parser knows no types, and proposes what texts need. */
export function aboutItems(finding: SyntaxFinding, source: string, schema: Schema): SyntaxFinding {
  if (finding.code === "foreign-syntax") return aboutLength(finding, schema);
  if (finding.code !== "foreign-operator") return finding;
  const { span, data, fix } = finding;
  const form = FORMS.get(data.operator.toUpperCase());
  const [, braced, bare] = (form && LEFT.exec(source.slice(0, span.start))) ?? [];
  const name = braced === undefined ? bare : nameOfField(braced);
  if (form === undefined || name === undefined) return finding;
  if (schema.fields.get(name)?.type !== "list") return finding;
  const [edit] = fix ?? [];
  const items = edit && source.slice(span.end, edit.span.end).trim();
  const call = `${form[0]}(${braced ?? bare}, ${items?.replace(/^\(|\)$/g, "")})`;
  const isNegated = edit?.text.startsWith("NOT(") === true;
  return {
    ...finding,
    data: { ...data, instead: [form[1]] },
    ...(edit && { fix: replace(edit.span, isNegated ? `NOT(${call})` : call) }),
  };
}

/** The `.length` of a list is the number of its items. */
function aboutLength(
  finding: SyntaxFinding & { readonly code: "foreign-syntax" },
  schema: Schema,
): SyntaxFinding {
  const { data, fix } = finding;
  const written = data.instead?.startsWith("LEN(") ? data.instead.slice(4, -1) : "";
  const name = written.startsWith("{") ? nameOfField(written) : written;
  const [edit] = fix ?? [];
  if (edit === undefined || schema.fields.get(name)?.type !== "list") return finding;
  const instead = `COUNTALL(${written})`;
  return { ...finding, data: { ...data, instead }, fix: replace(edit.span, instead) };
}

const FORMS: ReadonlyMap<string, readonly [name: string, form: string]> = new Map([
  ["IN", ["HASANY", "HASANY(list, item, …)"]],
  ["CONTAINS", ["HAS", "HAS(list, item)"]],
]);
