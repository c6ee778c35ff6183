import type { Store } from "../../data/stores/store.ts";
import { declaredParameters } from "../../engine/bind-parameters.ts";
import type { CompileOptions, ParameterDeclarations } from "../../engine/index.ts";
import { zoneOf } from "../../engine/options.ts";
import type { FoldedConstants } from "../../language/core/folded-constants.ts";
import type { Field } from "../../language/schema/index.ts";
import type { Steps } from "../../util/steps.ts";
import { type Compiled, FormulaCache } from "./formula-cache.ts";
import { SERVICE_LIMITS } from "./limits.ts";

/** A collection of records, as it is declared. */
export interface CollectionOptions {
  /** The records. */
  readonly store: Store;
  /** The path of its address; `/` and its name unless given. */
  readonly path?: string;
  /** One sentence for the documentation. */
  readonly description?: string;
  /** The most records that a page may have; 10,000 unless given. */
  readonly maxPageSize?: number;
  /** The most records that a request gets. A request that asks for more is refused. No limit unless given. */
  readonly maxRecords?: number;
  /** Options of formulas: functions of your own, other limits, the time zone of requests that name none. */
  readonly formulas?: CompileOptions;
  /**
   * The parameters that formulas may use as `$name`, with their types. A request gives their values: `param.user=…` in
   * an address. They are not the attributes of keys, which only the scope of a key has.
   */
  readonly parameters?: ParameterDeclarations;
  /**
   * Whether a text in CSV that a spreadsheet may take for a formula, such as `=1+1`, gets a `'` before it. It is not
   * unless this is `true`, since programs then get other texts than the records have.
   */
  readonly csvEscapeFormulas?: boolean;
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
  /** What tells the view of a key from those of others; empty for who sees everything. */
  readonly view: string;
  readonly cache: Formulas;
  readonly formulas: CompileOptions;
  readonly parameters: ParameterDeclarations | undefined;
  readonly maxPageSize: number;
  readonly maxRecords: number | undefined;
  readonly showSql: boolean;
  readonly csvEscapeFormulas: boolean;
}

/** Compiles formulas, and keeps some of them. */
interface Formulas {
  /**
   * @param timeZone the name of a time zone; that of the collection unless given
   * @param folded constants of other formulas of the request
   */
  compiling(source: string, timeZone?: string, folded?: FoldedConstants): Steps<Compiled>;
}

/** A collection as it was declared, for who sees everything. */
export interface WholeCollection extends Collection {
  readonly cache: FormulaCache;
}

const PATH = /^(?:\/[\w.~-]+)+$/;

/**
 * @param formulaBytes how much memory its compiled formulas may take
 * @throws `TypeError` if the options are wrong.
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
  if (!PATH.test(path)) throw new TypeError(`${name} cannot be served at ${path}`);
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
