import type { IToken } from "chevrotain";
import { endOf } from "../lexer/token-span.ts";
import type { Ast, CallExpression, Expression } from "../tree/ast.ts";
import { children, walk } from "../tree/walk.ts";

/** An argument of a call, or the whole formula, with its comments. */
export interface CommentedItem {
  readonly expression: Expression;
  /** The comments on separate lines before the expression. */
  readonly before: string[];
  /** The comments at the end of the expression's last line. */
  readonly after: string[];
}

/** Consecutive items, and the comments on separate lines after the last item. */
export interface CommentedList {
  readonly items: readonly CommentedItem[];
  readonly behind: readonly string[];
}

interface Comment {
  readonly start: number;
  readonly text: string;
  /** Whether only comments follow this one on its line. */
  readonly endsLine: boolean;
}

/**
 * Assigns each comment to an item. A comment inside the parentheses of a call belongs to one of the arguments; a
 * comment in the middle of an argument moves before that argument. Each comment therefore ends a line, and formatting
 * the result again does not move it.
 */
export class CommentPositions {
  private readonly source: string;
  /** The comments by innermost enclosing call; the key is `undefined` outside all calls. */
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
      // Inner calls come later and take over their own comments.
      owners.fill(node, start, end);
      this.broken.add(node.id);
    });
    for (const [index, comment] of commentsOf(ast.source, tokens).entries()) {
      const owner = owners[index];
      const others = this.byOwner.get(owner);
      if (others === undefined) this.byOwner.set(owner, [comment]);
      else others.push(comment);
    }
    // The ids of inner nodes are lower, so children precede their parents.
    for (const node of nodes) {
      if (children(node).some(({ id }) => this.broken.has(id))) this.broken.add(node.id);
    }
  }

  /** Whether the expression needs several lines because a comment inside it ends a line. */
  isBroken(expression: Expression): boolean {
    return this.broken.has(expression.id);
  }

  /** Adds the comments to the items: the arguments of the call, or the whole formula if no call is given. */
  around(items: readonly Expression[], owner?: CallExpression): CommentedList {
    const positions = items.map(
      (expression): CommentedItem => ({ expression, before: [], after: [] }),
    );
    const lineEnds = items.map(({ span }) => lineEndFrom(this.source, span.end));
    const behind: string[] = [];
    for (const { start, text, endsLine } of this.byOwner.get(owner) ?? []) {
      const following = items.findIndex(({ span }) => span.end > start);
      const isLast = following === -1;
      const previous = (isLast ? items.length : following) - 1;
      const sameLine = start < (lineEnds[previous] ?? 0);
      const position =
        sameLine && (endsLine || isLast)
          ? positions[previous]?.after
          : positions[following]?.before;
      (position ?? behind).push(text);
    }
    return { items: positions, behind };
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
