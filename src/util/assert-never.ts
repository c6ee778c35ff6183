/** Marks a branch that the types rule out; a value that reaches it is a broken invariant. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
