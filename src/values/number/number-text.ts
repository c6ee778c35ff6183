/** A number as JavaScript writes it: the shortest digits that read back as the same number. `-0` is `0`. */
export function numberText(value: number): string {
  return String(value);
}
