/** Writes a number as JavaScript does: the shortest digits that read back as the same number. `-0` becomes `0`. */
export function numberText(value: number): string {
  return String(value);
}
