import { assertNever } from "../../util/assert-never.ts";
import { complementRanges } from "./code-point-ranges.ts";
import { matchesEmpty } from "./program-size.ts";
import { REGEX_LIMITS } from "./regex-limits.ts";
import type { CodePointRanges, RegexNode, RepeatNode } from "./regex-node.ts";

/** What an engine that turns back does at most with a part, from one place of the text. */
interface Work {
  /** In how many ways the part may match. */
  readonly ways: number;
  /** The characters looked at to try them all. */
  readonly tries: number;
  readonly captures: boolean;
}

const ONE_TRY: Work = { ways: 1, tries: 1, captures: false };
const UNBOUNDED: Work = {
  ways: Number.POSITIVE_INFINITY,
  tries: Number.POSITIVE_INFINITY,
  captures: false,
};

const ALL_CHARACTERS: CodePointRanges = [[0, 0x10ffff]];

// Short texts are where the native engine's head start counts, and where more tries do no harm.
const SHORT = 256;
const SHORT_TRIES = 5_000;

/**
 * How long a text may be for JavaScript's own engine, which turns back, to look at no more characters from
 * any place than our engine may have steps, a few times that in a short text, and to find the same; below 0
 * when it never does.
 *
 * It would find something else where a repeat has an empty round, where a group is repeated, which
 * JavaScript clears before each round, and where the empty text matches: V8 finds that inside characters too.
 */
export function longestNativeText(root: RegexNode): number {
  if (matchesEmpty(root)) return -1;
  const anywhere = Number.POSITIVE_INFINITY;
  if (workOf(root, anywhere).tries <= REGEX_LIMITS.steps) return anywhere;
  return workOf(root, SHORT).tries <= SHORT_TRIES ? SHORT : -1;
}

function workOf(node: RegexNode, longest: number): Work {
  switch (node.kind) {
    case "literal":
      return { ...ONE_TRY, tries: node.text.length };
    case "set":
    case "anchor":
      return ONE_TRY;
    case "group":
      return { ...workOf(node.body, longest), captures: true };
    case "sequence":
      return sequenceWork(node.items, longest);
    case "choice":
      return node.options
        .map((option) => workOf(option, longest))
        .reduce((a, b) => ({
          ways: a.ways + b.ways,
          tries: a.tries + b.tries,
          captures: a.captures || b.captures,
        }));
    case "repeat":
      return repeatWork(node, longest);
    default:
      return assertNever(node);
  }
}

function sequenceWork(items: readonly RegexNode[], longest: number): Work {
  let ways = 1;
  let tries = 1;
  let captures = false;
  items.forEach((item, index) => {
    const work = workOf(item, longest);
    captures ||= work.captures;
    tries += ways * work.tries;
    if (isDecided(item, items[index + 1])) tries += ways * work.ways;
    else ways *= work.ways;
  });
  return { ways, tries, captures };
}

function repeatWork({ body, min, max }: RepeatNode, longest: number): Work {
  const round = workOf(body, longest);
  if (matchesEmpty(body) || (round.captures && max > 1)) return UNBOUNDED;
  const rounds = Math.min(max, longest);
  let ways = 0;
  let tries = 1;
  let reached = 1;
  for (let count = 0; count <= rounds; count++) {
    if (count >= min) ways += reached;
    tries += reached * round.tries;
    reached *= round.ways;
    if (tries > SHORT_TRIES) return UNBOUNDED;
  }
  return { ways, tries, captures: round.captures };
}

/** Whether only one number of rounds can be followed by what comes next, because it starts as no round does. */
function isDecided(item: RegexNode, next: RegexNode | undefined): boolean {
  if (item.kind === "group") return isDecided(item.body, next);
  if (item.kind !== "repeat" || item.body.kind !== "set" || next === undefined) return false;
  if (next.kind === "anchor") return next.anchor === "end";
  const rounds = firstCharacters(item.body);
  return firstCharacters(next).every(([first, last]) =>
    rounds.every(([from, to]) => to < first || last < from),
  );
}

/** What a match of a part may start with, at least. */
function firstCharacters(node: RegexNode | undefined): CodePointRanges {
  if (node?.kind === "group") return firstCharacters(node.body);
  if (node?.kind === "sequence") return firstCharacters(node.items[0]);
  if (node?.kind === "choice") return node.options.flatMap(firstCharacters);
  if (node?.kind === "set") return node.negated ? complementRanges(node.ranges) : node.ranges;
  const code = node?.kind === "literal" ? node.text.codePointAt(0) : undefined;
  return code === undefined ? ALL_CHARACTERS : [[code, code]];
}
