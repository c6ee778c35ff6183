import type { IToken } from "chevrotain";
import { endOf } from "../lexer/token-span.ts";
import type { Ast, CallExpression, Expression } from "../tree/ast.ts";
import { children, walk } from "../tree/walk.ts";

/** An argument of a call, or the whole formula, with the comments around it. */
export interface CommentedItem {
  readonly expression: Expression;
  /** On lines of their own before it. */
  readonly before: string[];
  /** At the end of its last line. */
  readonly after: string[];
}

/** Some items in a row, and the comments on lines of their own behind the last. */
export interface CommentedList {
  readonly items: readonly CommentedItem[];
  readonly behind: readonly string[];
}

interface Comment {
  readonly start: number;
  readonly text: string;
  /** Whether nothing but comments follows it on its line. */
  readonly endsLine: boolean;
}

/**
 * Which comment goes with which item. One inside the parentheses of a call goes with one of its arguments;
 * one in the middle of an argument moves before it. So each comment ends a line, and stays where it is
 * when the result is formatted again.
 */
export class CommentPlaces {
  private readonly source: string;
  /** By the innermost call around them; outside all calls, by `undefined`. */
  private readonly byOwner = new Map<CallExpression | undefined, Comment[]>();
  private readonly broken = new Set<number>();

  constructor(ast: Ast, tokens: readonly IToken[]) {
    this.source = ast.source;
    if (tokens.length === 0) return;
    const owners = tokens.map((): CallExpression | undefined => undefined);
    const nodes: Expression[] = [];
    walk(ast.root, (node) => {
      nodes[node.id] = node;
      if (node.kind !== "call") return;
      const start = firstFrom(tokens, node.nameSpan.end);
      const end = firstFrom(tokens, node.span.end);
      if (start === end) return;
      // Calls inside come later, and take over what is theirs.
      owners.fill(node, start, end);
      this.broken.add(node.id);
    });
    for (const [index, comment] of commentsOf(ast.source, tokens).entries()) {
      const owner = owners[index];
      const others = this.byOwner.get(owner);
      if (others === undefined) this.byOwner.set(owner, [comment]);
      else others.push(comment);
    }
    // Ids grow from the inside out.
    for (const node of nodes) {
      if (children(node).some(({ id }) => this.broken.has(id))) this.broken.add(node.id);
    }
  }

  /** Whether the expression cannot stand on one line, because a comment in it ends one. */
  isBroken(expression: Expression): boolean {
    return this.broken.has(expression.id);
  }

  /** Puts the comments to the items: the arguments of the call, or the formula when there is none. */
  around(items: readonly Expression[], owner?: CallExpression): CommentedList {
    const places = items.map(
      (expression): CommentedItem => ({ expression, before: [], after: [] }),
    );
    const lineEnds = items.map(({ span }) => lineEndFrom(this.source, span.end));
    const behind: string[] = [];
    for (const { start, text, endsLine } of this.byOwner.get(owner) ?? []) {
      const following = items.findIndex(({ span }) => span.end > start);
      const isLast = following === -1;
      const previous = (isLast ? items.length : following) - 1;
      const sameLine = start < (lineEnds[previous] ?? 0);
      const place =
        sameLine && (endsLine || isLast) ? places[previous]?.after : places[following]?.before;
      (place ?? behind).push(text);
    }
    return { items: places, behind };
  }
}

function commentsOf(source: string, tokens: readonly IToken[]): readonly Comment[] {
  const comments: Comment[] = [];
  let next: Comment | undefined;
  for (const token of tokens.toReversed()) {
    const gap = source.slice(endOf(token), next?.start ?? source.length);
    const rest = gap.replace(/^[^\S\n\r]+/, "");
    const endsLine = rest === "" ? (next?.endsLine ?? true) : /^[\n\r]/.test(rest);
    next = { start: token.startOffset, text: token.image.trimEnd(), endsLine };
    comments.push(next);
  }
  return comments.reverse();
}

function lineEndFrom(source: string, offset: number): number {
  const lineBreak = source.slice(offset).search(/[\n\r]/);
  return lineBreak === -1 ? source.length : offset + lineBreak;
}

/** The index of the first comment that starts at the offset or later. */
function firstFrom(comments: readonly IToken[], offset: number): number {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const comment = comments[middle];
    if (comment !== undefined && comment.startOffset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
