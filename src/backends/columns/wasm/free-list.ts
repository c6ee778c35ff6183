/** Parts of a memory begin at multiples of this. */
const ALIGNED = 64;

interface FreeBlock {
  readonly offset: number;
  readonly size: number;
}

/** The room for columns in a memory that can grow. Parts are given back when nobody needs them, and taken again. */
export class FreeList {
  readonly #growTo: (end: number) => boolean;
  readonly #sizes = new Map<number, number>();
  /** The parts that were given back, in their order; no two of them touch. */
  #free: readonly FreeBlock[] = [];
  #end: number;
  #taken = 0;

  /** @param growTo makes the memory at least so large; returns whether it could */
  constructor(begin: number, growTo: (end: number) => boolean) {
    this.#end = begin;
    this.#growTo = growTo;
  }

  /** How many bytes are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** The offset of a part of this size; `undefined` if the memory cannot grow. */
  take(size: number): number | undefined {
    const rounded = Math.ceil(size / ALIGNED) * ALIGNED;
    const part = this.#free.find((one) => one.size >= rounded);
    if (part === undefined && !this.#growTo(this.#end + rounded)) return undefined;
    const offset = part?.offset ?? this.#end;
    if (part === undefined) this.#end += rounded;
    else {
      const rest = { offset: offset + rounded, size: part.size - rounded };
      this.#free = this.#free.flatMap((one) => {
        if (one !== part) return [one];
        return rest.size > 0 ? [rest] : [];
      });
    }
    this.#sizes.set(offset, rounded);
    this.#taken += rounded;
    return offset;
  }

  /** Gives a part back. */
  give(offset: number): void {
    /* v8 ignore next -- the part was taken */
    const size = this.#sizes.get(offset) ?? 0;
    this.#sizes.delete(offset);
    this.#taken -= size;
    const joined: FreeBlock[] = [];
    for (const part of [...this.#free, { offset, size }].sort((a, b) => a.offset - b.offset)) {
      const last = joined.at(-1);
      if (last !== undefined && last.offset + last.size === part.offset) {
        joined[joined.length - 1] = { offset: last.offset, size: last.size + part.size };
      } else joined.push(part);
    }
    this.#free = joined;
  }
}
