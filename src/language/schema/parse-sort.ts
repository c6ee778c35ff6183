import { requireKind } from "../../util/misuse.ts";
import { quote } from "../../util/quote.ts";
import { suggest } from "../../util/suggest.ts";
import type { Span } from "../source/span.ts";
import type { Schema } from "./declarations.ts";
import { requireSchema } from "./schema.ts";
import type { SortKey } from "./sort-keys.ts";

/** A mistake in the text of an order. */
export interface SortProblem {
  /** What is wrong: there is no such field, lists have no order, the field is there twice, or its name is missing. */
  readonly code: "unknown-field" | "not-sortable" | "duplicate-field" | "missing-field";
  /** The name of the field, as it is written. */
  readonly field: string;
  /** The field that was probably meant. */
  readonly suggestion?: string;
  /** What is wrong, for people. */
  readonly message: string;
  /** The place of the name in the text. */
  readonly span: Span;
}

/** The order that a text says, or what is wrong with it. */
export type ParsedSort =
  | { readonly ok: true; readonly sort: readonly SortKey[] }
  | { readonly ok: false; readonly problems: readonly SortProblem[] };

const KEY = /([ \t]*(-?)[ \t]*)(\{(?:\\.|[^\\}])*\}(?=[ \t]*(?:,|$))|[^,]*?)[ \t]*(?:,|$)/gs;

/**
 * Reads an order as addresses have it: `"-price,name"` is by price, the greatest first, and then by name. A name with a comma
 * is written in braces, as in formulas. An empty text is no order.
 *
 * @returns the keys for `filter`, `select` and `toQuery`, or each mistake; a text of users never throws
 */
export function parseSort(text: string, schema: Schema): ParsedSort {
  requireKind(text, "text", "`parseSort`: the text");
  requireSchema(schema, "parseSort");
  const sort: SortKey[] = [];
  const problems: SortProblem[] = [];
  for (const { index, 0: whole, 1: before = "", 2: sign, 3: written = "" } of text.matchAll(KEY)) {
    const start = index + before.length;
    const span = { start, end: start + written.length };
    const isBraced = written.startsWith("{") && written.endsWith("}");
    const field = isBraced ? written.slice(1, -1).replace(/\\(.)/gs, "$1") : written;
    // After the last key there is one more match, of nothing.
    const isEnd = whole === "" && (index === 0 || text[index - 1] !== ",");
    if (isEnd || text.trim() === "") break;
    const problem = problemOf(field, sort, schema);
    if (problem === undefined) sort.push({ field, direction: sign === "-" ? "desc" : "asc" });
    else problems.push({ ...problem, field, span });
  }
  return problems.length === 0 ? { ok: true, sort } : { ok: false, problems };
}

function problemOf(
  field: string,
  before: readonly SortKey[],
  schema: Schema,
): Pick<SortProblem, "code" | "message" | "suggestion"> | undefined {
  if (field === "") return { code: "missing-field", message: "the name of a field is missing" };
  const known = schema.fields.get(field);
  if (known === undefined) {
    const suggestion = suggest(field, schema.fields.keys());
    const message = `there is no field ${quote(field)}`;
    if (suggestion === undefined) return { code: "unknown-field", message };
    const question = `${message}; did you mean ${quote(suggestion)}?`;
    return { code: "unknown-field", message: question, suggestion };
  }
  if (known.type === "list") {
    return { code: "not-sortable", message: `${quote(field)} is a list, and lists have no order` };
  }
  const isThere = before.some((key) => key.field === field);
  return isThere
    ? { code: "duplicate-field", message: `${quote(field)} is sorted by twice` }
    : undefined;
}
