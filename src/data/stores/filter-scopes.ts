import { type Formula, restrict } from "../../engine/index.ts";

/** A filter, and the scope that it is restricted to. */
interface ScopedFilter {
  readonly scope: Formula | undefined;
  readonly filter: Formula | undefined;
}

/** Of each restricted filter. Weak: an entry lives as long as its filter. */
const restrictions = new WeakMap<Formula, ScopedFilter>();

/**
 * A filter within a scope. Its holder must learn nothing about records outside of it, so stores estimate and reject the
 * filter's work by the records in the scope only.
 */
export function restrictTo(scope: Formula, filter: Formula | undefined): Formula {
  const restricted = restrict(filter, scope);
  restrictions.set(restricted, { scope, filter });
  return restricted;
}

/** The scope and the filter that a restricted filter was built from; otherwise the filter itself, without a scope. */
export function restrictionOf(filter: Formula | undefined): ScopedFilter {
  return (filter && restrictions.get(filter)) ?? { scope: undefined, filter };
}

/** The scope of a filter; `undefined` if its holder may see all records. */
export function scopeOf(filter: Formula | undefined): Formula | undefined {
  return restrictionOf(filter).scope;
}
