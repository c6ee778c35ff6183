import type { CoreNode, Operation } from "../../../src/language/core/node.ts";
import { FUNCTIONS } from "../../../src/language/functions/registry.ts";
import { parse, walk } from "../../../src/language/syntax/index.ts";
import type { Asked } from "../../generate/random-formula.ts";
import type { Finding } from "./sql-way.ts";

/** Counts the formulas of a run by the functions, operators and core operations that they use. */
export class Tally {
  formulas = 0;
  /** The number of formulas that select some rows and not others. */
  decided = 0;
  valued = 0;
  queries = 0;
  /** The number of formulas with a computed field. */
  computed = 0;
  /** The number of queries in the order of a computed field. */
  computedOrders = 0;
  readonly shares: Record<Finding["share"], number> = { whole: 0, split: 0, memory: 0 };
  readonly functions: Map<string, number> = new Map(FUNCTIONS.map(({ name }) => [name, 0]));
  readonly operators: Map<string, number> = new Map();
  readonly operations: Map<Operation, number> = new Map();

  add(
    { source, lowered }: Asked,
    { share, hits, valued }: Finding,
    rows: number,
    formulas: ReadonlyMap<string, string>,
  ): void {
    this.formulas++;
    this.shares[share]++;
    if (hits > 0 && hits < rows) this.decided++;
    if (valued) this.valued++;
    const parsed = parse(source);
    if (!parsed.ok) throw new Error(`it does not parse: ${source}`);
    const functions = new Set<string>();
    const operators = new Set<string>();
    let isComputed = false;
    walk(parsed.ast.root, (node) => {
      if (node.kind === "call") functions.add(node.name.toUpperCase());
      if (node.kind === "binary") operators.add(node.operator);
      if (node.kind === "unary") operators.add(`${node.operator} alone`);
      if (node.kind === "field" && formulas.has(node.name)) isComputed = true;
    });
    if (isComputed) this.computed++;
    count(this.functions, functions);
    count(this.operators, operators);
    count(this.operations, operationsOf(lowered.root));
  }

  toString(): string {
    const percent = (part: number): string => `${((100 * part) / this.formulas).toFixed(1)}%`;
    const { whole, split, memory } = this.shares;
    return [
      `${this.formulas} formulas, ${percent(this.decided)} return some rows and not others, ${this.queries} as whole queries`,
      `with computed fields ${percent(this.computed)}, ${this.computedOrders} queries in an order of these`,
      `decided by the database ${percent(whole)}, divided ${percent(split)}, in memory ${percent(memory)}; with their values ${percent(this.valued)}`,
      `operators: ${list(this.operators)}`,
      `operations: ${list(this.operations)}`,
      `functions: ${list(this.functions)}`,
    ].join("\n");
  }
}

function count<K>(into: Map<K, number>, keys: Iterable<K>): void {
  for (const key of keys) into.set(key, (into.get(key) ?? 0) + 1);
}

function list(counts: ReadonlyMap<string, number>): string {
  const entries = [...counts].sort(([, a], [, b]) => a - b);
  return entries.map(([name, times]) => `${name} ${times}`).join(", ");
}

function operationsOf(root: CoreNode): ReadonlySet<Operation> {
  const operations = new Set<Operation>();
  const seen = new Set<CoreNode>();
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    operations.add(node.op);
    pending.push(...node.operands);
  }
  return operations;
}
