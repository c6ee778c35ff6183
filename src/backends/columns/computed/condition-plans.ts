import type { CoreBuilder } from "../../../language/core/builder.ts";
import type { CompiledFormula } from "../../../language/core/compiled.ts";
import { computationOf, computedBy } from "../../../language/core/computation.ts";
import { type CoreNode, operandOf } from "../../../language/core/node.ts";
import { Specialiser } from "../../../language/core/specialise.ts";
import { countUses, usesClock } from "../../../language/core/uses.ts";
import type { Field, Schema } from "../../../language/schema/index.ts";
import type { Steps } from "../../../util/steps.ts";
import { ColumnLayout } from "../condition/column-layout.ts";
import { SelectPlan } from "../select/select-plan.ts";
import { type ColumnStrategy, tierFor } from "../select/tier.ts";
import type { Column } from "../storage/column.ts";
import type { ColumnCache } from "./column-cache.ts";
import { computeColumn } from "./compute-column.ts";

/** The columns of a snapshot. */
interface Columns {
  readonly schema: Schema;
  readonly length: number;
  readonly columns: ReadonlyMap<string, Column>;
  readonly strategy: ColumnStrategy;
  /** The column of a stored field. */
  readonly columnOf: (field: Field) => Column;
}

interface CachedPlan {
  readonly plan: SelectPlan;
  /** The computed fields that the plan evaluates although they could have columns. */
  readonly computed: readonly Field[];
}

/** Cached plans of the conditions that ran on a snapshot. A computed field that has a column is read from it. */
export class ConditionPlans {
  readonly #of: Columns;
  readonly #kept: ColumnCache;
  readonly #plans = new WeakMap<CoreNode, CachedPlan>();

  constructor(columns: Columns, kept: ColumnCache) {
    this.#of = columns;
    this.#kept = kept;
  }

  *making(formula: CompiledFormula): Steps<SelectPlan> {
    const { condition } = formula;
    const { length, strategy } = this.#of;
    const known = this.#plans.get(condition);
    const tier = tierFor(strategy, length, formula.codeGeneration);
    if (known !== undefined) {
      for (const field of known.computed) this.#kept.count(field);
      if (known.plan.tier === tier && !this.#isBehind(known)) return known.plan;
    }
    const neverBlank = new Set<Field>();
    for (const { op, data } of countUses(condition).keys()) {
      if (op !== "field") continue;
      const column = this.#of.columnOf(data);
      if (column.kind === "numbers" && !column.hasBlanks) neverBlank.add(data);
    }
    const isTimed = usesClock(condition);
    const specialiser = new Specialiser(
      isTimed ? { now: formula.now(), neverBlank } : { neverBlank },
    );
    const special = inParts(specialiser.of(condition), specialiser.builder);
    const nodes = this.#computedIn(special, formula, specialiser);
    const computed = new Set(nodes.values());
    if (known === undefined) for (const field of computed) this.#kept.count(field);
    for (const field of computed) yield* this.#keep(field, formula);
    const { reading, columns } = this.#reading(special, nodes, specialiser);
    const plan = yield* SelectPlan.making(reading, new ColumnLayout(length, columns), tier);
    if (!isTimed) {
      const left = [...computed].filter(({ name }) => !columns.has(name));
      this.#plans.set(condition, { plan, computed: left });
    }
    return plan;
  }

  /** Whether a field that the plan evaluates now has a column, or should get one. */
  #isBehind({ computed }: CachedPlan): boolean {
    return computed.some((field) => {
      if (this.#kept.readable(field.name) !== undefined) return true;
      const by = computedBy(field);
      return by !== undefined && this.#kept.isDue(field, by, this.#of.length);
    });
  }

  /** The nodes of a condition that are formulas of the computed fields it uses. */
  #computedIn(
    condition: CoreNode,
    { fields }: CompiledFormula,
    specialiser: Specialiser,
  ): ReadonlyMap<CoreNode, Field> {
    const found = new Map<CoreNode, Field>();
    const used = new Set<Field>();
    for (const name of fields) {
      const field = this.#of.schema.fields.get(name);
      for (const one of (field && computationOf(field)?.sizes.keys()) ?? []) used.add(one);
    }
    if (used.size === 0) return found;
    const nodes = countUses(condition);
    for (const field of used) {
      const root = computationOf(field)?.root;
      if (root === undefined || usesClock(root)) continue;
      const node = specialiser.of(root);
      // A formula that is only a field or a constant needs no column.
      if (node.varies && node.op !== "field" && nodes.has(node)) found.set(node, field);
    }
    return found;
  }

  /** Computes and caches the column of a field if filters have evaluated it often enough, in steps. */
  *#keep(field: Field, { codeGeneration }: CompiledFormula): Steps<void> {
    const { length, columns, strategy } = this.#of;
    const by = computedBy(field);
    if (by === undefined || !this.#kept.isDue(field, by, length)) return;
    this.#kept.begin(field);
    const layout = new ColumnLayout(length, columns);
    try {
      const how = {
        strategy,
        codeGeneration,
        rows: undefined,
        hold: undefined,
        rowsPerStep: undefined,
      };
      this.#kept.set(field.name, yield* computeColumn(by, layout, how));
    } finally {
      this.#kept.end(field);
    }
  }

  /** Replaces the formulas of computed fields with reads of their columns. */
  #reading(
    condition: CoreNode,
    nodes: ReadonlyMap<CoreNode, Field>,
    { builder }: Specialiser,
  ): { readonly reading: CoreNode; readonly columns: ReadonlyMap<string, Column> } {
    const columns = new Map(this.#of.columns);
    const reads = new Map<CoreNode, CoreNode>();
    for (const [node, field] of nodes) {
      const column = this.#kept.readable(field.name)?.column;
      if (column === undefined) continue;
      columns.set(field.name, column);
      reads.set(node, builder.field(field, column.kind !== "numbers" || column.hasBlanks));
    }
    if (reads.size === 0) return { reading: condition, columns: this.#of.columns };
    return { reading: new Replacing(reads, builder).of(condition), columns };
  }
}

/** Rewrites "no part of an OR holds" as an AND of negated parts, which are searched one after the other. */
function inParts(condition: CoreNode, builder: CoreBuilder): CoreNode {
  const negated = condition.op === "not" ? operandOf(condition) : condition;
  if (negated === condition || negated.op !== "or") return condition;
  return builder.and(...negated.operands.map((part) => builder.not(part)));
}

/** Rebuilds a core with some nodes replaced. */
class Replacing extends Specialiser {
  readonly #nodes: ReadonlyMap<CoreNode, CoreNode>;

  constructor(nodes: ReadonlyMap<CoreNode, CoreNode>, builder: Specialiser["builder"]) {
    super({}, builder);
    this.#nodes = nodes;
  }

  protected override make(node: CoreNode): CoreNode {
    return this.#nodes.get(node) ?? super.make(node);
  }
}
