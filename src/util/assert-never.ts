/** Marks a branch that the types rule out. A value that reaches it has broken an invariant. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
