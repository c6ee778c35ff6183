import { type CoreNode, operandsOf } from "../language/core/node.ts";
import { compareText } from "../language/values/text/index.ts";
import type { Domain, Limit } from "./domain.ts";

/** A condition that must be true, or must be false. */
export interface Demand {
  readonly node: CoreNode;
  readonly isTrue: boolean;
}

/** The maximum number of terms to compare. */
const MOST_TERMS = 40;

/** Whether requirements on the order of terms contradict each other: `{a} < {b}`, `{b} < {c}` and not `{a} < {c}`. */
export function contradictsOrder(
  demands: readonly Demand[],
  domains: ReadonlyMap<CoreNode, Domain>,
): boolean {
  const pairs = demands.filter(
    ({ node: { op, operands } }) =>
      (op === "less" || op === "lessOrEqual" || op === "equal") &&
      operands.every(({ varies }) => varies),
  );
  if (pairs.length === 0) return false;
  const present = presentTerms(pairs, domains);
  const order = new TermOrder();
  for (const { node, isTrue } of pairs) {
    const [a, b] = operandsOf(node);
    if (!present.has(a) || !present.has(b)) continue;
    if (node.op === "equal") {
      if (!isTrue) continue;
      order.add(a, b, false);
      order.add(b, a, false);
    } else if (isTrue) order.add(a, b, node.op === "less");
    else order.add(b, a, node.op === "lessOrEqual");
  }
  for (const term of present) {
    const { low, high } = domains.get(term) ?? {};
    if (low !== undefined) order.addLimit(term, low, "low");
    if (high !== undefined) order.addLimit(term, high, "high");
  }
  const differ = pairs.filter(({ node, isTrue }) => node.op === "equal" && !isTrue);
  return order.isImpossible(differ.map(({ node }) => operandsOf(node)));
}

/** The terms that are neither blank nor errors. */
function presentTerms(
  pairs: readonly Demand[],
  domains: ReadonlyMap<CoreNode, Domain>,
): ReadonlySet<CoreNode> {
  const present = new Set<CoreNode>();
  for (const { node, isTrue } of pairs) {
    for (const term of operandsOf(node)) {
      const isOrdered = isTrue && node.op !== "equal";
      const isNever = !term.mayBeBlank && !term.mayFail;
      if (isOrdered || isNever || domains.get(term)?.isPresent() === true) present.add(term);
    }
  }
  for (let size = -1; size !== present.size; ) {
    size = present.size;
    for (const { node, isTrue } of pairs) {
      if (!isTrue || node.op !== "equal") continue;
      const [a, b] = operandsOf(node);
      if (present.has(a)) present.add(b);
      if (present.has(b)) present.add(a);
    }
  }
  return present;
}

/** Terms and constants, with the known `<` and `<=` relations between them. */
class TermOrder {
  readonly #indexes = new Map<CoreNode | string | number, number>();
  /** For each pair of terms: 0 if nothing is known, 1 if the first is at most the second, 2 if it is less. */
  readonly #known: number[][] = [];

  add(a: CoreNode | string | number, b: CoreNode | string | number, isStrict: boolean): void {
    const [from, to] = [this.#indexOf(a), this.#indexOf(b)];
    const row = this.#known[from];
    if (row !== undefined) row[to] = Math.max(row[to] ?? 0, isStrict ? 2 : 1);
  }

  addLimit(term: CoreNode, { value, strict }: Limit, end: "low" | "high"): void {
    for (const other of [...this.#indexes.keys()]) {
      if (typeof other !== typeof value || typeof other === "object" || other === value) continue;
      if (isLess(other, value)) this.add(other, value, true);
      else this.add(value, other, true);
    }
    if (end === "low") this.add(value, term, strict);
    else this.add(term, value, strict);
  }

  /** Whether a term is less than itself, or two terms that must differ are equal. */
  isImpossible(differ: readonly (readonly [CoreNode, CoreNode])[]): boolean {
    const known = this.#known;
    const count = known.length;
    if (count > MOST_TERMS) return false;
    const at = (i: number, j: number): number => known[i]?.[j] ?? 0;
    for (let k = 0; k < count; k++) {
      for (const [i, row] of known.entries()) {
        if (at(i, k) === 0) continue;
        for (let j = 0; j < count; j++) {
          if (at(k, j) > 0) row[j] = Math.max(at(i, j), at(i, k), at(k, j));
        }
      }
    }
    return (
      known.some((row, i) => row[i] === 2) ||
      differ.some(([a, b]) => {
        const [i, j] = [this.#indexes.get(a), this.#indexes.get(b)];
        return i !== undefined && j !== undefined && at(i, j) > 0 && at(j, i) > 0;
      })
    );
  }

  #indexOf(term: CoreNode | string | number): number {
    const index = this.#indexes.get(term) ?? this.#indexes.size;
    this.#indexes.set(term, index);
    this.#known[index] ??= [];
    return index;
  }
}

function isLess(a: string | number, b: string | number): boolean {
  return typeof a === "string" ? compareText(a, String(b)) < 0 : a < Number(b);
}

/** Whether a text with the required parts would also have a forbidden part. */
export function contradictsParts(demands: readonly Demand[]): boolean {
  const parts = demands.filter(
    ({ node: { op, operands } }) =>
      (op === "contains" || op === "startsWith" || op === "endsWith") &&
      operands[1]?.op === "literal",
  );
  const had = parts.filter(({ isTrue }) => isTrue);
  return had.some(({ node }) => {
    const [text, part] = operandsOf(node);
    return parts.some(
      (other) => other.node.operands[0] === text && excludes(node.op, String(part.data), other),
    );
  });
}

function excludes(op: CoreNode["op"], part: string, { node, isTrue }: Demand): boolean {
  const other = String(node.operands[1]?.data);
  if (isTrue) {
    // Of two required prefixes (or suffixes) of one text, the longer includes the shorter.
    if (node.op !== op || op === "contains") return false;
    const has = op === "startsWith" ? "startsWith" : "endsWith";
    return !part[has](other) && !other[has](part);
  }
  switch (node.op) {
    case "contains":
      return part.includes(other);
    case "startsWith":
      return op === "startsWith" && part.startsWith(other);
    case "endsWith":
      return op === "endsWith" && part.endsWith(other);
    default:
      return false;
  }
}
