import { type CoreNode, operandsOf, threeOperandsOf } from "../../language/core/node.ts";
import { textLength } from "../../language/values/text/index.ts";

/** Tests whether a text starts with, ends with or equals a constant, or has it after `skipped` code points. */
export type PartTest =
  | { readonly text: CoreNode; readonly test: "startsWith" | "endsWith" | "===" }
  | { readonly text: CoreNode; readonly test: "hasAt"; readonly skipped: number };

/** Skipping more code points than this one by one is slower than slicing the text. */
const MOST_SKIPPED = 32;

/**
 * LEFT, MID or RIGHT of a text, compared with a constant, as a test without slicing; `undefined` for other values.
 *
 * @param constant a nonblank text
 */
export function partTest(value: CoreNode, constant: string): PartTest | undefined {
  if (value.op !== "slice" || value.mayFail) return undefined;
  const [text, start, { op, data: wanted }] = threeOperandsOf(value);
  if (op !== "literal" || typeof wanted !== "number") return undefined;
  const count = Math.floor(wanted);
  if (constant === "") return undefined;
  const length = textLength(constant);
  const skipped = start.op === "literal" ? Math.floor(Number(start.data)) - 1 : 0;
  if (skipped > 0) {
    return length === count && skipped <= MOST_SKIPPED
      ? { text, test: "hasAt", skipped }
      : undefined;
  }
  const test = isOne(start) ? "startsWith" : isEnd(start, text, count) ? "endsWith" : undefined;
  if (test === undefined) return undefined;
  // The whole text, if it is this short. A longer constant needs the general comparison.
  if (length < count) return { text, test: "===" };
  return length === count ? { text, test } : undefined;
}

function isOne({ op, data }: CoreNode): boolean {
  return op === "literal" && data === 1;
}

/** Whether a position is that of the last `count` code points of a text. */
function isEnd(position: CoreNode, text: CoreNode, count: number): boolean {
  if (position.op !== "subtract") return false;
  const [length, { op, data }] = operandsOf(position);
  return (
    length.op === "length" && length.operands[0] === text && op === "literal" && data === count - 1
  );
}

/**
 * The source of a comparison of a text's length with a number. A text has at most as many code points as UTF-16 units,
 * and at least half as many, so the code points of most texts need not be counted.
 *
 * @param text the name of the text
 * @param count the name of `textLength`
 */
export function lengthTest(text: string, operator: string, number: string, count: string): string {
  const units = `${text}.length ${operator} ${number}`;
  const half = `${text}.length ${operator} 2 * ${number}`;
  const exact = `${count}(${text}) ${operator} ${number}`;
  return operator.startsWith(">")
    ? `(${units} && (${half} || ${exact}))`
    : `(${units} || (${half} && ${exact}))`;
}
