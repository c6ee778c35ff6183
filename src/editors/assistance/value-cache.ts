import type { Field } from "../../language/schema/index.ts";
import type { FieldValue, Signal, ValueProvider } from "./values-provider.ts";

/** How many values are asked for at once. */
const MOST_VALUES = 50;

const MOST_ENTRIES = 100;

/** The values of fields that were found so far. It belongs to one language service, and forgets the oldest entries. */
export class ValueCache {
  readonly #provider: ValueProvider | undefined;
  readonly #entries = new Map<string, readonly FieldValue[]>();

  constructor(provider: ValueProvider | undefined) {
    this.#provider = provider;
  }

  /** Whether values can be found at all. */
  get isEmpty(): boolean {
    return this.#provider === undefined;
  }

  /** The values that begin with the prefix, if they are known. */
  get(field: Field, prefix: string): readonly FieldValue[] | undefined {
    const wanted = prefix.toLowerCase();
    const exact = this.#entries.get(keyOf(field, wanted));
    if (exact !== undefined) return exact;
    // If there were few values for a shorter prefix, those are all.
    for (let length = wanted.length - 1; length >= 0; length--) {
      const shorter = this.#entries.get(keyOf(field, wanted.slice(0, length)));
      if (shorter === undefined || shorter.length >= MOST_VALUES) continue;
      return shorter.filter(({ value }) => String(value).toLowerCase().startsWith(wanted));
    }
    return undefined;
  }

  /** Asks the provider. Nothing is kept if it fails, or if the values are no longer wanted. */
  async load(field: Field, prefix: string, signal: Signal | undefined): Promise<void> {
    if (this.#provider === undefined || signal?.aborted) return;
    try {
      const found = await untilAborted(this.#provider(field, prefix, MOST_VALUES, signal), signal);
      if (found === undefined || signal?.aborted) return;
      this.#keep(keyOf(field, prefix.toLowerCase()), [...found].slice(0, MOST_VALUES));
    } catch {
      // A provider that fails has no values.
    }
  }

  #keep(key: string, values: readonly FieldValue[]): void {
    this.#entries.delete(key);
    this.#entries.set(key, values.filter(isFieldValue));
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST_ENTRIES) break;
      this.#entries.delete(oldest);
    }
  }
}

function keyOf({ name }: Field, prefix: string): string {
  return `${prefix}\0${name}`;
}

function isFieldValue(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("value" in value)) return false;
  return typeof value.value === "string" || typeof value.value === "number";
}

/** What is found, or `undefined` as soon as the signal aborts. */
function untilAborted<T>(
  found: T | Promise<T>,
  signal: Signal | undefined,
): Promise<T | undefined> {
  if (signal === undefined) return Promise.resolve(found);
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    // The provider may have aborted it already, and then no event follows.
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    Promise.resolve(found)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}
