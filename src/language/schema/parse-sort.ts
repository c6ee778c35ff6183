import { requireKind, requireOptions } from "../../util/misuse.ts";
import { suggest } from "../../util/suggest.ts";
import { type ProblemFinding, type ProblemOfCodes, problemText } from "../source/coded-problem.ts";
import { ENGLISH_SORT } from "../source/messages/english-problems.ts";
import type { Messages } from "../source/messages/messages.ts";
import type { Span } from "../source/span.ts";
import type { Schema } from "./declarations.ts";
import { requireSchema } from "./schema.ts";
import type { SortKey } from "./sort-keys.ts";

/** A mistake in the text of an order. Its code determines the type of its data. */
export type SortProblem = ProblemOfCodes<keyof typeof ENGLISH_SORT> & {
  /** The span of the name in the text. */
  readonly span: Span;
};

/** Options of `parseSort`. */
export interface ParseSortOptions {
  /** The catalogue of the texts of mistakes; English unless given. */
  readonly messages?: Messages | undefined;
}

/** The order in a text, or its mistakes. */
export type ParsedSort =
  | { readonly ok: true; readonly sort: readonly SortKey[] }
  | { readonly ok: false; readonly problems: readonly SortProblem[] };

/** The text of a request may have any number of mistakes. */
const MOST_PROBLEMS = 20;

/**
 * Parses an order in the syntax of URLs: `"-price,name"` sorts by price in descending order, and then by name. A name with a
 * comma is written in braces, as in formulas. An empty string means no order.
 *
 * @returns the keys for `filter`, `select` and `toQuery`, or the first 20 mistakes; no string throws
 */
export function parseSort(
  text: string,
  schema: Schema,
  options: ParseSortOptions = {},
): ParsedSort {
  requireKind(text, "text", "`parseSort`: the text");
  requireSchema(schema, "parseSort");
  requireOptions(options, "parseSort", { messages: "object" });
  const sort: SortKey[] = [];
  const problems: SortProblem[] = [];
  if (text.trim() === "") return { ok: true, sort };
  let next = 0;
  while (next <= text.length && problems.length < MOST_PROBLEMS) {
    const { field, span, direction } = readKey(text, next);
    const problem = problemOf(field, sort, schema);
    if (problem === undefined) sort.push({ field, direction });
    else {
      const message = problemText(problem, ENGLISH_SORT, options.messages);
      problems.push({ ...problem, message, span });
    }
    next = skipSpace(text, span.end) + 1;
  }
  return problems.length === 0 ? { ok: true, sort } : { ok: false, problems };
}

function readKey(text: string, from: number): { field: string; span: Span } & Required<SortKey> {
  let start = skipSpace(text, from);
  const direction = text[start] === "-" ? "desc" : "asc";
  if (direction === "desc") start = skipSpace(text, start + 1);
  const close = closingBrace(text, start);
  const next = skipSpace(text, close + 1);
  if (close !== -1 && (next === text.length || text[next] === ",")) {
    const field = text.slice(start + 1, close).replace(/\\(.)/gs, "$1");
    return { field, span: { start, end: close + 1 }, direction };
  }
  const comma = text.indexOf(",", start);
  let end = comma === -1 ? text.length : comma;
  while (end > start && isSpace(text[end - 1])) end--;
  return { field: text.slice(start, end), span: { start, end }, direction };
}

/** The end of a name in braces; -1 if there is none. */
function closingBrace(text: string, start: number): number {
  if (text[start] !== "{") return -1;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "}") return at;
  }
  return -1;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at++;
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

function problemOf(
  field: string,
  before: readonly SortKey[],
  schema: Schema,
): ProblemFinding<SortProblem["code"]> | undefined {
  const data = { field };
  if (field === "") return { code: "missing-field", data };
  const known = schema.fields.get(field);
  if (known === undefined) {
    const suggestion = suggest(field, schema.fields.keys());
    return { code: "unknown-field", data: suggestion === undefined ? data : { field, suggestion } };
  }
  if (known.type === "list") return { code: "not-sortable", data };
  const isThere = before.some((key) => key.field === field);
  return isThere ? { code: "duplicate-field", data } : undefined;
}
