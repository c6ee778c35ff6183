import type { SqlPart } from "../../backends/sql/sql-part.ts";
import { restrictTo } from "../../data/stores/filter-scopes.ts";
import type { Store, StoreCall, StoreQuery, StoreRecord } from "../../data/stores/store.ts";
import type { Formula } from "../../engine/index.ts";
import type { Schema } from "../../language/schema/index.ts";
import { looksAtClock } from "./looks-at-clock.ts";

/**
 * A view of a store: the records that match a scope, with the visible fields. Filters are compiled for the schema of
 * the whole store, since a scope may use hidden fields.
 */
export class ScopedStore implements Store {
  readonly schema: Schema;
  readonly write?: NonNullable<Store["write"]>;
  readonly summarize?: NonNullable<Store["summarize"]>;
  readonly #store: Store;
  readonly #scope: Formula | undefined;
  readonly #fields: readonly string[];

  /** @param schema the store's schema without hidden fields */
  constructor(store: Store, schema: Schema, scope: Formula | undefined) {
    this.#store = store;
    this.#scope = scope;
    this.schema = schema;
    this.#fields = [...schema.fields.keys()];
    const write = store.write?.bind(store);
    if (write !== undefined) {
      this.write = (query, format, call) => write(this.#within(query), format, call);
    }
    const summarize = store.summarize?.bind(store);
    if (summarize !== undefined) {
      this.summarize = (plan, work) => {
        const filter = this.#restricted(plan.filter);
        return summarize({ ...plan, schema: store.schema, filter }, work);
      };
    }
  }

  get kind(): string {
    return this.#store.kind;
  }

  get version(): string | undefined {
    return looksAtClock(this.#scope) ? undefined : this.#store.version;
  }

  get timeoutMs(): number | undefined {
    return this.#store.timeoutMs;
  }

  read(query: StoreQuery, call?: StoreCall): AsyncIterable<readonly StoreRecord[]> {
    return this.#store.read(this.#within(query), call);
  }

  count(filter: Formula | undefined, call?: StoreCall): Promise<number> {
    return this.#store.count(this.#restricted(filter), call);
  }

  explain(filter: Formula): readonly SqlPart[] {
    return this.#store.explain(filter);
  }

  check(call?: StoreCall): Promise<void> {
    return this.#store.check(call);
  }

  /** Does nothing, since the underlying store is shared. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  #within(query: StoreQuery): StoreQuery {
    const filter = this.#restricted(query.filter);
    return {
      ...query,
      fields: query.fields ?? this.#fields,
      ...(filter === undefined ? {} : { filter }),
    };
  }

  #restricted(filter: Formula | undefined): Formula | undefined {
    const scope = this.#scope;
    return scope === undefined ? filter : restrictTo(scope, filter);
  }
}
