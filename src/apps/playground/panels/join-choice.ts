import type { Field } from "../../../language/schema/index.ts";
import type { Span } from "../../../language/source/span.ts";
import {
  type CallExpression,
  type Expression,
  parse,
  sourceTokens,
} from "../../../language/syntax/index.ts";
import { type Choice, choiceOf, conditionsOf, isCallOf } from "./field-choice.ts";

/** A condition of a formula. */
interface Condition {
  readonly expression: Expression;
  /** The source, with the comments around it. */
  readonly text: string;
  /** The comment after its comma, to the end of the line. */
  readonly note: string;
}

/** The conditions of a formula that must all hold: the arguments of an `AND`, or the whole formula. */
interface Conditions {
  readonly conditions: readonly Condition[];
  /** The source before and after the conditions. */
  readonly before: string;
  readonly after: string;
}

/**
 * Adds a selection to a formula with AND. An earlier selection of the same field is removed; everything else stays as
 * written.
 *
 * @param choice without it, the earlier selection is only removed
 * @returns the new formula; `undefined` if the formula has a syntax error, or would become too long
 */
export function joinChoice(
  text: string,
  field: Field,
  choice: Choice | undefined,
): string | undefined {
  const read = readConditions(text);
  if (read === undefined) return;
  const { conditions, before, after } = read;
  const kept = conditions.filter(({ expression }) => choiceOf(field, expression) === undefined);
  const added = choice === undefined ? [] : conditionsOf(field, choice);
  if (kept.length === conditions.length && added.length === 0) return text;
  const joined = joinedText(
    [...kept, ...added.map((one) => ({ text: one, note: "" }))],
    before,
    after,
  );
  return joined === "" || parse(joined).ok ? joined : undefined;
}

/** The selection of a field among a formula's conditions; `undefined` if there is none. */
export function joinedChoice(text: string, field: Field): Choice | undefined {
  let found: Choice | undefined;
  for (const { expression } of readConditions(text)?.conditions ?? []) {
    const next = choiceOf(field, expression);
    if (found?.kind === "range" && next?.kind === "range") found = { ...found, ...next };
    else found ??= next;
  }
  return found;
}

function readConditions(text: string): Conditions | undefined {
  if (text.trim() === "") return { conditions: [], before: "", after: "" };
  const parsed = parse(text);
  if (!parsed.ok) return;
  const { root } = parsed.ast;
  const all = isCallOf(root, "AND") ? argumentsOf(text, root) : undefined;
  return all ?? { conditions: [{ expression: root, text, note: "" }], before: "", after: "" };
}

/** The arguments of a call, with everything between the commas. */
function argumentsOf(text: string, call: CallExpression): Conditions | undefined {
  const inside: Span[] = [];
  let depth = 0;
  let start = call.nameSpan.end;
  for (const { kind, span } of sourceTokens(text)) {
    if (span.start < call.nameSpan.end || span.end > call.span.end) continue;
    if (kind === "opening" && depth++ === 0) start = span.end;
    const isEnd = kind === "closing" && --depth === 0;
    if (!isEnd && !(kind === "comma" && depth === 1)) continue;
    inside.push({ start, end: span.start });
    start = span.end;
  }
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined || inside.length !== call.arguments.length) return;
  const texts = inside.map((span) => text.slice(span.start, span.end));
  // A comment after a comma, on the same line, belongs to the condition before it.
  const notes = texts.map((one, index) =>
    index === 0 ? "" : (/^[ \t]*\/\/.*/.exec(one)?.[0] ?? ""),
  );
  return {
    conditions: call.arguments.map((expression, index) => ({
      expression,
      text: (texts[index] ?? "").slice(notes[index]?.length),
      note: notes[index + 1] ?? "",
    })),
    before: text.slice(0, first.start),
    after: text.slice(last.end),
  };
}

function joinedText(
  parts: readonly Pick<Condition, "text" | "note">[],
  before: string,
  after: string,
): string {
  const [only, ...others] = parts;
  if (only === undefined) return "";
  // There is nothing else outside of the conditions, such as a comment.
  const isBare = /^(?:AND\(\))?$/i.test(`${before}${after}`.replace(/\s/g, ""));
  if (others.length === 0 && isBare) return `${only.text.trim()}${only.note}`;
  const [head, tail] = before === "" ? ["AND(", ")"] : [before, after];
  // If each condition is on its own line, the added one gets its own line too.
  const indent = parts
    .map(({ text }) => /^\s*\n\s*/.exec(text)?.[0])
    .find((white) => white !== undefined);
  const lines = parts.map(({ text, note }, index) => {
    const comma = index === parts.length - 1 ? "" : ",";
    const white = indent ?? (index === 0 ? "" : " ");
    const end = note !== "" && indent === undefined ? "\n" : "";
    return `${white}${withoutEnd(text.trim())}${comma}${note}${end}`;
  });
  return `${head}${lines.join("")}${indent === undefined ? "" : "\n"}${tail}`;
}

/** Ends a final line comment, which must not hide what follows. */
function withoutEnd(text: string): string {
  const last = sourceTokens(text).at(-1);
  return last?.kind === "comment" && last.image.startsWith("//") ? `${text}\n` : text;
}
