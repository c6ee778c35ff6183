import { evaluate } from "../../language/core/evaluate.ts";
import type { CoreNode } from "../../language/core/node.ts";
import { countUses } from "../../language/core/uses.ts";
import type { Outcome } from "../../language/values/plain.ts";
import { isInherited } from "../../language/values/row-value.ts";
import { type BoundParameters, NOTHING_BOUND } from "../evaluation/bound.ts";
import { Closures, type Reader } from "../evaluation/closures.ts";
import { type Compute, Run, type Test } from "../evaluation/compute.ts";
import { decode } from "../evaluation/encoded-value.ts";
import { carefulLoop, collect, type RowLoop, refuseRow } from "./collect-rows.ts";
import { type GeneratedFilter, generateFilter } from "./generated-filter.ts";
import { type RowObject, reading } from "./read-row.ts";
import { fieldTest } from "./row-field-test.ts";
import { rowScope } from "./row-scope.ts";

/** Generated code pays off from this number of rows; generating it takes about ten microseconds. */
const GENERATION_THRESHOLD = 2_000;

const READER: Reader<RowObject> = { read: reading, test: fieldTest };

/** How a row program tests conditions: by the number of rows, or always in one way, for tests. */
export type RowStrategy = "adaptive" | "closures" | "generated";

/**
 * A formula over untrusted rows, shared by all bindings of a template, which pass in the values of the parameters. It
 * starts with closures, and switches to generated code after enough rows if that is allowed. If reading a row throws,
 * the reference evaluator takes over for the row.
 */
export class RowProgram {
  readonly #root: CoreNode;
  readonly #condition: CoreNode;
  readonly #strategy: RowStrategy;
  #seen = 0;
  #closures: Closures<RowObject> | undefined;
  #test: Test<RowObject> | undefined;
  #value: Compute<RowObject> | undefined;
  #generated: GeneratedFilter | undefined;
  #wasGenerated = false;
  #leaves: Leaves | undefined;

  constructor(root: CoreNode, condition: CoreNode, strategy: RowStrategy = "adaptive") {
    this.#root = root;
    this.#condition = condition;
    this.#strategy = strategy;
  }

  /** Whether the formula reads the clock. */
  get usesNow(): boolean {
    return this.#look().usesNow;
  }

  /** Whether `filter` would return the row. */
  matches(row: unknown, now: number, bound: BoundParameters = NOTHING_BOUND): boolean {
    this.#seen++;
    try {
      if (isRowObject(row) && !this.#readsInherited()) {
        const generated = this.#generate();
        if (generated !== undefined) return generated.matches(row, now, bound);
        return this.#tested()(row, new Run(now, bound));
      }
    } catch {
      // Reading the row threw. The reference evaluator treats a field that throws as blank.
    }
    return evaluate(this.#condition, rowScope(row, now, bound.plain)) === true;
  }

  /** The rows that match, in order. */
  filter<Row>(rows: readonly Row[], now: number, bound: BoundParameters = NOTHING_BOUND): Row[] {
    this.#seen += rows.length;
    const careful = carefulLoop(this.#condition);
    if (this.#readsInherited()) return collect(rows, careful, careful, now, bound);
    const loop = this.#generate()?.loop ?? this.#closureLoop();
    return collect(rows, loop, careful, now, bound);
  }

  /** The formula's value for the row. */
  evaluate(row: unknown, now: number, bound: BoundParameters = NOTHING_BOUND): Outcome {
    try {
      if (isRowObject(row) && !this.#readsInherited()) {
        this.#value ??= this.#compile().computing(this.#root);
        return decode(this.#root.type, this.#value(row, new Run(now, bound)));
      }
    } catch {
      // As in `matches`.
    }
    return evaluate(this.#root, rowScope(row, now, bound.plain));
  }

  /** The leaves of the formula, collected on the first run to keep compiling fast. */
  #look(): Leaves {
    this.#leaves ??= leavesOf(this.#root, this.#condition);
    return this.#leaves;
  }

  #compile(): Closures<RowObject> {
    this.#closures ??= new Closures(READER, this.#root, this.#condition);
    return this.#closures;
  }

  #tested(): Test<RowObject> {
    this.#test ??= this.#compile().testing(this.#condition);
    return this.#test;
  }

  #generate(): GeneratedFilter | undefined {
    if (this.#wasGenerated) return this.#generated;
    const paysOff = this.#strategy === "generated" || this.#seen >= GENERATION_THRESHOLD;
    if (!paysOff || this.#strategy === "closures") return undefined;
    this.#wasGenerated = true;
    this.#generated = generateFilter(this.#condition);
    return this.#generated;
  }

  #closureLoop(): RowLoop {
    const test = this.#tested();
    return (rows, from, to, hits, now, bound) => {
      const run = new Run(now, bound);
      let count = 0;
      for (let index = from; index < to; index++) {
        const row = rows[index];
        if (isRowObject(row) ? test(row, run.next()) : refuseRow()) hits[count++] = index;
      }
      return count;
    };
  }

  /**
   * Whether a field is named like a property of `Object.prototype`: only the reference evaluator reads it correctly.
   */
  #readsInherited(): boolean {
    for (const name of this.#look().fieldNames) if (isInherited(name)) return true;
    return false;
  }
}

interface Leaves {
  readonly usesNow: boolean;
  readonly fieldNames: readonly string[];
}

function leavesOf(...roots: readonly CoreNode[]): Leaves {
  const fieldNames: string[] = [];
  let usesNow = false;
  for (const node of countUses(...roots).keys()) {
    if (node.op === "now") usesNow = true;
    if (node.op === "field") fieldNames.push(node.data.name);
  }
  return { usesNow, fieldNames };
}

function isRowObject(row: unknown): row is RowObject {
  return typeof row === "object" && row !== null;
}
