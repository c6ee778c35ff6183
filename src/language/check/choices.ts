import { suggestionAmong } from "../../util/suggest.ts";
import type { Field } from "../schema/field.ts";
import { excerpt, replace } from "../source/finding.ts";
import { literalOfText } from "../syntax/index.ts";
import { lowerText, upperText } from "../values/text/index.ts";
import type { CheckContext } from "./checker.ts";
import type { Typed } from "./typed.ts";

/** The most choices in the data of a diagnostic. */
const MOST_SHOWN = 10;

/** The most findings of a formula that name what was meant: a search among many choices takes long. */
const MOST_SUGGESTED = 10;

/**
 * Warns of a test whether a field, or an item of it, equals a text that is not one of the field's choices.
 *
 * @param ignoresCase whether the test ignores the case of both sides
 */
export function warnOfChoice(
  left: Typed,
  right: Typed,
  context: CheckContext,
  ignoresCase = false,
): void {
  warn(left, right, context, ignoresCase);
  warn(right, left, context, ignoresCase);
}

function warn(subject: Typed, other: Typed, context: CheckContext, ignoresCase: boolean): void {
  if (other.kind !== "text" || other.value === "") return;
  const { field, inCase } = fieldIn(subject) ?? {};
  if (field?.choices === undefined) return;
  const letters = ignoresCase || inCase === undefined ? undefined : IN_CASE[inCase];
  const choices = letters ? [...new Set(field.choices.map(letters))] : field.choices;
  const compared = ignoresCase ? lowerText : (text: string): string => text;
  if (choices.some((choice) => compared(choice) === compared(other.value))) return;
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
      ...(letters && inCase && { inCase }),
      ...(near && { suggestion: near.meant }),
      choices: choices.slice(0, MOST_SHOWN).map(excerpt),
      count: choices.length,
    },
    ...(near?.isSure && { fix: replace(span, literalOfText(near.meant)) }),
  });
}

const IN_CASE = { lower: lowerText, upper: upperText } as const;

/** The field that is compared itself, or in lower or upper case: a text that is converted to a list is its only item. */
function fieldIn(
  typed: Typed,
): { readonly field: Field; readonly inCase?: "lower" | "upper" } | undefined {
  if (typed.kind === "field") return { field: typed.field };
  if (typed.kind === "convert" && typed.type === "list") return fieldIn(typed.operand);
  if (typed.kind !== "call") return undefined;
  const { name } = typed.definition;
  const inCase = name === "LOWER" ? "lower" : name === "UPPER" ? "upper" : undefined;
  const [argument] = typed.arguments;
  if (inCase === undefined || argument?.kind !== "value") return undefined;
  // The joined text of a list is no choice.
  return argument.value.kind === "field" ? { field: argument.value.field, inCase } : undefined;
}
