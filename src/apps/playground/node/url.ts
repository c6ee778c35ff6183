/** The address of a file, which a page cannot open. */
export function pathToFileURL(path: string): URL {
  return new URL(path, "file:///");
}
