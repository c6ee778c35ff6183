/** The first and the last code point, inclusive. */
export type CodePointRange = readonly [first: number, last: number];

/** Ranges of code points. In a parsed pattern, they are ascending and neither overlap nor touch. */
export type CodePointRanges = readonly CodePointRange[];

/** The code points in `ranges` or, if `negated`, all others. */
export interface CodePointSet {
  readonly negated: boolean;
  readonly ranges: CodePointRanges;
}

/** One or more literal characters. */
interface LiteralNode {
  readonly kind: "literal";
  readonly text: string;
}

/** One character. `.` is `[^\n]`, or under `(?s)` the negation of no ranges. */
export interface SetNode extends CodePointSet {
  readonly kind: "set";
}

export type Anchor = "start" | "end" | "wordBoundary" | "notWordBoundary";

/** A condition on a position in the text; words are runs of ASCII letters, digits and `_`. */
export interface AnchorNode {
  readonly kind: "anchor";
  readonly anchor: Anchor;
}

/** `(…)` or `(?<name>…)`; `(?:…)` leaves no node. */
interface GroupNode {
  readonly kind: "group";
  /** The number of the group, counted from 1 in the order of opening parentheses. */
  readonly index: number;
  readonly name: string | undefined;
  readonly body: RegexNode;
}

/** A sequence of parts; without items it matches the empty text. */
interface SequenceNode {
  readonly kind: "sequence";
  readonly items: readonly RegexNode[];
}

/** Two or more options. The first one that leads to a match is taken. */
interface ChoiceNode {
  readonly kind: "choice";
  readonly options: readonly RegexNode[];
}

export interface RepeatNode {
  readonly kind: "repeat";
  readonly body: RegexNode;
  readonly min: number;
  /** The maximum number of rounds; Infinity if unbounded. */
  readonly max: number;
  /** Whether fewer rounds are tried first. This can affect the match, but not whether there is one. */
  readonly lazy: boolean;
}

/**
 * A pattern whose flags are applied to the tree: under `(?i)`, every letter is already the set of its cases. Code that
 * reads the tree, or writes it for another engine, does not need the flags.
 */
export type RegexNode =
  | LiteralNode
  | SetNode
  | AnchorNode
  | GroupNode
  | SequenceNode
  | ChoiceNode
  | RepeatNode;
