import { lookUpFunction } from "../../../language/functions/registry.ts";
import type { Field } from "../../../language/schema/index.ts";
import { nameOfField, textOfLiteral } from "../../../language/syntax/index.ts";
import type { Completions } from "../completion-item.ts";
import { type Cursor, cursorAt } from "../cursor/cursor.ts";
import { type CursorArgument, cursorArgument } from "../cursor/cursor-tree.ts";
import { type Fitting, fittingAt } from "../cursor/fitting.ts";
import { type MarkedCursor, markCursor } from "../cursor/marked-cursor.ts";
import { valueField } from "../cursor/value-field.ts";
import type { FunctionCard } from "../describe/function-card.ts";
import type { Knowledge } from "../knowledge.ts";
import type { ValueCache } from "../value-cache.ts";
import { type Draft, itemsOf } from "./draft.ts";
import { fieldDrafts } from "./field-drafts.ts";
import { usageAt } from "./field-usage.ts";
import { functionDrafts } from "./function-drafts.ts";
import { functionsAlike } from "./function-usage.ts";
import { literalDrafts } from "./literal-drafts.ts";
import { operatorDrafts } from "./operator-drafts.ts";
import { parameterDrafts } from "./parameter-drafts.ts";
import { valueDrafts } from "./value-drafts.ts";
import { isCondition, type WantedKind } from "./weights.ts";

/** The sources of completions. */
export interface CompletionSources {
  readonly knowledge: Knowledge;
  readonly cards: Iterable<FunctionCard>;
  readonly values: ValueCache;
}

/** Completions, and the values that could be added to them. */
export interface Completing {
  readonly completions: Completions;
  /** The field whose values are not cached, and the prefix of the values. */
  readonly wanted: { readonly field: Field; readonly prefix: string } | undefined;
}

/** The completions at an offset. */
export function completeAt(text: string, offset: number, sources: CompletionSources): Completing {
  const { knowledge } = sources;
  const cursor = behindWholeName(cursorAt(text, offset, knowledge.schema.fields.keys()), knowledge);
  switch (cursor.context.kind) {
    case "none":
      return listed(cursor, [], "");
    case "operator":
      return listed(cursor, operatorDrafts(cursor, knowledge), cursor.written);
    default:
      if (!isFull(cursor, knowledge)) return completeOperand(cursor, sources);
      // Only the closing parenthesis can follow; after a comma, nothing can.
      return cursor.before?.kind === "opening"
        ? listed(cursor, operatorDrafts(cursor, knowledge), "")
        : listed(cursor, [], "");
  }
}

/** After the complete name of a field that is no prefix of another name, complete an operator. */
function behindWholeName(cursor: Cursor, { schema, registry }: Knowledge): Cursor {
  const { context, written, offset, span, text } = cursor;
  const isName = context.kind === "operand" && span.end === offset && schema.fields.has(written);
  if (!isName) return cursor;
  const longer = [...schema.fields.keys(), ...registry.keys()].some(
    (name) => name.length > written.length && name.startsWith(written),
  );
  if (longer) return cursor;
  const whole = { kind: "name", span, image: written } as const;
  const rest = { start: offset, end: offset };
  return {
    text,
    offset,
    levels: cursor.levels,
    context: { kind: "operator" },
    span: rest,
    written: "",
    before: whole,
  };
}

function completeOperand(cursor: Cursor, sources: CompletionSources): Completing {
  const { knowledge, cards } = sources;
  const { text, span, written, context } = cursor;
  const marked = markCursor(text, span, knowledge);
  const argument = marked && cursorArgument(marked, knowledge);
  const literal = argument?.parameter?.literal === undefined ? undefined : argument.parameter;
  if (context.kind === "text" || literal !== undefined) {
    const quote = context.kind === "text" ? context.quote : "";
    const prefix = quote === "" ? written : textOfLiteral(`${written}${quote}`);
    if (literal !== undefined) {
      return listed(cursor, literalDrafts(literal, knowledge, quote), prefix);
    }
    const field = marked && valueField(marked, argument, knowledge);
    return withValues(cursor, [], field, prefix, quote, sources);
  }
  const fitting = fittingAt(marked, knowledge);
  const wanted = wantedAt(cursor, marked, fitting, argument);
  if (context.kind === "parameter") {
    return listed(cursor, parameterDrafts(knowledge, fitting, wanted), written);
  }
  const usage = usageAt(marked, knowledge);
  if (context.kind === "field") {
    const prefix = nameOfField(`${written}}`);
    return listed(cursor, fieldDrafts(knowledge, fitting, wanted, true, usage), prefix);
  }
  const drafts = [
    ...fieldDrafts(knowledge, fitting, wanted, false, usage),
    ...functionDrafts(cards, knowledge, fitting, wanted, isCalled(cursor), {
      around: argument?.definition.name,
      alike: marked === undefined ? [] : functionsAlike(marked, knowledge),
    }),
    ...parameterDrafts(knowledge, fitting, wanted),
  ];
  const field = marked && valueField(marked, argument, knowledge);
  return withValues(cursor, drafts, field, written, "", sources);
}

function wantedAt(
  { levels }: Cursor,
  marked: MarkedCursor | undefined,
  fitting: Fitting,
  argument: CursorArgument | undefined,
): WantedKind {
  // Parentheses that only group contain a part of a comparison.
  if (marked?.path.length === 1) return levels.length === 0 ? "formula" : "next condition";
  if (!isCondition(fitting)) {
    const isDate = fitting.date === "exact" && fitting.number === "never";
    return marked?.path[1]?.kind === "binary" || isDate ? "operand" : "value";
  }
  return argument !== undefined && argument.index > 0 ? "next condition" : "condition";
}

/** Whether the call around the offset accepts no further argument. */
function isFull({ levels }: Cursor, { registry }: Knowledge): boolean {
  const level = levels.at(-1);
  const definition = level?.callee && lookUpFunction(registry, level.callee.image);
  return definition !== undefined && (level?.argument ?? 0) >= definition.most;
}

/** Whether an opening parenthesis follows the name. */
function isCalled({ text, span, written }: Cursor): boolean {
  return written !== "" && /^\s*\(/.test(text.slice(span.end));
}

function withValues(
  cursor: Cursor,
  drafts: readonly Draft[],
  field: Field | undefined,
  prefix: string,
  quote: string,
  { knowledge, values }: CompletionSources,
): Completing {
  const { choices } = field ?? {};
  if (field === undefined || (choices === undefined && values.isEmpty)) {
    return listed(cursor, drafts, prefix);
  }
  const found = choices?.map((value) => ({ value })) ?? values.get(field, prefix);
  const all = [...valueDrafts(field, found ?? [], quote, knowledge.texts), ...drafts];
  return listed(cursor, all, prefix, found === undefined ? { field, prefix } : undefined);
}

function listed(
  { text, span }: Cursor,
  drafts: readonly Draft[],
  prefix: string,
  wanted?: Completing["wanted"],
): Completing {
  const isNew = text.trim() === "";
  const { items, isCut } = itemsOf(drafts, span, prefix, text.slice(span.start, span.end), isNew);
  const isIncomplete = isCut || wanted !== undefined || items.some(({ kind }) => kind === "value");
  return {
    completions: { span, items, isIncomplete, awaitsValues: wanted !== undefined },
    wanted,
  };
}
