import {
  type AnyFormula,
  type CompiledFormula,
  internals,
  requireFormula,
} from "../language/core/compiled.ts";
import { evaluate } from "../language/core/evaluate.ts";
import { type CoreNode, operandOf, operandsOf, threeOperandsOf } from "../language/core/node.ts";
import { Specialiser } from "../language/core/specialise.ts";
import { usesClock } from "../language/core/uses.ts";
import type { Field } from "../language/schema/index.ts";
import { givenValue } from "../language/values/given-value.ts";
import type { Plain } from "../language/values/plain.ts";
import { Domain, type ValueBounds } from "./domain.ts";
import { SimplerConditions } from "./simpler-condition.ts";
import { contradictsOrder, contradictsParts, type Demand } from "./term-relations.ts";
import { commonSchema } from "./view.ts";

/**
 * The relation of two formulas. `"true"`: the second selects every record that the first selects. `"false"`: there is a
 * record that only the first selects. `"unknown"`: neither could be proved.
 */
export type Implication = "true" | "false" | "unknown";

/** The possible outcomes of a condition, as bits. */
const IS_TRUE = 1;
const IS_FALSE = 2;
const IS_ERROR = 4;

interface Requirement {
  readonly node: CoreNode;
  readonly outcomes: number;
}

/** The maximum number of cases; beyond it, the result is "unknown". */
const MOST_CASES = 1_000;
const MOST_STEPS = 20_000;
const MOST_RECORDS = 100;

/**
 * Whether one formula implies another: for example, whether a saved filter lies within a scope, or a rule shadows
 * another one. The result is never wrong, but it may be "unknown": the search compares ranges, equalities, blanks and
 * the order of the same values, and the parts that texts and lists must have. If a formula reads the clock, the result
 * holds for the time of the call.
 */
export function implies(a: AnyFormula, b: AnyFormula): Implication {
  const [first, second] = [compiledOf(a), compiledOf(b)];
  const { stored } = commonSchema(first.schema, second.schema, "`implies`");
  const isTimed = usesClock(first.condition, second.condition);
  const specialiser = new Specialiser({
    fieldFor: ({ name }) => stored.get(name),
    ...(isTimed && { now: first.now() }),
  });
  const given = specialiser.of(first.condition);
  const claimed = specialiser.of(second.condition);
  return new RecordSearch(given, claimed, new SimplerConditions(specialiser.builder)).run();
}

function compiledOf(formula: AnyFormula): CompiledFormula {
  requireFormula(formula, "`implies`");
  return internals(formula);
}

/** The requirements so far on a class of records. */
class Case {
  readonly domains: Map<CoreNode, Domain>;
  readonly atoms: Map<CoreNode, number>;
  /** Disjunctions of requirements: one of each has to hold. */
  readonly choices: (readonly (readonly Requirement[])[])[];

  constructor(other?: Case) {
    this.domains = new Map(other?.domains);
    this.atoms = new Map(other?.atoms);
    this.choices = [...(other?.choices ?? [])];
  }
}

/** The search for a record that satisfies one condition and not another. */
class RecordSearch {
  readonly #given: CoreNode;
  readonly #claimed: CoreNode;
  readonly #simpler: SimplerConditions;
  #steps = 0;
  #records = 0;

  constructor(given: CoreNode, claimed: CoreNode, simpler: SimplerConditions) {
    this.#simpler = simpler;
    this.#given = given;
    this.#claimed = claimed;
  }

  run(): Implication {
    const start = new Case();
    const demands: readonly Requirement[] = [
      { node: this.#given, outcomes: IS_TRUE },
      { node: this.#claimed, outcomes: IS_FALSE | IS_ERROR },
    ];
    const cases: Case[] = this.#demand(start, demands) ? [start] : [];
    let isOpen = false;
    for (let looked = 0, one = cases.pop(); one !== undefined; one = cases.pop()) {
      if (++looked > MOST_CASES || this.#steps > MOST_STEPS) return "unknown";
      const choice = one.choices.pop();
      if (choice === undefined) {
        if (this.#isImpossible(one)) continue;
        if (this.#hasRecord(one)) return "false";
        isOpen = true;
        continue;
      }
      for (const option of choice) {
        const next = new Case(one);
        if (this.#demand(next, option)) cases.push(next);
      }
    }
    return isOpen ? "unknown" : "true";
  }

  /** Adds requirements to a case. Returns false if no record can meet all of them. */
  #demand(into: Case, demands: readonly Requirement[]): boolean {
    const pending = [...demands];
    for (let wanted = pending.pop(); wanted !== undefined; wanted = pending.pop()) {
      if (++this.#steps > MOST_STEPS) return true;
      const { node } = wanted;
      const outcomes = node.mayFail ? wanted.outcomes : wanted.outcomes & ~IS_ERROR;
      if (outcomes === 0) return false;
      switch (node.op) {
        case "literal":
          if ((outcomes & (node.data === true ? IS_TRUE : IS_FALSE)) === 0) return false;
          break;
        case "fail":
          if ((outcomes & IS_ERROR) === 0) return false;
          break;
        case "not":
          pending.push({ node: operandOf(node), outcomes: negated(outcomes) });
          break;
        case "and":
        case "or": {
          // An AND that is not FALSE has no FALSE operand; an AND that is TRUE has only TRUE operands.
          const deciding = node.op === "and" ? IS_FALSE : IS_TRUE;
          // For an error, one operand has to be an error, and none may decide the result.
          const each = outcomes === IS_ERROR ? 7 & ~deciding : outcomes;
          const parts = node.operands.map((operand) => ({ node: operand, outcomes: each }));
          if ((outcomes & deciding) === 0) pending.push(...parts);
          else if (outcomes !== 7) into.choices.push(parts.map((part) => [part]));
          break;
        }
        case "if":
          into.choices.push(branches(node, outcomes));
          break;
        default: {
          const simpler = this.#simpler.of(node);
          if (simpler !== node) pending.push({ node: simpler, outcomes });
          else if (!restrictTerm(into, node, outcomes)) return false;
        }
      }
    }
    return true;
  }

  /** Whether no record belongs to this case: requirements contradict each other or the possible values of fields. */
  #isImpossible({ domains, atoms }: Case): boolean {
    const demands: Demand[] = [];
    for (const [node, outcomes] of atoms) {
      const isTrue = outcomes === IS_TRUE;
      if (isTrue || outcomes === IS_FALSE) demands.push({ node, isTrue });
    }
    if (contradictsParts(demands) || contradictsOrder(demands, domains)) return true;
    const fields = new Map<Field, Plain>();
    for (const [term, domain] of domains) {
      const only = domain.only();
      if (term.op === "field" && only !== undefined) fields.set(term.data, only);
    }
    if (fields.size === 0) return false;
    const known = new Specialiser({ fields });
    for (const [atom, outcomes] of atoms) {
      const outcome = outcomeOf(known.of(atom));
      if (outcome !== undefined && (outcome & outcomes) === 0) return true;
    }
    return false;
  }

  /**
   * Whether an example of this case is a counterexample: both formulas are evaluated for it, so a wrong guess does no
   * harm.
   */
  #hasRecord({ domains, atoms }: Case): boolean {
    if (++this.#records > MOST_RECORDS) return false;
    const values = new Map<Field, Plain>();
    for (const [atom, outcomes] of atoms) {
      if (atom.op === "field") values.set(atom.data, (outcomes & IS_TRUE) !== 0);
      const [text, part] = atom.operands;
      const isPart = text?.op === "field" && part?.op === "literal" && (outcomes & IS_TRUE) !== 0;
      if (isPart && typeof part.data === "string") {
        values.set(text.data, text.type === "list" ? [part.data] : part.data);
      }
    }
    for (const [term, domain] of domains) {
      if (term.op === "field" && !(values.has(term.data) && domain.isFree())) {
        values.set(term.data, domain.example());
      }
    }
    for (const [{ type }, value] of values) {
      // A guess at the end of the language's range is not a valid value.
      if (
        givenValue(type, type === "date" && value !== null ? new Date(Number(value)) : value) ===
        undefined
      )
        return false;
    }
    const scope = {
      read: (field: Field): Plain => values.get(field) ?? BLANKS[field.type],
      now: 0,
    };
    return evaluate(this.#given, scope) === true && evaluate(this.#claimed, scope) !== true;
  }
}

const BLANKS = { text: "", number: null, date: null, boolean: false, list: [] } as const;

function negated(outcomes: number): number {
  return (
    (outcomes & IS_ERROR) |
    ((outcomes & IS_TRUE) === 0 ? 0 : IS_FALSE) |
    ((outcomes & IS_FALSE) === 0 ? 0 : IS_TRUE)
  );
}

function branches(node: CoreNode, outcomes: number): readonly (readonly Requirement[])[] {
  const [condition, then, otherwise] = threeOperandsOf(node);
  const options: (readonly Requirement[])[] = [
    [
      { node: condition, outcomes: IS_TRUE },
      { node: then, outcomes },
    ],
    [
      { node: condition, outcomes: IS_FALSE },
      { node: otherwise, outcomes },
    ],
  ];
  if ((outcomes & IS_ERROR) !== 0) options.push([{ node: condition, outcomes: IS_ERROR }]);
  return options;
}

/** Restricts a comparison with a constant, or an opaque condition, to some outcomes. */
function restrictTerm(into: Case, node: CoreNode, outcomes: number): boolean {
  const atom = (into.atoms.get(node) ?? 7) & outcomes;
  if (atom === 0) return false;
  into.atoms.set(node, atom);
  const test = testOf(node);
  if (test === undefined || outcomes === 7) return true;
  const isTrue = (outcomes & IS_TRUE) !== 0;
  // "Error or TRUE" and "error or FALSE" restrict the value; "TRUE or FALSE" does not.
  if (isTrue && (outcomes & IS_FALSE) !== 0) return true;
  const known = into.domains.get(test.term) ?? Domain.of(test.term);
  const next =
    outcomes === IS_ERROR
      ? known.errorOnly()
      : known.within(isTrue ? test.whenTrue : test.whenFalse, (outcomes & IS_ERROR) !== 0);
  into.domains.set(test.term, next);
  return !next.isEmpty();
}

/** The value that a comparison reads, and its domains if the comparison is true or false. */
interface TermTest {
  readonly term: CoreNode;
  readonly whenTrue: ValueBounds;
  readonly whenFalse: ValueBounds;
}

function testOf(node: CoreNode): TermTest | undefined {
  if (node.op === "isBlank") {
    return { term: operandOf(node), whenTrue: { blank: true, none: true }, whenFalse: {} };
  }
  if (node.op !== "equal" && node.op !== "less" && node.op !== "lessOrEqual") return undefined;
  const [a, b] = operandsOf(node);
  const isFlipped = a.op === "literal";
  const [term, constant] = isFlipped ? [b, a] : [a, b];
  if (constant.op !== "literal" || term.op === "literal") return undefined;
  const value = constant.data;
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  if (node.op === "equal") {
    const exactly = { value, strict: false };
    return {
      term,
      whenTrue: { low: exactly, high: exactly },
      whenFalse: { blank: true, without: value },
    };
  }
  const inside = { value, strict: node.op === "less" };
  const outside = { value, strict: node.op !== "less" };
  return isFlipped
    ? { term, whenTrue: { low: inside }, whenFalse: { blank: true, high: outside } }
    : { term, whenTrue: { high: inside }, whenFalse: { blank: true, low: outside } };
}

function outcomeOf(node: CoreNode): number | undefined {
  if (node.op === "fail") return IS_ERROR;
  if (node.op !== "literal") return undefined;
  return node.data === true ? IS_TRUE : IS_FALSE;
}
