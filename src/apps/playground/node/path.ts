/** The last part of a path. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function join(...parts: readonly string[]): string {
  return parts.join("/");
}
