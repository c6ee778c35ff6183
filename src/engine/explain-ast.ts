import { type Computation, type CoresByNode, computationOf } from "../language/core/computation.ts";
import { evaluator, type Scope } from "../language/core/evaluate.ts";
import type { CoreNode } from "../language/core/node.ts";
import { OPERATIONS } from "../language/core/operations.ts";
import {
  constantLength,
  type Longest,
  type VisibleFields,
  visibleLengths,
} from "../language/core/price-rules.ts";
import { worksOf } from "../language/core/work.ts";
import type { Lowered } from "../language/lower/index.ts";
import type { Field, Schema } from "../language/schema/index.ts";
import type { ErrorCause, ErrorCauseTexts } from "../language/source/messages/error-cause.ts";
import type { Messages } from "../language/source/messages/messages.ts";
import type { Span } from "../language/source/span.ts";
import { type Ast, children, type Expression, walk } from "../language/syntax/index.ts";
import type { ValueType } from "../language/types/value-type.ts";
import { ERROR, type Outcome } from "../language/values/plain.ts";
import { toValue, type Value } from "./formula-value.ts";
import { isAllowed, type Policy } from "./policy.ts";
import { shortSource, shortValue } from "./shorten.ts";

/** The value of one part of a formula for a record, with the explanations of its own parts. */
export interface Explanation {
  /** The span of the part in the formula. */
  readonly span: Span;
  /** The part's source text. If it is long, only the beginning, followed by `…`. */
  readonly text: string;
  /**
   * The value of the part: `null` for a blank, `ERROR` for an error. A text or a list of more than 200 characters is
   * shortened, and `length` is given.
   */
  readonly value: Value;
  /** The full length of a shortened value: the UTF-16 units of a text, or the number of items of a list. */
  readonly length?: number;
  /** Whether the part counts as true; `null` if it is an error. */
  readonly holds: boolean | null;
  /** Why the part is an error; omitted if it is not an error, or if one of its own parts has the cause. */
  readonly cause?: string;
  /** The code of the cause, from which a catalogue of messages makes the text. */
  readonly causeCode?: ErrorCause;
  /** The subexpressions, in source order. */
  readonly parts: readonly Explanation[];
  /**
   * If the part is a computed field, the explanation of the field's formula, with spans in the text of that formula.
   * Omitted if the field was explained before, or if its formula reads fields that are hidden or that the policy refuses.
   */
  readonly definition?: Definition;
}

/** The explanation of a computed field's formula. */
export interface Definition extends Explanation {
  /** The name of the field. */
  readonly field: string;
}

const ENGLISH_CAUSES: ErrorCauseTexts = {
  "number-too-large": "the number is too large",
  division: "division by zero, or a number too large",
  "negative-root": "a negative number has no root",
  "not-a-number": "the text is not a number",
  "date-out-of-range": "the date is before 1900 or after 2298",
  "text-too-long": "the text is longer than 64 KiB",
  "too-costly": "the value would take too much work to compute",
  "no-value": "the value cannot be computed",
};

/** The part of a compiled formula that explanations need. */
interface Explained {
  readonly ast: Ast;
  readonly schema: Pick<Schema, "fields">;
  readonly lowered: Lowered;
  /** The limit of the work for one record. */
  readonly mostWork: number;
  /** The fields that the policy allows. */
  readonly allowed: Policy["fields"];
  readonly messages: Messages | undefined;
  /** The fields whose lengths the limit of the work may reveal; all unless given. */
  readonly visible: VisibleFields | undefined;
}

/**
 * Explains a formula for one record, part by part, with the reference evaluator. The value of the formula is always
 * computed. Parts that it does not need are computed as far as the limit of the work allows.
 *
 * @param offset the start of the formula's text in the whole text
 */
export function explainAst(
  { ast, schema, lowered: { root, byNode }, mostWork, allowed, messages, visible }: Explained,
  scope: Scope,
  offset: number,
): Explanation {
  const lengthOf: Longest = (field) => constantLength(scope.read(field));
  const lengths = visible === undefined ? lengthOf : visibleLengths(lengthOf, visible);
  const evaluating = (nodes: readonly CoreNode[]): Evaluation => ({
    evaluate: evaluator(scope),
    account: new Account(worksOf(nodes, lengths), mostWork),
  });
  const evaluation = evaluating([root, ...coresIn(byNode)]);
  evaluation.account.take(root, true);
  const opening: FieldExplaining = {
    schema,
    allowed,
    causes: messages?.causes,
    opened: new Set(),
    evaluation: evaluating(computedNodes(ast, schema)),
  };
  return explainText({ ast, byNode }, evaluation, opening, offset);
}

/** The context for evaluating the nodes of one core. */
interface Evaluation {
  readonly evaluate: (node: CoreNode) => Outcome;
  readonly account: Account;
}

/** The computed fields to explain at their first use, with the values of their core. */
interface FieldExplaining {
  readonly schema: Pick<Schema, "fields">;
  readonly allowed: Policy["fields"];
  readonly causes: Messages["causes"];
  readonly opened: Set<Field>;
  readonly evaluation: Evaluation;
}

/** Explains a formula, or the formula of a field. */
function explainText(
  { ast, byNode }: Pick<Computation, "ast" | "byNode">,
  { evaluate, account }: Evaluation,
  opening: FieldExplaining,
  offset: number,
): Explanation {
  /** Explanations that have a cause, themselves or in their parts. */
  const withCause = new Set<Explanation>();
  const hasCause = (part: Explanation): boolean => withCause.has(part);

  function explain(node: Expression, parts: readonly Explanation[]): Explanation {
    const core = byNode[node.id];
    const { start, end } = node.span;
    const span = { start: start + offset, end: end + offset };
    const text = shortSource(ast.source.slice(start, end));
    // A literal that the checker consumes, such as a unit, is not in the core. Its value is its text.
    if (core === undefined) {
      const value = node.kind === "text" ? node.value : null;
      return { span, text, ...shortValue(value), holds: null, parts };
    }
    const isAffordable = account.take(core);
    const outcome = isAffordable ? evaluate(core) : ERROR;
    const isCause = outcome === ERROR && !parts.some(hasCause);
    const causeCode = isAffordable ? OPERATIONS[core.op].fails || "no-value" : "too-costly";
    const cause = opening.causes?.[causeCode] ?? ENGLISH_CAUSES[causeCode];
    const own = opened.get(node);
    return {
      span,
      text,
      ...shortValue(isAffordable ? toValue(core.type, outcome) : null),
      holds: isTrueLike(core.type, outcome),
      ...(isCause ? { cause, causeCode } : {}),
      parts,
      ...(own === undefined ? {} : { definition: definitionOf(own, opening) }),
    };
  }

  const expressions: Expression[] = [];
  walk(ast.root, (expression) => expressions.push(expression));
  const opened = openedBy(expressions, opening);
  const explanations = new Map<Expression, Explanation>();
  // The walk visits each expression before its parts; in reverse, parts come first.
  for (const expression of expressions.reverse()) {
    const parts = children(expression).flatMap((child) => explanations.get(child) ?? []);
    const explanation = explain(expression, parts);
    explanations.set(expression, explanation);
    if (explanation.cause !== undefined || parts.some(hasCause)) withCause.add(explanation);
  }
  const explanation = explanations.get(ast.root);
  if (explanation === undefined) throw new Error("the formula has no root");
  return explanation;
}

/** The nodes of all computed fields that a formula needs, in one core. */
function computedNodes(ast: Ast, schema: Pick<Schema, "fields">): readonly CoreNode[] {
  const needed = new Set<Field>();
  walk(ast.root, (expression) => {
    const field = expression.kind === "field" ? schema.fields.get(expression.name) : undefined;
    for (const one of (field && computationOf(field))?.sizes.keys() ?? []) needed.add(one);
  });
  return [...needed].flatMap((field) => {
    const computation = computationOf(field);
    return computation === undefined ? [] : [computation.root, ...coresIn(computation.byNode)];
  });
}

function coresIn(byNode: CoresByNode): readonly CoreNode[] {
  return byNode.filter((node) => node !== undefined);
}

interface Opened {
  readonly field: string;
  readonly computation: Computation;
}

function definitionOf({ field, computation }: Opened, opening: FieldExplaining): Definition {
  return { ...explainText(computation, opening.evaluation, opening, 0), field };
}

/** The expressions that are the first use of a computed field, with that field. */
function openedBy(
  expressions: readonly Expression[],
  { schema, allowed, opened }: FieldExplaining,
): ReadonlyMap<Expression, Opened> {
  const found = new Map<Expression, Opened>();
  for (const expression of expressions) {
    const field = expression.kind === "field" ? schema.fields.get(expression.name) : undefined;
    if (field?.formula === undefined || opened.has(field)) continue;
    opened.add(field);
    const computation = computationOf(field);
    if (computation === undefined || readsRefused(computation.ast, schema, allowed)) continue;
    found.set(expression, { field: field.name, computation });
  }
  return found;
}

/** Whether a formula names a field that the policy refuses. */
function readsRefused(
  { root }: Ast,
  { fields }: Pick<Schema, "fields">,
  allowed: Policy["fields"],
): boolean {
  let isRefused = false;
  walk(root, (node) => {
    if (node.kind !== "field" || !fields.has(node.name)) return;
    if (!isAllowed(allowed, node.name)) isRefused = true;
  });
  return isRefused;
}

/** Whether the outcome is TRUE, a number other than 0, or a text, date or list that is not blank. */
function isTrueLike(type: ValueType, outcome: Outcome): boolean | null {
  if (outcome === ERROR) return null;
  // The first instant of 1970 is the number 0.
  if (type === "date") return outcome !== null;
  if (typeof outcome === "object") return outcome !== null && outcome.length > 0;
  return outcome !== false && outcome !== 0 && outcome !== "";
}

/** The remaining budget of work for an explanation. */
class Account {
  readonly #works: ReadonlyMap<CoreNode, number>;
  readonly #paid = new Set<CoreNode>();
  readonly #refused = new Set<CoreNode>();
  #left: number;

  constructor(works: ReadonlyMap<CoreNode, number>, mostWork: number) {
    this.#works = works;
    this.#left = mostWork;
  }

  /** Spends the work of a node and all its operands; returns false if the budget is too small. */
  take(node: CoreNode, anyway = false): boolean {
    const taken = new Set<CoreNode>();
    const pending = [node];
    let work = 0;
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#paid.has(next) || taken.has(next)) continue;
      taken.add(next);
      work += this.#works.get(next) ?? 0;
      if (!anyway && (work > this.#left || this.#refused.has(next))) {
        this.#refused.add(node);
        return false;
      }
      pending.push(...next.operands);
    }
    for (const one of taken) this.#paid.add(one);
    this.#left -= work;
    return true;
  }
}
