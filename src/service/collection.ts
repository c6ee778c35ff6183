import type { CompileOptions } from "../engine/index.ts";
import type { Field } from "../schema/index.ts";
import type { Store } from "../stores/store.ts";
import { FormulaCache } from "./formula-cache.ts";

/** A collection of records, as it is declared. */
export interface CollectionOptions {
  readonly store: Store;
  /** The path of its address; `/` and its name unless given. */
  readonly path?: string;
  /** One sentence for the documentation. */
  readonly description?: string;
  /** The most records that a page may have; 10,000 unless given. */
  readonly maxPageSize?: number;
  /** The most records that a request gets. A request that asks for more is refused. No limit unless given. */
  readonly maxRecords?: number;
  /** Options of formulas: functions of your own, other limits. */
  readonly formulas?: CompileOptions;
  /** Whether `/explain` shows the SQL that a filter becomes. It names tables and columns. */
  readonly showSql?: boolean;
}

/** A collection, as the service works with it. */
export interface Collection {
  readonly name: string;
  readonly path: string;
  readonly description: string | undefined;
  readonly store: Store;
  readonly key: Field;
  readonly cache: FormulaCache;
  readonly formulas: CompileOptions;
  readonly maxPageSize: number;
  readonly maxRecords: number | undefined;
  readonly showSql: boolean;
}

const PATH = /^(?:\/[\w.~-]+)+$/;

/** @throws `TypeError` if the options are wrong. */
export function collectionOf(name: string, options: CollectionOptions): Collection {
  const {
    store,
    path = `/${name}`,
    description,
    maxRecords,
    maxPageSize = 10_000,
    formulas = {},
  } = options;
  const { key } = store.schema;
  if (key === undefined) {
    throw new TypeError(`the schema of ${name} has no key field, so its records have no order`);
  }
  if (!PATH.test(path)) throw new TypeError(`${name} cannot be served at ${path}`);
  return {
    name,
    path,
    description,
    store,
    key,
    maxRecords,
    maxPageSize,
    showSql: options.showSql === true,
    formulas,
    cache: new FormulaCache(store.schema, formulas),
  };
}
