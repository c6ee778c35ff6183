import { type Formula, restrict } from "../../engine/index.ts";

/** The scope of each restricted filter. Weak: an entry lives as long as its filter. */
const scopes = new WeakMap<Formula, Formula>();

/**
 * A filter within a scope. Its holder must learn nothing about records outside of it, so stores estimate and reject the
 * filter's work by the records in the scope only.
 */
export function restrictTo(scope: Formula, filter: Formula | undefined): Formula {
  const restricted = restrict(filter, scope);
  scopes.set(restricted, scope);
  return restricted;
}

/** The scope of a filter; `undefined` if its holder may see all records. */
export function scopeOf(filter: Formula | undefined): Formula | undefined {
  return filter && scopes.get(filter);
}
