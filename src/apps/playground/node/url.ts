/** A stub: a page cannot open files by URL. */
export function pathToFileURL(path: string): URL {
  return new URL(path, "file:///");
}
