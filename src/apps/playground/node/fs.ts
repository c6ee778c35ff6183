/** A page cannot open files by path. */
export function open(path: string): never {
  throw new Error(`${path}: drop the file on the page`);
}
