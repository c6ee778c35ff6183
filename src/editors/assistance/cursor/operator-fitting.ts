import { checkAst } from "../../../language/check/index.ts";
import { type Expression, isComparison, parseTolerant } from "../../../language/syntax/index.ts";
import type { ExpressionType } from "../assistance-types.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Cursor } from "./cursor.ts";
import { type Fitting, fittingAt, isTypeError } from "./fitting.ts";
import { markCursor } from "./marked-cursor.ts";

/** The operators that can follow an operand. */
export interface OperatorFitting {
  /** The type of the operand to which `*` would apply. */
  readonly type: ExpressionType;
  /** Whether the operand is already part of a comparison. */
  readonly isCompared: boolean;
  /** Whether the typed part has no error; otherwise its types are guesses. */
  readonly isSound: boolean;
  /** Whether an operator can follow without a type error, whatever its right operand is. */
  fits(operator: string): boolean;
}

const NOTHING_KNOWN: OperatorFitting = {
  type: "unknown",
  isCompared: false,
  isSound: false,
  fits: () => true,
};

/** Longer arguments are not tried: each operator needs a check of the typed argument. */
const LONGEST = 2_000;

/** Tries operators after the argument, group or formula being typed, with a blank as the right operand. */
export function operatorFitting(cursor: Cursor, knowledge: Knowledge): OperatorFitting {
  const { text, before, levels } = cursor;
  const start = levels.at(-1)?.argumentStart ?? 0;
  const written = text.slice(start, before?.span.end);
  if (written.length > LONGEST) return NOTHING_KNOWN;
  const product = tried(written, "*", knowledge);
  if (product === undefined) return NOTHING_KNOWN;
  const { left, isCompared } = product;
  const slot = { start, end: start };
  const around = fittingAt(
    start === 0 ? undefined : markCursor(text.slice(0, start), slot, knowledge),
    knowledge,
  );
  return {
    type: left,
    isCompared,
    isSound: product.isSound,
    fits: (operator) => {
      const found = operator === "*" ? product : tried(written, operator, knowledge);
      return found === undefined || (!found.isWrong && isTaken(found.result, around));
    },
  };
}

function isTaken(type: ExpressionType, around: Fitting): boolean {
  if (type === "blank" || type === "error" || type === "unknown") return true;
  return around[type] !== "never";
}

/** Checks the source with an operator and a blank appended. */
function tried(written: string, operator: string, knowledge: Knowledge) {
  const { limits, schema, registry, parameters } = knowledge;
  const source = `${written} ${operator} BLANK()`;
  const {
    ast,
    guessed,
    diagnostics: mistakes,
  } = parseTolerant(source, {
    limits: { ...limits, length: Number.POSITIVE_INFINITY },
  });
  if (ast === undefined) return;
  const check = (root: Expression) =>
    checkAst({ ...ast, root }, schema, registry, guessed, parameters);
  const offset = written.length + 1;
  let node: Expression = ast.root;
  let isCompared = false;
  while (node.kind === "binary" && node.operatorSpan.start !== offset) {
    isCompared ||= isComparison(node.operator);
    node = node.right;
  }
  if (node.kind !== "binary") return;
  const { root, findings } = check(ast.root);
  return {
    left: check(node.left).root.type,
    isCompared,
    result: root.type,
    isSound: mistakes.length === 0,
    isWrong: findings.some(isTypeError),
  };
}
