/** The last part of a path. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A path of parts. */
export function join(...parts: readonly string[]): string {
  return parts.join("/");
}
