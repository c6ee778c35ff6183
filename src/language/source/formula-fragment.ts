import { misuse } from "../../util/misuse.ts";

const FRAGMENT: unique symbol = Symbol.for("isoform.fragment");

/** A formula, or a part of one, created by the template tag `fx`; its text is in `source`. */
export interface Fragment {
  readonly [FRAGMENT]: true;
  /** The formula's text. */
  readonly source: string;
  /** The formula's text. */
  toString(): string;
}

/** Wraps a text that is known to be a formula, or a part of one. */
export function fragmentOf(source: string): Fragment {
  const fragment: Fragment = { [FRAGMENT]: true, source, toString: () => source };
  return Object.freeze(fragment);
}

/** Whether a value is a fragment. Values parsed from JSON never are. */
export function isFragment(value: unknown): value is Fragment {
  return typeof value === "object" && value !== null && FRAGMENT in value;
}

/**
 * The text of a formula that a caller passed.
 *
 * @param call the call's name, for the message
 * @throws `TypeError` unless the formula is a text or a fragment.
 */
export function sourceText(formula: string | Fragment, call: string): string {
  if (typeof formula === "string") return formula;
  if (isFragment(formula)) return formula.source;
  const advice = Array.isArray(formula)
    ? "a query parameter that was sent twice is an array: take one, or refuse the request"
    : undefined;
  throw misuse(`\`${call}\`: the formula`, "a text or a fragment of `fx`", formula, advice);
}
