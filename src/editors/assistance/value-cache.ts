import type { Field } from "../../language/schema/index.ts";
import {
  type FieldValue,
  isFieldValue,
  type Signal,
  type ValueProvider,
} from "./values-provider.ts";

/** The limit of a query for values. */
const MOST_VALUES = 50;

const MOST_ENTRIES = 100;

/** A cache of field values for one language service. It evicts the oldest entries. */
export class ValueCache {
  readonly #provider: ValueProvider | undefined;
  readonly #entries = new Map<string, readonly FieldValue[]>();

  constructor(provider: ValueProvider | undefined) {
    this.#provider = provider;
  }

  /** Whether there is no provider. */
  get isEmpty(): boolean {
    return this.#provider === undefined;
  }

  /** The cached values with a prefix, if any. */
  get(field: Field, prefix: string): readonly FieldValue[] | undefined {
    const wanted = prefix.toLowerCase();
    const exact = this.#entries.get(keyOf(field, wanted));
    if (exact !== undefined) return exact;
    // If a shorter prefix had fewer values than the limit, they are complete.
    for (let length = wanted.length - 1; length >= 0; length--) {
      const shorter = this.#entries.get(keyOf(field, wanted.slice(0, length)));
      if (shorter === undefined || shorter.length >= MOST_VALUES) continue;
      return shorter.filter(({ value }) => String(value).toLowerCase().startsWith(wanted));
    }
    return undefined;
  }

  /** Queries the provider. Nothing is cached if it fails, or if the values are no longer needed. */
  async load(field: Field, prefix: string, signal: Signal | undefined): Promise<void> {
    if (this.#provider === undefined || signal?.aborted) return;
    try {
      const found = await untilAborted(
        this.#provider(field, prefix, { limit: MOST_VALUES, signal }),
        signal,
      );
      if (found === undefined || signal?.aborted) return;
      this.#keep(keyOf(field, prefix.toLowerCase()), [...found].slice(0, MOST_VALUES));
    } catch {
      // A failed provider counts as one without values.
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

/** The result of a promise, or `undefined` as soon as the signal aborts. */
function untilAborted<T>(
  found: T | Promise<T>,
  signal: Signal | undefined,
): Promise<T | undefined> {
  if (signal === undefined) return Promise.resolve(found);
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    // The signal may have aborted already, in which case no event follows.
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    Promise.resolve(found)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}
