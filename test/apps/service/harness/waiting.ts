import { setImmediate as nextIteration } from "node:timers/promises";
import type { ManualClock } from "../../../harness/manual-clock.ts";

/** A wait that is in vain fails before the test does, and says what it waited for. */
const MOST_MS = 25_000;

/** Waits for something that comes in any case, however long it takes. */
export function eventually<T>(what: string, coming: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), MOST_MS);
    coming.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

/** A state that tests wait for. It is looked at when its owner says that it has changed, and at no other time. */
export class Changes {
  readonly #looks = new Set<() => void>();

  changed(): void {
    for (const look of this.#looks) look();
  }

  /** Resolves as soon as the state is so. */
  until(what: string, isSo: () => boolean): Promise<void> {
    const coming = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isSo()) return;
        this.#looks.delete(look);
        resolve();
      };
      this.#looks.add(look);
      look();
    });
    return eventually(what, coming);
  }
}

/** Holds up whoever waits for it until it is opened. */
export class Gate {
  #open = (): void => undefined;
  readonly opened: Promise<void> = new Promise((resolve) => {
    this.#open = resolve;
  });

  open(): void {
    this.#open();
  }
}

/** Moves a clock on by steps, with time for the event loop between them, until something has happened. */
export async function advanceUntil(
  happening: Promise<unknown>,
  clock: ManualClock,
  stepMs: number,
): Promise<void> {
  let hasHappened = false;
  const happened = (): void => {
    hasHappened = true;
  };
  happening.then(happened, happened);
  while (!hasHappened) {
    await nextIteration();
    clock.advance(stepMs);
  }
  await happening;
}
