import { type CompileOptions, compile, type Formula } from "../engine/index.ts";
import type { Schema } from "../schema/index.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { bytesOf, type FormulaWeight, formulaWeight } from "./formula-weight.ts";

/** A formula with its weight, or what is wrong with it. */
export type Compiled =
  | ({ readonly ok: true } & Entry)
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

const MOST_ENTRIES = 1_000;

/** How many uses of known formulas go by until the formulas are weighed again. */
const USES_UNTIL_WEIGHED = 64;

interface Entry {
  readonly formula: Formula;
  readonly weight: FormulaWeight;
}

/**
 * Compiled formulas of one schema. The cache keeps those that were used last. Their number and their memory are
 * limited, so that a client with ever new formulas cannot fill the memory.
 */
export class FormulaCache {
  readonly #schema: Schema;
  readonly #options: CompileOptions;
  readonly #mostBytes: number;
  readonly #entries = new Map<string, Entry>();
  hits = 0;
  misses = 0;

  /** @param mostBytes the memory that the formulas may take */
  constructor(schema: Schema, options: CompileOptions, mostBytes: number) {
    this.#schema = schema;
    this.#options = options;
    this.#mostBytes = mostBytes;
  }

  /** About how much memory the formulas hold at the moment. */
  get bytes(): number {
    let bytes = 0;
    for (const { weight } of this.#entries.values()) bytes += bytesOf(weight);
    return bytes;
  }

  /** @param timeZone the name of a time zone; UTC unless given */
  get(source: string, timeZone?: string): Compiled {
    const zone = timeZone?.toLowerCase();
    const name = zone === undefined ? source : `${zone}: ${source}`;
    const known = this.#entries.get(name);
    if (known !== undefined) {
      this.hits++;
      // The formula moves to the end of the order, as the one that was used last.
      this.#entries.delete(name);
      this.#entries.set(name, known);
      if (this.hits % USES_UNTIL_WEIGHED === 0) this.#trim();
      return { ok: true, ...known };
    }
    this.misses++;
    const options = zone === undefined ? this.#options : { ...this.#options, timeZone: zone };
    const compiled = compile(source, this.#schema, options);
    if (!compiled.ok) return compiled;
    const { formula } = compiled;
    const entry = { formula, weight: formulaWeight(formula) };
    this.#entries.set(name, entry);
    this.#trim();
    return { ok: true, ...entry };
  }

  /** Patterns grow when they are used, so all formulas are weighed anew. */
  #trim(): void {
    let { bytes } = this;
    for (const [source, { weight }] of this.#entries) {
      if (this.#entries.size <= MOST_ENTRIES && bytes <= this.#mostBytes) break;
      this.#entries.delete(source);
      bytes -= bytesOf(weight);
    }
  }
}
