/** A page's packages are bundled, and it loads no others. */
export function createRequire(): never {
  throw new Error("a page loads no packages");
}
