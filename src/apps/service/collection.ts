import type { Store } from "../../data/stores/store.ts";
import { declaredParameters } from "../../engine/bind-parameters.ts";
import type { CompileOptions, ParameterDeclarations } from "../../engine/index.ts";
import { zoneOf } from "../../engine/options.ts";
import type { FoldedConstants } from "../../language/core/folded-constants.ts";
import type { Field } from "../../language/schema/index.ts";
import type { Steps } from "../../util/steps.ts";
import { type CachedFormula, FormulaCache } from "./formula-cache.ts";
import { SERVICE_LIMITS } from "./limits.ts";

/** The declaration of a collection of records. */
export interface CollectionOptions {
  /** The records. */
  readonly store: Store;
  /** The path. Default: `/` and the collection's name. */
  readonly path?: string;
  /** One sentence for the documentation. */
  readonly description?: string;
  /** The most records of a page. Default: 10,000. */
  readonly maxPageSize?: number;
  /** The most records of a request; one that asks for more is rejected. Default: no limit. */
  readonly maxRecords?: number;
  /** Options of formulas: custom functions, other limits, the default time zone of requests. */
  readonly formulas?: CompileOptions;
  /**
   * The parameters that formulas may use as `$name`, with their types. Requests give their values, as `param.user=…` in
   * a query string. They are distinct from the attributes of keys, which only the scope of a key can use.
   */
  readonly parameters?: ParameterDeclarations;
  /**
   * Whether to prefix text in CSV that a spreadsheet may run as a formula, such as `=1+1`, with `'`. Default: `false`,
   * since programs that read the CSV get the prefix too.
   */
  readonly csvEscapeFormulas?: boolean;
  /** Whether `/explain` shows the SQL of a filter, which reveals names of tables and columns. */
  readonly showSql?: boolean;
}

/** A collection at runtime. */
export interface Collection {
  readonly name: string;
  readonly path: string;
  readonly description: string | undefined;
  readonly store: Store;
  readonly key: Field;
  /** Identifies the view of a key; empty for the unrestricted view. */
  readonly view: string;
  readonly cache: Formulas;
  readonly formulas: CompileOptions;
  readonly parameters: ParameterDeclarations | undefined;
  readonly maxPageSize: number;
  readonly maxRecords: number | undefined;
  readonly showSql: boolean;
  readonly csvEscapeFormulas: boolean;
}

/** Compiles formulas, with a cache. */
interface Formulas {
  /**
   * @param timeZone the name of a time zone. Default: that of the collection
   * @param folded constants of other formulas of the request
   */
  compiling(source: string, timeZone?: string, folded?: FoldedConstants): Steps<CachedFormula>;
}

/** A collection in the unrestricted view. */
export interface WholeCollection extends Collection {
  readonly cache: FormulaCache;
}

/** Whether a path needs no escapes, and has no segment of dots alone, which clients resolve as a folder. */
export function isPath(path: string): boolean {
  return /^(?:\/(?!\.+(?:\/|$))[\w.~-]+)+$/.test(path);
}

/**
 * @param formulaBytes the memory limit of its cached formulas
 * @throws `TypeError` for invalid options
 */
export function collectionOf(
  name: string,
  options: CollectionOptions,
  formulaBytes = 0,
): WholeCollection {
  const {
    store,
    path = `/${name}`,
    description,
    maxRecords,
    maxPageSize = SERVICE_LIMITS.pageRecords,
    formulas = {},
    parameters,
  } = options;
  const { key } = store.schema;
  if (key === undefined) {
    throw new TypeError(`the schema of ${name} has no key field, so its records have no order`);
  }
  if (!isPath(path)) throw new TypeError(`${name} cannot be served at ${path}`);
  if (parameters !== undefined) declaredParameters(parameters, name);
  zoneOf(formulas.timeZone);
  return {
    name,
    path,
    description,
    store,
    key,
    view: "",
    maxRecords,
    maxPageSize,
    showSql: options.showSql === true,
    csvEscapeFormulas: options.csvEscapeFormulas === true,
    formulas,
    parameters,
    cache: new FormulaCache(store.schema, formulas, formulaBytes, parameters),
  };
}
