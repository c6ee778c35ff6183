import { quote } from "../../../util/quote.ts";
import type { PatternReader } from "./pattern-reader.ts";
import { REGEX_LIMITS } from "./regex-limits.ts";

/** The number of times that the part before the quantifier is repeated. */
export interface Quantifier {
  readonly min: number;
  readonly max: number;
  readonly lazy: boolean;
}

const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\?)?/y;

/** Whether a quantifier, or something that looks like one, starts here. */
export function isAtQuantifier(reader: PatternReader): boolean {
  return reader.lookAt(/[*+?{]/y) !== undefined;
}

/** Reads a quantifier; `undefined` if it is wrong. */
export function parseQuantifier(reader: PatternReader): Quantifier | undefined {
  const start = reader.position;
  const found = reader.takeMatch(quantifier);
  if (found === undefined) return reader.fail(braceMessage(reader), start);
  const text = quote(found[0]);
  const [min, max] = bounds(found);
  const highest = max === Number.POSITIVE_INFINITY ? min : Math.max(min, max);
  if (highest > REGEX_LIMITS.repeats) {
    return reader.fail(`${text} is over the limit of ${REGEX_LIMITS.repeats} repeats`, start);
  }
  if (max < min) return reader.fail(`the counts of ${text} are in the wrong order`, start);
  if (isAtQuantifier(reader)) {
    const advice = reader.isAt("+")
      ? "a possessive one is not supported: leave out the `+`"
      : "put what comes before into `(?:…)`";
    return reader.fail(`a quantifier cannot follow a quantifier: ${advice}`, reader.position);
  }
  return { min, max, lazy: found[5] !== undefined };
}

function bounds([, sign, least, comma, most]: RegExpExecArray): readonly [number, number] {
  if (sign !== undefined)
    return [sign === "+" ? 1 : 0, sign === "?" ? 1 : Number.POSITIVE_INFINITY];
  const min = Number(least);
  if (comma === undefined) return [min, min];
  return [min, most === "" ? Number.POSITIVE_INFINITY : Number(most)];
}

function braceMessage(reader: PatternReader): string {
  const upTo = reader.lookAt(/\{,(\d+)\}/y);
  if (upTo !== undefined) return `a count needs its first number: write \`{0,${upTo[1]}}\``;
  return "a `{` starts a count, as in `{2}` or `{1,3}`: write `\\{` for a brace";
}
