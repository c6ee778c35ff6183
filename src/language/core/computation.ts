import { COMPUTATION, type Field } from "../schema/index.ts";
import type { Ast } from "../syntax/index.ts";
import { type AnyFormula, type CompiledFormula, internals } from "./compiled.ts";
import { operandsFirst } from "./fold.ts";
import type { CoreNode } from "./node.ts";

/**
 * What computes a field. The formulas that use the field take over its core, so a back end meets only fields that records
 * have. All computed fields of a schema are in one core: what they share is there once.
 */
export interface Computation {
  readonly root: CoreNode;
  readonly ast: Ast;
  readonly byNode: CoresByNode;
  /** The computed fields that it uses, and itself, each with the sizes of its own text. */
  readonly sizes: ReadonlyMap<Field, ComputationSize>;
  /** The compiled formula. It is there as soon as the schema is. */
  readonly formula: () => AnyFormula;
}

/** The core node of each node of the syntax tree, at the id of that node; `undefined` for those without one. */
export type CoresByNode = readonly (CoreNode | undefined)[];

/** How large the formula of a field is, without those of the fields that it uses. */
export interface ComputationSize {
  /** The nodes of the syntax tree. */
  readonly nodes: number;
  /** The UTF-16 units of the text. */
  readonly length: number;
}

/** What computes a field; `undefined` if records have it themselves. */
export function computationOf(field: Field): Computation | undefined {
  // Only the engine gives fields this property, and the name of the property changes with its form.
  return field[COMPUTATION] as Computation | undefined;
}

/** The compiled formula of a field; `undefined` if records have the field themselves. */
export function computedBy(field: Field): CompiledFormula | undefined {
  const computation = computationOf(field);
  return computation && internals(computation.formula());
}

/** The names of the fields of records that a formula reads, and those that computed fields are computed from. */
export function storedFields(formula: AnyFormula): readonly string[] {
  return storedIn(internals(formula).root);
}

/** The names of the fields of records that a node of the core needs, each once. */
export function storedIn(root: CoreNode): readonly string[] {
  return operandsFirst(root).flatMap((node) => (node.op === "field" ? node.data.name : []));
}

/** The sizes of all computed fields that fields need, each once. */
export function sizeOfComputed(fields: Iterable<Field>): ComputationSize {
  const needed = new Map<Field, ComputationSize>();
  for (const field of fields) {
    for (const [one, size] of computationOf(field)?.sizes ?? []) needed.set(one, size);
  }
  let nodes = 0;
  let length = 0;
  for (const size of needed.values()) {
    nodes += size.nodes;
    length += size.length;
  }
  return { nodes, length };
}
