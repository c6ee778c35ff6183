/** Marks a branch that the types rule out. If a value reaches it, an invariant is broken. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
