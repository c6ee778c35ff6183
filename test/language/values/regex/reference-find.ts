import { complementRanges } from "../../../../src/language/values/regex/code-point-ranges.ts";
import type { Regex, RegexMatch, RegexNode } from "../../../../src/language/values/regex/index.ts";

type Groups = ReadonlyMap<number, readonly [start: number, end: number]>;
type Then = (position: number, groups: Groups) => Found | undefined;

interface Found {
  readonly end: number;
  readonly groups: Groups;
}

const isWord = (character: string | undefined): boolean => /^\w$/.test(character ?? "");

/** The search by definition: tries every way in order of preference, with backtracking. */
export class ReferenceFind {
  readonly #text: string;
  #budget: number;

  constructor(text: string, budget: number) {
    this.#text = text;
    this.#budget = budget;
  }

  /** The first match at or after a position; `"exhausted"` if there are too many ways to try. */
  find(regex: Regex, from = 0): RegexMatch | undefined | "exhausted" {
    for (let start = from; start <= this.#text.length; start++) {
      if (isInsideCharacter(this.#text, start)) continue;
      const found = this.#match(regex.root, start, new Map(), (end, groups) => ({ end, groups }));
      if (this.#budget < 0) return "exhausted";
      if (found === undefined) continue;
      const groups = Array.from({ length: regex.groupCount }, (_, index) => {
        const group = found.groups.get(index + 1);
        return group === undefined ? undefined : this.#text.slice(...group);
      });
      return { start, end: found.end, groups };
    }
    return undefined;
  }

  #match(node: RegexNode, position: number, groups: Groups, then: Then): Found | undefined {
    if (this.#budget-- < 0) return undefined;
    switch (node.kind) {
      case "literal":
        return this.#text.startsWith(node.text, position)
          ? then(position + node.text.length, groups)
          : undefined;
      case "set": {
        const code = this.#text.codePointAt(position);
        if (code === undefined) return undefined;
        const ranges = node.negated ? complementRanges(node.ranges) : node.ranges;
        const held = ranges.some(([first, last]) => first <= code && code <= last);
        return held ? then(position + (code > 0xffff ? 2 : 1), groups) : undefined;
      }
      case "anchor": {
        const boundary = isWord(this.#text[position - 1]) !== isWord(this.#text[position]);
        const held = {
          start: position === 0,
          end: position === this.#text.length,
          wordBoundary: boundary,
          notWordBoundary: !boundary,
        };
        return held[node.anchor] ? then(position, groups) : undefined;
      }
      case "group":
        return this.#match(node.body, position, groups, (end, inner) =>
          then(end, new Map(inner).set(node.index, [position, end])),
        );
      case "sequence": {
        const [first, ...rest] = node.items;
        if (first === undefined) return then(position, groups);
        return this.#match(first, position, groups, (end, inner) =>
          this.#match({ kind: "sequence", items: rest }, end, inner, then),
        );
      }
      case "choice":
        for (const option of node.options) {
          const found = this.#match(option, position, groups, then);
          if (found !== undefined) return found;
        }
        return undefined;
      case "repeat":
        return this.#rounds(node, 0, position, groups, then);
      default:
        throw new Error("unknown node");
    }
  }

  /** `count` rounds are done. An unbounded repeat stops after an empty round beyond its minimum. */
  #rounds(
    node: RegexNode & { kind: "repeat" },
    count: number,
    position: number,
    groups: Groups,
    then: Then,
  ): Found | undefined {
    const unbounded = node.max === Number.POSITIVE_INFINITY;
    const another = (): Found | undefined =>
      this.#match(node.body, position, groups, (end, inner) =>
        unbounded && end === position && count + 1 >= node.min
          ? then(end, inner)
          : this.#rounds(node, count + 1, end, inner, then),
      );
    if (count < node.min) return another();
    if (count >= node.max) return then(position, groups);
    return node.lazy
      ? (then(position, groups) ?? another())
      : (another() ?? then(position, groups));
  }
}

/** Whether a position is between the two units of one character. */
export function isInsideCharacter(text: string, position: number): boolean {
  return position > 0 && (text.codePointAt(position - 1) ?? 0) > 0xffff;
}
