import type { Formula } from "../../engine/index.ts";
import { CoreBuilder } from "../../language/core/builder.ts";
import { internals } from "../../language/core/compiled.ts";
import { computationOf } from "../../language/core/computation.ts";
import { Specialiser } from "../../language/core/specialise.ts";
import { usesClock } from "../../language/core/uses.ts";
import type { Field } from "../../language/schema/index.ts";

/** Whether a formula reads the time, so that its records may change while those of the store do not. */
export function looksAtClock(formula: Formula | undefined): boolean {
  if (formula === undefined) return false;
  const { root, condition } = internals(formula);
  return usesClock(root, condition);
}

/** Whether a field is computed from the time. */
export function isTimed(field: Field): boolean {
  const computation = computationOf(field);
  return computation !== undefined && usesClock(computation.root);
}

/** Whether computed fields have the same values at two times, whatever the records are. */
export function areUnchanged(fields: readonly Field[], from: number, to: number): boolean {
  // Equal nodes of one builder are one object.
  const builder = new CoreBuilder();
  const [earlier, later] = [from, to].map((now) => new Specialiser({ now }, builder));
  return fields.every((field) => {
    const computation = computationOf(field);
    return (
      computation === undefined || earlier?.of(computation.root) === later?.of(computation.root)
    );
  });
}
