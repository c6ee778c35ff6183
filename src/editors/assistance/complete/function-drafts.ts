import type { Schema } from "../../../language/schema/index.ts";
import type { Fit, Fitting } from "../cursor/fitting.ts";
import type { FunctionCard } from "../describe/function-card.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Draft } from "./draft.ts";
import { constantWeight, functionWeight, type WantedKind } from "./weights.ts";

/** The functions with a result that may be used at the cursor. */
export function functionDrafts(
  cards: Iterable<FunctionCard>,
  { schema }: Knowledge,
  fitting: Fitting,
  wanted: WantedKind,
  isCalled: boolean,
  { around, alike }: FunctionUses,
): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const card of cards) {
    const { definition, type, isConstant, call, signature, markdown } = card;
    const { name, role, result } = definition;
    const isMissing = role !== undefined && schema[role] === undefined;
    const fit = type === undefined ? "exact" : fitting[type];
    if (isMissing || fit === "never" || result === "error") continue;
    drafts.push({
      kind: isConstant ? "constant" : "function",
      label: name,
      type,
      detail: signature.label,
      documentation: markdown,
      text: isCalled ? name : call.text,
      ...(isCalled ? {} : { tabStops: call.tabStops }),
      name,
      weight:
        weightOf(card, fit, wanted, around) +
        (isUseful(card, schema) ? 0 : WITHOUT_FIELD) +
        (name === around ? NESTED : 0) +
        (alike.includes(name) ? ALIKE : 0),
    });
  }
  return drafts;
}

function weightOf(
  { definition, isConstant }: FunctionCard,
  fit: Fit,
  wanted: WantedKind,
  around: string | undefined,
): number {
  const { name } = definition;
  return isConstant ? constantWeight(name, fit, wanted) : functionWeight(name, fit, wanted, around);
}

/** The functions used near the cursor. */
export interface FunctionUses {
  /** The function whose argument is being typed. */
  readonly around: string | undefined;
  /** Functions that often follow those of the other operand, or of the previous argument. */
  readonly alike: readonly string[];
}

const ALIKE = -30;
const WITHOUT_FIELD = 15;
/** A penalty for AND inside AND, or NOT inside NOT, which is redundant. */
const NESTED = 10;

/** Whether the schema has a field of the type of the function's first date or list parameter. */
function isUseful({ definition }: FunctionCard, { fields }: Schema): boolean {
  const type = definition.written[0]?.type;
  if (type !== "date" && type !== "list") return true;
  for (const field of fields.values()) if (field.type === type) return true;
  return false;
}
