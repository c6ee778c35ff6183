import type { Schema } from "../schema/declarations.ts";
import { replace, type SyntaxFinding } from "../source/finding.ts";
import { nameOfField } from "../syntax/index.ts";

const LEFT = /(?:(\{(?:[^{}\\]|\\.)+\})|([\p{L}_][\p{L}\p{M}\p{Nd}_]*))\s*(?:NOT\s+)?$/iu;

/** For a field of lists, `x IN (…)` and `x CONTAINS …` ask for items. The parser knows no types, and proposes what texts need. */
export function aboutItems(finding: SyntaxFinding, source: string, schema: Schema): SyntaxFinding {
  if (finding.code === "foreign-syntax") return aboutLength(finding, schema);
  if (finding.code !== "foreign-operator") return finding;
  const { span, data, fix } = finding;
  if (data.operator.toUpperCase() === "IN" && fix === undefined) {
    return aboutMember(finding, source, schema);
  }
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

const TEXT_BEFORE = /(^|[(,])\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*$/;
const FIELD_BEHIND =
  /^\s*(?:(\{(?:[^{}\\]|\\.)+\})|([\p{L}_][\p{L}\p{M}\p{Nd}_]*))(?=\s*(?:$|[),]))/u;

/** `"a" IN {tags}` asks whether a list has an item, and `"a" IN {name}` whether a text has a part. */
function aboutMember(
  finding: SyntaxFinding & { readonly code: "foreign-operator" },
  source: string,
  schema: Schema,
): SyntaxFinding {
  const { span, data } = finding;
  const [behind = "", braced, bare = ""] = FIELD_BEHIND.exec(source.slice(span.end)) ?? [];
  const type = schema.fields.get(braced === undefined ? bare : nameOfField(braced))?.type;
  if (type !== "list" && type !== "text") return finding;
  const instead = [type === "list" ? "HAS(list, item)" : "CONTAINS(text, part)"];
  const [, , text] = TEXT_BEFORE.exec(source.slice(0, span.start)) ?? [];
  if (text === undefined) return { ...finding, data: { ...data, instead } };
  const whole = { start: source.lastIndexOf(text, span.start), end: span.end + behind.length };
  const call = `${type === "list" ? "HAS" : "CONTAINS"}(${braced ?? bare}, ${text})`;
  const isNegated = /^NOT\b/i.test(source.slice(span.start, span.end));
  const fix = replace(whole, isNegated ? `NOT(${call})` : call);
  return { ...finding, data: { ...data, instead }, fix };
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
