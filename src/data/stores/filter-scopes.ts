import { type Formula, restrict } from "../../engine/index.ts";

/** The scopes of filters that are restricted to one. A filter is not found any more as soon as nobody else has it. */
const scopes = new WeakMap<Formula, Formula>();

/**
 * A filter within a scope, beyond which its holder may see nothing. What stores estimate of its work, and refuse, goes by
 * the records in the scope only.
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
