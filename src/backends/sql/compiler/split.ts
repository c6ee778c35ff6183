import { CoreBuilder } from "../../../language/core/builder.ts";
import { checkpoints } from "../../../language/core/fold.ts";
import { type CoreNode, operandOf, threeOperandsOf } from "../../../language/core/node.ts";
import { heldPrefix } from "../../../language/values/regex/index.ts";
import { and, or, type SqlFragment, TRUE, unless } from "../sql-fragment.ts";
import { type Compiler, junctionOf, type WantedTruth } from "./compiler.ts";
import { NotInSql, TOO_LONG } from "./context.ts";
import { isComparisonOfNumbers, isNumberPart } from "./number-nodes.ts";
import { NumberTree } from "./number-tree.ts";

/**
 * SQL that is TRUE for every record for which a condition has the required truth. If it is exact, it is TRUE for no
 * other record.
 */
interface Superset {
  readonly sql: SqlFragment;
  readonly exact: boolean;
  /** Why it is not exact. */
  readonly reasons: readonly string[];
}

/** The limits on the size of the SQL. Parts that exceed them are evaluated in memory. */
export interface SqlBudget {
  readonly size: number;
  readonly depth: number;
  readonly parameters: number;
}

/** The memoised SQL of conditions, for one budget. IF needs both forms of its condition. */
type SqlByCondition = Map<CoreNode, { true?: Superset; false?: Superset }>;

/** The part of a condition that the database can evaluate. AND, OR, NOT and IF are split. */
function supersetOf(
  compiler: Compiler,
  { node, wanted }: WantedTruth,
  room: SqlBudget,
  known: SqlByCondition = new Map(),
): Superset {
  const ofNode = known.get(node) ?? {};
  known.set(node, ofNode);
  const found = ofNode[`${wanted}`] ?? findSuperset(compiler, { node, wanted }, room, known);
  ofNode[`${wanted}`] = found;
  return found;
}

function findSuperset(
  compiler: Compiler,
  { node, wanted }: WantedTruth,
  room: SqlBudget,
  known: SqlByCondition,
): Superset {
  const whole = exactly(compiler, { node, wanted }, room);
  if (whole.exact) return whole;
  const junction = junctionOf(node, wanted);
  if (junction !== undefined) {
    const parts = junction.parts.map((part) => supersetOf(compiler, part, room, known));
    const conditions = parts.map((part) => part.sql);
    return {
      sql: junction.all ? and(...conditions) : or(...conditions),
      exact: parts.every((part) => part.exact),
      reasons: [...new Set(parts.flatMap((part) => part.reasons))],
    };
  }
  if (node.op !== "if") {
    const mayShorten = whole.reasons.includes(TOO_LONG) && comparesTrees(compiler, node);
    return mayShorten ? inPart(compiler, { node, wanted }, room) : whole;
  }
  const [condition, then, otherwise] = threeOperandsOf(node);
  const branches = [
    [condition, true, then],
    [condition, false, otherwise],
  ] as const;
  const parts = branches.map(([test, truth, branch]) => [
    supersetOf(compiler, { node: test, wanted: truth }, room, known),
    supersetOf(compiler, { node: branch, wanted }, room, known),
  ]);
  return {
    sql: or(...parts.map((pair) => and(...pair.map((part) => part.sql)))),
    exact: false,
    reasons: [...new Set(parts.flat().flatMap((part) => part.reasons))],
  };
}

/** A condition as a whole, or TRUE if it has no SQL. Records that it cannot decide pass. */
function exactly(compiler: Compiler, { node, wanted }: WantedTruth, room: SqlBudget): Superset {
  try {
    const { sql, valid } = compiler.truth(node, wanted);
    const notes = compiler.takeNotes();
    const candidate = valid === undefined ? sql : or(sql, unless(valid));
    if (!fits(candidate, room)) {
      return { sql: TRUE, exact: false, reasons: [TOO_LONG] };
    }
    return {
      sql: candidate,
      exact: valid === undefined,
      reasons: valid === undefined ? [] : notes,
    };
  } catch (error) {
    if (!(error instanceof NotInSql)) throw error;
    compiler.takeNotes();
    const weaker = impliedBy({ node, wanted });
    const through = weaker === undefined ? undefined : exactly(compiler, weaker, room);
    return { sql: through?.sql ?? TRUE, exact: false, reasons: [error.message] };
  }
}

function comparesTrees(compiler: Compiler, node: CoreNode): boolean {
  const isTree = (operand: CoreNode): boolean =>
    NumberTree.of(compiler, operand, isNumberPart) !== undefined;
  return isComparisonOfNumbers(node) && node.operands.every(isTree);
}

/** A comparison whose SQL is too long, for the records that shorter SQL can decide. */
function inPart({ leavingNumbers }: Compiler, part: WantedTruth, room: SqlBudget): Superset {
  leavingNumbers.prepare(part.node);
  const found = exactly(leavingNumbers, part, room);
  return found.exact ? found : { ...found, reasons: [TOO_LONG] };
}

/** A condition with exact SQL that this one implies; `undefined` if there is none. */
function impliedBy({ node, wanted }: WantedTruth): WantedTruth | undefined {
  if (node.op !== "regexMatch" || !wanted) return undefined;
  const prefix = heldPrefix(node.data.root);
  if (prefix === "") return undefined;
  const builder = new CoreBuilder();
  return { node: builder.startsWith(operandOf(node), builder.text(prefix)), wanted };
}

export function fits({ size, depth, parameters }: SqlFragment, room: SqlBudget): boolean {
  return size <= room.size && depth <= room.depth && parameters <= room.parameters;
}

/** One of several conditions that must all hold. */
export interface ConditionPart extends Superset {
  readonly node: CoreNode;
  readonly wanted: boolean;
}

/** Splits a condition into conditions that must all hold, each with its SQL. */
function splitOf(
  compiler: Compiler,
  condition: CoreNode,
  room: SqlBudget,
): readonly ConditionPart[] {
  const junction = junctionOf(condition, true);
  const parts = junction?.all === true ? junction.parts : [{ node: condition, wanted: true }];
  const known: SqlByCondition = new Map();
  // In a deep core, operands are compiled before the nodes that use them, which bounds recursion.
  for (const node of checkpoints(condition)) {
    if (node.type !== "boolean") continue;
    for (const wanted of [true, false]) supersetOf(compiler, { node, wanted }, room, known);
  }
  const whole = supersetOf(compiler, { node: condition, wanted: true }, room, known);
  // If the whole condition is exact, it stays whole: several equalities of one column become one IN.
  if (whole.exact) return [{ ...whole, node: condition, wanted: true }];
  return parts.map((part) => ({ ...part, ...supersetOf(compiler, part, room, known) }));
}

/** The SQL of all parts, within the limits. If it is too large, the largest parts are evaluated in memory. */
export function splitWithin(
  compiler: Compiler,
  condition: CoreNode,
  room: SqlBudget,
): readonly ConditionPart[] {
  let { size } = room;
  compiler.prepare(condition);
  for (;;) {
    const parts = splitOf(compiler, condition, { ...room, size });
    if (fits(and(...parts.map((part) => part.sql)), room)) return parts;
    size = Math.floor(size / 2);
  }
}
