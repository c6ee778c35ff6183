/** First and last code point, both included. */
export type CodePointRange = readonly [first: number, last: number];

/** Code points in ascending ranges that neither overlap nor touch. */
export type CodePointRanges = readonly CodePointRange[];

/** The code points within `ranges` or, when `negated`, all others. */
export interface CodePointSet {
  readonly negated: boolean;
  readonly ranges: CodePointRanges;
}

/** Characters that stand for themselves; at least one. */
interface LiteralNode {
  readonly kind: "literal";
  readonly text: string;
}

/** One character. `.` is `[^\n]`, or under `(?s)` the negation of no ranges. */
export interface SetNode extends CodePointSet {
  readonly kind: "set";
}

export type Anchor = "start" | "end" | "wordBoundary" | "notWordBoundary";

/** A condition on a place in the text; words are runs of ASCII letters, digits and `_`. */
export interface AnchorNode {
  readonly kind: "anchor";
  readonly anchor: Anchor;
}

/** `(…)` or `(?<name>…)`; `(?:…)` leaves no node. */
interface GroupNode {
  readonly kind: "group";
  /** Counted from 1 in the order of the opening parentheses. */
  readonly index: number;
  readonly name: string | undefined;
  readonly body: RegexNode;
}

/** One after the other; with no items it matches the empty text. */
interface SequenceNode {
  readonly kind: "sequence";
  readonly items: readonly RegexNode[];
}

/** The first that leads to a match; at least two. */
interface ChoiceNode {
  readonly kind: "choice";
  readonly options: readonly RegexNode[];
}

export interface RepeatNode {
  readonly kind: "repeat";
  readonly body: RegexNode;
  readonly min: number;
  /** Infinity where there is no upper bound. */
  readonly max: number;
  /** Whether fewer rounds come first. It changes what is found, never whether. */
  readonly lazy: boolean;
}

/**
 * A pattern, with its flags worked in: under `(?i)` every letter is already the set of its cases. So
 * whoever reads the tree, or writes it anew for another engine, needs no flags.
 */
export type RegexNode =
  | LiteralNode
  | SetNode
  | AnchorNode
  | GroupNode
  | SequenceNode
  | ChoiceNode
  | RepeatNode;
