import { type Store, StoreError, type StoreErrorCode } from "../../data/stores/store.ts";
import { defined } from "../../util/defined.ts";
import type { Collection } from "./collection.ts";
import { SERVICE_LIMITS } from "./limits.ts";

/** Public messages for failures of stores: the error's own message contains tables and addresses. */
const REASONS: Readonly<Record<StoreErrorCode, string>> = {
  setup: "the table, a column or the file is missing, or may not be read",
  unavailable: "the database cannot be reached",
  timeout: "the database did not answer in time",
  busy: "the database has too much to do",
  data: "the records cannot be read",
  position: "the records cannot be read in pages",
  "too-costly": "the records cost too much to read",
};

/** Whether the collections can be served. */
export interface StoreStates {
  readonly isReady: boolean;
  readonly collections: Readonly<Record<string, "ok" | "unavailable">>;
  /** The reasons by name of the unavailable collection. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/** Checks whether stores can serve queries. Concurrent requests share one check. */
export class Readiness {
  readonly #collections: readonly Collection[];
  readonly #pending = new Map<Store, Promise<string | undefined>>();

  constructor(collections: readonly Collection[]) {
    this.#collections = collections;
  }

  async states(): Promise<StoreStates> {
    const reasons = await Promise.all(
      this.#collections.map(async ({ name, store }) => [name, await this.#ask(store)] as const),
    );
    const wrong = reasons.flatMap(([name, reason]) =>
      reason === undefined ? [] : [[name, reason]],
    );
    return {
      isReady: wrong.length === 0,
      collections: Object.fromEntries(
        reasons.map(([name, reason]) => [name, reason === undefined ? "ok" : "unavailable"]),
      ),
      ...defined({ reasons: wrong.length === 0 ? undefined : Object.fromEntries(wrong) }),
    };
  }

  #ask(store: Store): Promise<string | undefined> {
    const known = this.#pending.get(store);
    if (known !== undefined) return known;
    const pending = reasonOf(store).finally(() => this.#pending.delete(store));
    this.#pending.set(store, pending);
    return pending;
  }
}

/** Why a store cannot serve queries; `undefined` if it can. */
async function reasonOf(store: Store): Promise<string | undefined> {
  try {
    await store.check({ signal: AbortSignal.timeout(SERVICE_LIMITS.readyMs) });
    return undefined;
  } catch (error) {
    return REASONS[error instanceof StoreError ? error.code : "timeout"];
  }
}
