/** The values that are passed to generated code as `a0`, `a1`, …. */
export class CodeArguments {
  readonly values: unknown[] = [];
  readonly #names = new Map<unknown, string>();

  name(value: unknown): string {
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    const name = `a${this.values.length}`;
    this.values.push(value);
    this.#names.set(value, name);
    return name;
  }
}
