/** The alignment of allocations in bytes. */
const ALIGNED = 64;

interface FreeBlock {
  readonly offset: number;
  readonly size: number;
}

/** Allocates columns in a growable memory: first fit, and adjacent free blocks are merged. */
export class FreeList {
  readonly #growTo: (end: number) => boolean;
  readonly #sizes = new Map<number, number>();
  /** The free blocks in order of offset; no two are adjacent. */
  #free: readonly FreeBlock[] = [];
  #end: number;
  #used = 0;

  /** @param growTo grows the memory to at least this size; returns whether it could */
  constructor(begin: number, growTo: (end: number) => boolean) {
    this.#end = begin;
    this.#growTo = growTo;
  }

  /** The number of allocated bytes. */
  get taken(): number {
    return this.#used;
  }

  /** Allocates a block and returns its offset; `undefined` if the memory cannot grow. */
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
    this.#used += rounded;
    return offset;
  }

  /** Frees a block. */
  give(offset: number): void {
    /* v8 ignore next -- the block was allocated */
    const size = this.#sizes.get(offset) ?? 0;
    this.#sizes.delete(offset);
    this.#used -= size;
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
