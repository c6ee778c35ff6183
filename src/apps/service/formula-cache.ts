import { bytesOf, type FormulaWeight, formulaWeight } from "../../data/stores/formula-weight.ts";
import { compiling } from "../../engine/compile.ts";
import {
  type CompileOptions,
  type Formula,
  FormulaTemplate,
  type ParameterDeclarations,
} from "../../engine/index.ts";
import type { FoldedConstants } from "../../language/core/folded-constants.ts";
import type { Schema } from "../../language/schema/index.ts";
import type { Diagnostic } from "../../language/source/diagnostic.ts";
import { parse, walk } from "../../language/syntax/index.ts";
import type { Plain } from "../../language/values/plain.ts";
import { defined } from "../../util/defined.ts";
import type { Steps } from "../../util/steps.ts";

/** A formula with its memory, or its diagnostics. */
export type CachedFormula =
  | ({ readonly ok: true } & CacheEntry)
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

const MOST_ENTRIES = 1_000;

/** The number of cache hits between two measurements of the memory. */
const USES_UNTIL_WEIGHED = 64;

interface CacheEntry {
  /** The names of the formula's parameters. */
  readonly parameters: readonly string[];
  /** Binds values to the parameters. A missing value is blank. */
  readonly bind: (values: ReadonlyMap<string, Plain>) => Formula;
  readonly weight: FormulaWeight;
}

/**
 * A cache of compiled formulas for one schema, without parameter values; evicts the least recently used. Their number
 * and memory are limited, so that a client with ever new formulas cannot exhaust the memory.
 */
export class FormulaCache {
  readonly #schema: Schema;
  readonly #options: CompileOptions;
  readonly #parameters: ParameterDeclarations | undefined;
  readonly #mostBytes: number;
  readonly #entries = new Map<string, CacheEntry>();
  hits = 0;
  misses = 0;

  /** @param mostBytes the memory limit */
  constructor(
    schema: Schema,
    options: CompileOptions,
    mostBytes: number,
    parameters?: ParameterDeclarations,
  ) {
    this.#parameters = parameters;
    this.#schema = schema;
    this.#options = options;
    this.#mostBytes = mostBytes;
  }

  /** The approximate current memory of the formulas. */
  get bytes(): number {
    let bytes = 0;
    for (const { weight } of this.#entries.values()) bytes += bytesOf(weight);
    return bytes;
  }

  /**
   * Returns the formula of a source, compiled in steps unless it is cached.
   *
   * @param timeZone the name of a time zone. Default: that of the options
   * @param folded constants of other formulas of the request
   */
  *compiling(source: string, timeZone?: string, folded?: FoldedConstants): Steps<CachedFormula> {
    const zone = timeZone?.toLowerCase();
    // A separator that no time zone's name contains.
    const name = `${zone ?? ""}\u0000${source}`;
    const known = this.#entries.get(name);
    if (known !== undefined) {
      this.hits++;
      // Moves the formula to the end, as the most recently used one.
      this.#entries.delete(name);
      this.#entries.set(name, known);
      if (this.hits % USES_UNTIL_WEIGHED === 0) this.#trim();
      return { ok: true, ...known };
    }
    this.misses++;
    const options = zone === undefined ? this.#options : { ...this.#options, timeZone: zone };
    const parameters = this.#parameters;
    const withParameters = parameters === undefined ? options : { ...options, parameters };
    const compiled = yield* compiling(source, this.#schema, withParameters, folded);
    if (!compiled.ok) return compiled;
    const { formula } = compiled;
    const entry =
      formula instanceof FormulaTemplate
        ? templateEntry(formula, options)
        : { parameters: [], bind: () => formula, weight: formulaWeight(formula) };
    this.#entries.set(name, entry);
    this.#trim();
    return { ok: true, ...entry };
  }

  /** Evicts formulas above the limits. Patterns grow as they match, so all are measured again. */
  #trim(): void {
    let { bytes } = this;
    for (const [source, { weight }] of this.#entries) {
      if (this.#entries.size <= MOST_ENTRIES && bytes <= this.#mostBytes) break;
      this.#entries.delete(source);
      bytes -= bytesOf(weight);
    }
  }
}

function templateEntry(template: FormulaTemplate, { limits }: CompileOptions): CacheEntry {
  const { source, parameters } = template;
  const used = parametersIn(source, limits);
  const withValues = (values: ReadonlyMap<string, Plain>): Formula => {
    const given = Object.entries(parameters).map(([name, type]) => {
      const value = used.has(name) ? (values.get(name) ?? null) : null;
      return [name, type === "date" && value !== null ? new Date(Number(value)) : value] as const;
    });
    return template.with(Object.fromEntries(given));
  };
  const weight = formulaWeight(template);
  // Always the same object, so that caches keyed by it are hit.
  const only = used.size === 0 ? withValues(new Map()) : undefined;
  return { parameters: [...used], bind: (values) => only ?? withValues(values), weight };
}

/** The names of the parameters in a valid formula. */
function parametersIn(source: string, limits: CompileOptions["limits"]): ReadonlySet<string> {
  const names = new Set<string>();
  const parsed = parse(source, defined({ limits }));
  if (!parsed.ok) return names;
  walk(parsed.ast.root, (expression) => {
    if (expression.kind === "parameter") names.add(expression.name);
  });
  return names;
}
