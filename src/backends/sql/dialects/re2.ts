import {
  complementRanges,
  type RegexNode,
  type SetNode,
} from "../../../language/values/regex/index.ts";
import { type Impossible, impossible } from "../dialect-definition.ts";
import { escapedCode, quantifier, setMembers } from "./regex-source.ts";

/** RE2 rejects patterns with more repetitions than this. Nested repeats multiply. */
const MOST_REPEATS = 1000;
/** If an engine gives RE2 little memory, it rejects patterns with slightly more instructions than this. */
const MOST_INSTRUCTIONS = 80_000;

const LAST_CODE_POINT = 0x10ffff;

/** The syntax that differs between engines with RE2. */
export interface Spelling {
  readonly start: string;
  /** A literal character. */
  readonly character: (character: string) => string;
}

/** A pattern for RE2, with its size relative to RE2's limits. */
interface Re2Pattern {
  readonly source: string;
  /** The maximum number of RE2 instructions. */
  readonly size: number;
  /** The maximum product of nested repeats. */
  readonly repeats: number;
}

/** A pattern's source for RE2, or the reason if the pattern is too large. */
export function re2Source(root: RegexNode, spelling: Spelling): string | Impossible {
  const { source, size, repeats } = patternOf(root, spelling);
  return size > MOST_INSTRUCTIONS || repeats > MOST_REPEATS
    ? impossible("the pattern is too large for RE2", "https://github.com/google/re2/wiki/Syntax")
    : source;
}

/**
 * Whether a pattern contains `\B`. RE2 also looks for it between the bytes of a character, unless it gets there
 * character by character: such a pattern starts with `(?s:.)*?`.
 */
export function hasNotWordBoundary(node: RegexNode): boolean {
  switch (node.kind) {
    case "anchor":
      return node.anchor === "notWordBoundary";
    case "group":
    case "repeat":
      return hasNotWordBoundary(node.body);
    case "sequence":
      return node.items.some(hasNotWordBoundary);
    case "choice":
      return node.options.some(hasNotWordBoundary);
    default:
      return false;
  }
}

const ANCHORS = {
  end: String.raw`\z`,
  wordBoundary: String.raw`\b`,
  notWordBoundary: String.raw`\B`,
} as const;

function patternOf(node: RegexNode, spelling: Spelling): Re2Pattern {
  switch (node.kind) {
    case "literal":
      return {
        source: [...node.text].map(spelling.character).join(""),
        size: 4 * node.text.length,
        repeats: 1,
      };
    case "set":
      return { source: setSource(node), size: instructionsOfSet(node), repeats: 1 };
    case "anchor": {
      const source = node.anchor === "start" ? spelling.start : ANCHORS[node.anchor];
      return { source, size: 1, repeats: 1 };
    }
    case "group": {
      const body = patternOf(node.body, spelling);
      return { ...body, source: `(?:${body.source})`, size: body.size + 2 };
    }
    case "sequence":
      return joined(node.items, "", spelling);
    case "choice": {
      const options = joined(node.options, "|", spelling);
      return { ...options, source: `(?:${options.source})` };
    }
    case "repeat": {
      const body = patternOf(node.body, spelling);
      const { min, max } = node;
      const isBounded = max !== Number.POSITIVE_INFINITY;
      const rounds = isBounded ? max : min + 1;
      return {
        source: `(?:${body.source})${quantifier(min, max)}`,
        size: (body.size + 2) * Math.max(rounds, 1),
        repeats: body.repeats * Math.max(isBounded ? max : min, 1),
      };
    }
  }
}

function joined(nodes: readonly RegexNode[], separator: string, spelling: Spelling): Re2Pattern {
  const parts = nodes.map((node) => patternOf(node, spelling));
  return {
    source: parts.map((part) => part.source).join(separator),
    size: parts.reduce((sum, part) => sum + part.size + 1, 1),
    repeats: Math.max(1, ...parts.map((part) => part.repeats)),
  };
}

function setSource({ negated, ranges }: SetNode): string {
  // A set of no characters, or of all, has no ranges to write.
  /* v8 ignore next -- the parser creates no set without characters */
  if (ranges.length === 0) return String.raw`[${negated ? "" : "^"}\x{0}-\x{10ffff}]`;
  return `[${negated ? "^" : ""}${setMembers(ranges, escapedCode)}]`;
}

function instructionsOfSet({ negated, ranges }: SetNode): number {
  const members = negated ? complementRanges(ranges) : ranges;
  return members.reduce((sum, range) => sum + instructionsOf(range), 2);
}

/**
 * Characters of one, two, three and four bytes: the first, the last, and the maximum number of instructions to match
 * all of them and some of them.
 */
const BYTES = [
  [0, 0x7f, 2, 2],
  [0x80, 0x7ff, 3, 9],
  [0x800, 0xffff, 7, 16],
  [0x10000, LAST_CODE_POINT, 11, 23],
] as const;

/** An upper bound for the number of instructions that match a range, byte by byte. */
function instructionsOf([first, last]: SetNode["ranges"][number]): number {
  return BYTES.reduce((sum, [from, to, all, some]) => {
    if (last < from || first > to) return sum;
    return sum + (first <= from && last >= to ? all : some);
  }, 0);
}
