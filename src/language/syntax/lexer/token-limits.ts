import type { IToken } from "chevrotain";
import type { SyntaxFinding } from "../../source/finding.ts";
import { FUNCTIONS_OF_MANY_VALUES, type Limits } from "../../source/formula-limits.ts";
import {
  Additive,
  Comma,
  Comparison,
  Joining,
  LeftParenthesis,
  Multiplicative,
  Name,
} from "./lexer.ts";
import { spanOf } from "./token-span.ts";

/** An open level: the formula itself, a parenthesis or a call. */
interface NestingLevel {
  /** The name before the parenthesis of a call; `undefined` if the level is not a call. */
  readonly callee: IToken | undefined;
  /** The number of signs whose operand has not ended. */
  signs: number;
  commas: number;
}

/**
 * The findings for limits that the tokens exceed. This runs before the parser, which recurses once for each level of
 * nesting and must not overflow the stack.
 */
export function checkTokenLimits(tokens: readonly IToken[], limits: Limits): SyntaxFinding[] {
  // A list of tokens this short cannot exceed a limit.
  const { depth: deepest, nodes: most, arguments: arguments_, values } = limits;
  if (tokens.length <= Math.min(deepest, most, arguments_, values)) return [];

  const found: SyntaxFinding[] = [];
  const outer: NestingLevel[] = [];
  let level: NestingLevel = { callee: undefined, signs: 0, commas: 0 };
  let depth = 0;
  let nodes = 0;
  let previous: IToken | undefined;
  for (const [index, token] of tokens.entries()) {
    const type = token.tokenType;
    if (OPENINGS.has(token.image)) {
      outer.push(level);
      level = { callee: isName(previous) ? previous : undefined, signs: 0, commas: 0 };
      depth++;
    } else if (CLOSINGS.has(token.image)) {
      const enclosing = outer.pop();
      if (enclosing !== undefined) {
        found.push(...tooManyArguments(level, limits));
        depth -= 1 + level.signs + enclosing.signs;
        level = enclosing;
        level.signs = 0;
      }
    } else if (type === Comma) {
      level.commas++;
    } else {
      nodes++;
      if (nodes === limits.nodes + 1) found.push(tooManyNodes(token, limits));
      if (type === Additive && !endsOperand(previous)) {
        level.signs++;
        depth++;
      } else if (endsOperand(token) && tokens[index + 1]?.tokenType !== LeftParenthesis) {
        depth -= level.signs;
        level.signs = 0;
      }
    }
    if (depth > limits.depth) return [tooDeep(token, limits)];
    previous = token;
  }
  return found;
}

function isName(token: IToken | undefined): boolean {
  return token?.tokenType === Name;
}

/**
 * Characters that open a level. `（` and `[` are included, because the repair of a wrong formula opens a level there.
 */
const OPENINGS: ReadonlySet<string> = new Set(["(", "（", "["]);
const CLOSINGS: ReadonlySet<string> = new Set([")", "）", "]"]);

const NOT_AT_THE_END_OF_AN_OPERAND = new Set([
  LeftParenthesis,
  Comma,
  Comparison,
  Joining,
  Additive,
  Multiplicative,
]);

function endsOperand(token: IToken | undefined): boolean {
  return token !== undefined && !NOT_AT_THE_END_OF_AN_OPERAND.has(token.tokenType);
}

function tooDeep(token: IToken, { depth }: Limits): SyntaxFinding {
  return { code: "too-deep", span: spanOf(token), data: { most: depth } };
}

function tooManyNodes(token: IToken, { nodes }: Limits): SyntaxFinding {
  return { code: "too-many-nodes", span: spanOf(token), data: { most: nodes } };
}

function tooManyArguments(
  { callee, commas }: NestingLevel,
  limits: Limits,
): readonly SyntaxFinding[] {
  if (callee === undefined) return [];
  const span = spanOf(callee);
  const name = callee.image;
  if (FUNCTIONS_OF_MANY_VALUES.has(name.toUpperCase())) {
    const most = limits.values;
    if (commas <= most) return [];
    return [{ code: "too-many-values", span, data: { function: name, count: commas, most } }];
  }
  const most = limits.arguments;
  if (commas < most) return [];
  return [{ code: "too-many-arguments", span, data: { function: name, count: commas + 1, most } }];
}
