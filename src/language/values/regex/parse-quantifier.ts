import type { PatternProblem } from "../../source/messages/pattern-problem.ts";
import type { PatternReader } from "./pattern-reader.ts";
import { REGEX_LIMITS } from "./regex-limits.ts";

/** How often the part before the quantifier is repeated. */
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

/** Parses a quantifier; `undefined` if it is invalid. */
export function parseQuantifier(reader: PatternReader): Quantifier | undefined {
  const start = reader.position;
  const found = reader.takeMatch(quantifier);
  if (found === undefined) return reader.fail(braceProblem(reader), start);
  const [written] = found;
  const [min, max] = bounds(found);
  const highest = max === Number.POSITIVE_INFINITY ? min : Math.max(min, max);
  if (highest > REGEX_LIMITS.repeats) {
    const most = REGEX_LIMITS.repeats;
    return reader.fail({ kind: "too-many-repeats", written, most }, start);
  }
  if (max < min) return reader.fail({ kind: "counts-order", written }, start);
  if (isAtQuantifier(reader)) {
    const kind = reader.isAt("+") ? "possessive" : "quantifier-twice";
    return reader.fail({ kind }, reader.position);
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

function braceProblem(reader: PatternReader): PatternProblem {
  const most = reader.lookAt(/\{,(\d+)\}/y)?.[1];
  return most === undefined ? { kind: "brace" } : { kind: "count-without-least", most };
}
