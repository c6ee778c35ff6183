/** A page has its packages in it, and loads no others. */
export function createRequire(): never {
  throw new Error("a page loads no packages");
}
