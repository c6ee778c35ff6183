import { complementRanges, joinRanges } from "./code-point-ranges.ts";
import { withAllCases } from "./letter-cases.ts";
import { parseEscape } from "./parse-escape.ts";
import type { PatternReader } from "./pattern-reader.ts";
import type { CodePointRange, CodePointRanges, SetNode } from "./regex-node.ts";

/** A character between brackets, or the ranges of an escape such as `\d`. */
type Item = number | CodePointRanges;

/** Adds the other cases of the letters in the set. Under `(?i)`, `\w` contains ſ, so `\W` does not. */
export function foldSet(set: SetNode, ignoreCase: boolean): SetNode {
  return ignoreCase ? { ...set, ranges: withAllCases(set.ranges) } : set;
}

/** Parses the rest of a set after its `[`, including the `]`. */
export function parseSet(reader: PatternReader, ignoreCase: boolean): SetNode | undefined {
  const open = reader.position - 1;
  const negated = reader.take("^");
  if (reader.isAt("]")) {
    return reader.fail({ kind: "empty-set" }, open);
  }
  const ranges: CodePointRange[] = [];
  // A `-` is a literal if it cannot be the middle of a range: at the start, at the end, and after a set such as `\w`.
  let dashAllowed = true;
  while (!reader.take("]")) {
    if (reader.done) return reader.fail({ kind: "unclosed-set" }, open);
    const start = reader.position;
    if (reader.isAt("-") && !dashAllowed && !reader.isAt("-]")) {
      return reader.fail({ kind: "dash-in-set" }, start);
    }
    const first = parseItem(reader, ignoreCase);
    if (first === undefined) return undefined;
    if (typeof first !== "number") {
      ranges.push(...first);
      dashAllowed = true;
      continue;
    }
    let last: Item | undefined = first;
    if (reader.isAt("-") && !reader.isAt("-]")) {
      reader.take("-");
      if (reader.done) continue;
      last = parseItem(reader, ignoreCase);
      if (last === undefined) return undefined;
      const written = reader.source.slice(start, reader.position);
      if (typeof last !== "number") {
        return reader.fail({ kind: "range-of-set", written }, start);
      }
      if (last < first) return reader.fail({ kind: "range-order", written }, start);
    }
    ranges.push([first, last]);
    dashAllowed = false;
  }
  return foldSet({ kind: "set", negated, ranges: joinRanges(ranges) }, ignoreCase);
}

function parseItem(reader: PatternReader, ignoreCase: boolean): Item | undefined {
  const start = reader.position;
  if (reader.lookAt(/\[[:.=]/y) !== undefined) {
    return reader.fail({ kind: "named-set" }, start);
  }
  const character = reader.takeCharacter();
  if (character !== "\\") return character.codePointAt(0);
  const escaped = parseEscape(reader);
  if (escaped === undefined) return undefined;
  if (escaped.kind === "character") return escaped.character.codePointAt(0);
  if (escaped.kind === "set") {
    const set = foldSet(escaped, ignoreCase);
    return set.negated ? complementRanges(set.ranges) : set.ranges;
  }
  return reader.fail({ kind: "word-boundary-in-set" }, start);
}
