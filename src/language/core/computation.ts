import { COMPUTATION, type Field } from "../schema/index.ts";
import type { Ast } from "../syntax/index.ts";
import { type AnyFormula, type CompiledFormula, internals } from "./compiled.ts";
import { operandsFirst } from "./fold.ts";
import type { CoreNode } from "./node.ts";

/**
 * The computation of a field. Formulas that use the field include its core, so a back end sees only stored fields. All
 * computed fields of a schema are in one core, which shares common nodes.
 */
export interface Computation {
  readonly root: CoreNode;
  readonly ast: Ast;
  readonly byNode: CoresByNode;
  /** The computed fields that it uses, including itself, each with the size of its own formula. */
  readonly sizes: ReadonlyMap<Field, ComputationSize>;
  /** The compiled formula. It is available once the schema is complete. */
  readonly formula: () => AnyFormula;
}

/** The core node of each node of the syntax tree, by id; `undefined` for those without one. */
export type CoresByNode = readonly (CoreNode | undefined)[];

/** The size of a field's formula, without those of the fields that it uses. */
export interface ComputationSize {
  /** The number of nodes in the syntax tree. */
  readonly nodes: number;
  /** The length of the text in UTF-16 units. */
  readonly length: number;
}

/** The computation of a field; `undefined` for a stored field. */
export function computationOf(field: Field): Computation | undefined {
  // Only the engine sets this property, and the name of the property changes with its type.
  return field[COMPUTATION] as Computation | undefined;
}

/** The compiled formula of a field; `undefined` for a stored field. */
export function computedBy(field: Field): CompiledFormula | undefined {
  const computation = computationOf(field);
  return computation && internals(computation.formula());
}

/** The names of the stored fields that a formula reads, directly or through computed fields. */
export function storedFields(formula: AnyFormula): readonly string[] {
  return storedIn(internals(formula).root);
}

/** The names of the stored fields that a node of the core needs, without duplicates. */
export function storedIn(root: CoreNode): readonly string[] {
  return operandsFirst(root).flatMap((node) => (node.op === "field" ? node.data.name : []));
}

/** The total size of all computed fields that some fields need, each counted once. */
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
