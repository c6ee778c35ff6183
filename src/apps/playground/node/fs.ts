/** A page opens no files by their paths. */
export function open(path: string): never {
  throw new Error(`${path}: drop the file on the page`);
}
