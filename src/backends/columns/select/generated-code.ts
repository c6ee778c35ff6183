/** How generated code receives its values. */
export interface GivenSource {
  /** The statement that destructures `values` into `a0`, `a1`, …. */
  readonly given: string;
  /**
   * The kinds of the values. Columns of different kinds get separate loops: the engine optimises a loop for the kinds
   * that it has seen.
   */
  readonly kinds: string;
}

/**
 * An LRU cache of generated functions by source. Formulas that differ only in constants share a function and its
 * optimised machine code.
 */
const known = new Map<string, unknown>();
const MOST_KNOWN = 256;

/** Evaluates a source that returns a value of type `T`. */
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
  // Moves the entry to the end: the oldest entry is evicted first.
  known.set(source, made);
  // Only this caller writes this source, so its type is `T`.
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
