/** What generated code knows of the values that are handed in. */
export interface GivenSource {
  /** The statement that names them `a0`, `a1`, …; it reads `values`. */
  readonly given: string;
  /**
   * Their kinds. Columns of different kinds get different loops, because the engine optimises a loop for the kinds that
   * it has seen.
   */
  readonly kinds: string;
}

/** What was generated, by its source. Formulas that differ only in constants share it, and the engine's optimised code. */
const known = new Map<string, unknown>();
const MOST_KNOWN = 256;

/** Makes something of a source that returns it. */
export function generated<T>(
  values: readonly unknown[],
  sourceOf: (given: GivenSource) => string,
): T {
  const names = values.map((_, index) => `a${index} = values[${index}]`);
  const source = sourceOf({
    given: names.length === 0 ? "" : `const ${names.join(", ")};`,
    kinds: values.map(kindOf).join(""),
  });
  let made = known.get(source);
  if (made === undefined) {
    made = new Function(source)();
    const [oldest] = known.keys();
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  } else {
    known.delete(source);
  }
  // What was used last goes to the end, so it is deleted last.
  known.set(source, made);
  // Nobody else writes this source.
  return made as T;
}

const KINDS: readonly (readonly [new (length: number) => unknown, string])[] = [
  [Float64Array, "f"],
  [Float32Array, "s"],
  [Uint8Array, "b"],
  [Uint16Array, "h"],
  [Uint32Array, "w"],
];

function kindOf(value: unknown): string {
  for (const [Type, kind] of KINDS) if (value instanceof Type) return kind;
  return typeof value === "number" && Number.isInteger(value) ? "i" : "x";
}
