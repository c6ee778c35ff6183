import { assertNever } from "../../../util/assert-never.ts";
import { codePointOf } from "../../../util/code-point-of.ts";
import { complementRanges } from "./code-point-ranges.ts";
import { matchesEmpty } from "./program-size.ts";
import type { CodePointRanges, RegexNode } from "./regex-node.ts";

/* Upper bounds on the work of a pattern in a backtracking engine, such as those of JavaScript and PCRE. */

export type RegexNodeOf<K extends RegexNode["kind"]> = Extract<RegexNode, { readonly kind: K }>;

const INFINITE = Number.POSITIVE_INFINITY;
export const ALL_CHARACTERS: CodePointRanges = /* @__PURE__ */ complementRanges([]);

/** The maximum number of attempts from one position for a bounded repeat; above it, the work counts as unbounded. */
export const MOST_TRIES = 1000;

/** An amount of work that is polynomial in the text's length. */
interface Growth {
  readonly factor: number;
  readonly power: number;
}

/** The work from one position of the text. */
interface BacktrackingWork {
  /** The number of ways in which a part matches. */
  readonly ways: Growth;
  /** The number of characters examined to try all ways. */
  readonly tries: Growth;
}

const ONCE: Growth = { factor: 1, power: 0 };
export const EVERYWHERE: Growth = { factor: 1, power: 1 };
const ENDLESS: Growth = { factor: 1, power: INFINITE };

function plus(a: Growth, b: Growth): Growth {
  if (a.power !== b.power) return a.power > b.power ? a : b;
  return { factor: a.factor + b.factor, power: a.power };
}

function times(a: Growth, b: Growth): Growth {
  return { factor: a.factor * b.factor, power: a.power + b.power };
}

/**
 * The work of a sequence of parts, from a number of positions. After a part of variable length, the next part is
 * entered from many positions. But if a character that the next part cannot match must come before it, each attempt
 * covers a separate section of the text, and the total length of these sections is at most that of the text.
 */
export function workOfAll(
  items: readonly RegexNode[],
  follow: CodePointRanges,
  from = ONCE,
): BacktrackingWork {
  let ways = from;
  let tries = from;
  let before: readonly CodePointRanges[] = [];
  for (const [index, item] of items.entries()) {
    const work = workOf(item, firstOfAll(items.slice(index + 1), follow));
    const isApart = ways.power > 0 && before.some((needed) => areApart(needed, charactersOf(item)));
    const all = (own: Growth): Growth =>
      isApart && own.power === 1
        ? { factor: tries.factor * own.factor, power: ways.power }
        : times(ways, own);
    tries = plus(tries, all(work.tries));
    ways = all(work.ways);
    before = work.ways.power > 0 ? [] : [...before, ...neededOf(item)];
  }
  return { ways, tries };
}

/** @param follow the characters that may follow the node */
function workOf(node: RegexNode, follow: CodePointRanges): BacktrackingWork {
  switch (node.kind) {
    case "literal":
      return { ways: ONCE, tries: { factor: node.text.length, power: 0 } };
    case "set":
    case "anchor":
      return { ways: ONCE, tries: ONCE };
    case "group":
      return workOf(node.body, follow);
    case "sequence":
      return workOfAll(node.items, follow);
    case "choice":
      return choiceWork(node, follow);
    case "repeat":
      return repeatWork(node, follow);
    default:
      return assertNever(node);
  }
}

function choiceWork({ options }: RegexNodeOf<"choice">, follow: CodePointRanges): BacktrackingWork {
  const works = options.map((option) => workOf(option, follow));
  const firsts = options.map((option) => firstOfAll([option], follow));
  const isDecided = firsts.every((first, index) =>
    firsts.slice(index + 1).every((other) => areApart(first, other)),
  );
  const ways = works.map((work) => work.ways);
  const isOneWay = ways.every(({ factor, power }) => factor === 1 && power === 0);
  return {
    ways: isDecided && isOneWay ? ONCE : ways.reduce(plus),
    tries: works.map((work) => work.tries).reduce(plus),
  };
}

function repeatWork(
  { body, min, max }: RegexNodeOf<"repeat">,
  follow: CodePointRanges,
): BacktrackingWork {
  const first = firstOfAll([body], []);
  const round = workOf(body, max > 1 ? [...first, ...follow] : follow);
  if (matchesEmpty(body) || round.ways.power > 0) return { ways: ENDLESS, tries: ENDLESS };
  const isOneWay = round.ways.factor === 1;
  if (max === INFINITE) {
    if (!isOneWay) return { ways: ENDLESS, tries: ENDLESS };
    const { factor, power } = round.tries;
    // The rounds cover separate sections of the text, so together they cost at most as much as one round over the whole
    // text.
    return {
      ways: areApart(first, follow) ? ONCE : EVERYWHERE,
      tries: { factor: factor + min, power: Math.max(power, 1) },
    };
  }
  let ways = 0;
  let tries: Growth = ONCE;
  let reached = 1;
  for (let count = 0; count <= max; count++) {
    if (reached > MOST_TRIES) return { ways: ENDLESS, tries: ENDLESS };
    if (count >= min) ways += reached;
    tries = plus(tries, times({ factor: reached, power: 0 }, round.tries));
    reached *= round.ways.factor;
  }
  const isDecided = isOneWay && areApart(first, follow);
  return { ways: isDecided ? ONCE : { factor: ways, power: 0 }, tries };
}

/** The characters that the parts may begin with; includes `follow` if all of them can match without a character. */
function firstOfAll(items: readonly RegexNode[], follow: CodePointRanges): CodePointRanges {
  const [item, ...rest] = items;
  if (item === undefined) return follow;
  // No character follows the end.
  if (item.kind === "anchor" && item.anchor === "end") return [];
  const first = firstOf(item);
  return matchesEmpty(item) ? [...first, ...firstOfAll(rest, follow)] : first;
}

function firstOf(node: RegexNode): CodePointRanges {
  switch (node.kind) {
    case "literal":
      return literalRanges(node).slice(0, 1);
    case "set":
      return rangesOfSet(node);
    case "anchor":
      return [];
    case "group":
      return firstOf(node.body);
    case "sequence":
      return firstOfAll(node.items, []);
    case "choice":
      return node.options.flatMap(firstOf);
    case "repeat":
      return firstOf(node.body);
    default:
      return assertNever(node);
  }
}

/** Sets of characters: every match contains a character of each set. */
function neededOf(node: RegexNode): readonly CodePointRanges[] {
  switch (node.kind) {
    case "literal":
      return literalRanges(node).map((range) => [range]);
    case "set":
      return [rangesOfSet(node)];
    case "group":
      return neededOf(node.body);
    case "sequence":
      return node.items.flatMap(neededOf);
    case "repeat":
      return node.min === 0 ? [] : neededOf(node.body);
    case "anchor":
    case "choice":
      return [];
    /* v8 ignore next -- `workOf` was called before */
    default:
      return assertNever(node);
  }
}

/** All characters that a match may contain. */
export function charactersOf(node: RegexNode): CodePointRanges {
  switch (node.kind) {
    case "literal":
      return literalRanges(node);
    case "set":
      return rangesOfSet(node);
    case "anchor":
      return [];
    case "group":
    case "repeat":
      return charactersOf(node.body);
    case "sequence":
      return node.items.flatMap(charactersOf);
    case "choice":
      return node.options.flatMap(charactersOf);
    default:
      return assertNever(node);
  }
}

export function literalRanges({ text }: RegexNodeOf<"literal">): CodePointRanges {
  return [...text].map((character) => {
    const code = codePointOf(character);
    return [code, code];
  });
}

export function rangesOfSet({ negated, ranges }: RegexNodeOf<"set">): CodePointRanges {
  return negated ? complementRanges(ranges) : ranges;
}

export function areApart(a: CodePointRanges, b: CodePointRanges): boolean {
  return a.every(([first, last]) => b.every(([from, to]) => to < first || last < from));
}
