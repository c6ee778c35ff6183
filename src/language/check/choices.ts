import { suggestionAmong } from "../../util/suggest.ts";
import type { Field } from "../schema/field.ts";
import { excerpt, replace } from "../source/finding.ts";
import { literalOfText } from "../syntax/index.ts";
import type { CheckContext } from "./checker.ts";
import type { Typed } from "./typed.ts";

/** The most choices in the data of a diagnostic. */
const MOST_SHOWN = 10;

/** The most findings of a formula that name what was meant: a search among many choices takes long. */
const MOST_SUGGESTED = 10;

/** Warns of a test whether a field, or an item of it, equals a text that is not one of the field's choices. */
export function warnOfChoice(left: Typed, right: Typed, context: CheckContext): void {
  warn(left, right, context);
  warn(right, left, context);
}

function warn(subject: Typed, other: Typed, context: CheckContext): void {
  if (other.kind !== "text" || other.value === "") return;
  const field = fieldOf(subject);
  const { choices } = field ?? {};
  if (field === undefined || choices === undefined || choices.includes(other.value)) return;
  // The choices of a field that the policy denies are not for its users.
  if (!context.suggestible.isField(field.name)) return;
  const { span } = other.node;
  const earlier = context.findings.filter(({ code }) => code === "unknown-choice").length;
  const near = earlier < MOST_SUGGESTED ? suggestionAmong(other.value, choices) : undefined;
  context.report({
    code: "unknown-choice",
    span,
    data: {
      field: field.name,
      text: excerpt(other.value),
      ...(near && { suggestion: near.meant }),
      choices: choices.slice(0, MOST_SHOWN).map(excerpt),
      count: choices.length,
    },
    ...(near?.isSure && { fix: replace(span, literalOfText(near.meant)) }),
  });
}

/** The field that is compared itself: a text that is converted to a list is its only item. */
function fieldOf(typed: Typed): Field | undefined {
  const field = typed.kind === "convert" && typed.type === "list" ? typed.operand : typed;
  return field.kind === "field" ? field.field : undefined;
}
