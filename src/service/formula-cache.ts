import { type CompileOptions, compile, type Formula } from "../engine/index.ts";
import type { Schema } from "../schema/index.ts";
import type { Diagnostic } from "../source/diagnostic.ts";

/** A formula, or what is wrong with it. */
export type Compiled =
  | { readonly ok: true; readonly formula: Formula }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

const MOST_ENTRIES = 1_000;
const MOST_CHARACTERS = 500_000;

/**
 * Compiled formulas of one schema, the latest used of them kept. Bounded in number and in size, so that a client that
 * never asks the same twice fills no memory.
 */
export class FormulaCache {
  readonly #schema: Schema;
  readonly #options: CompileOptions;
  readonly #entries = new Map<string, Formula>();
  #characters = 0;
  hits = 0;
  misses = 0;

  constructor(schema: Schema, options: CompileOptions = {}) {
    this.#schema = schema;
    this.#options = options;
  }

  get(source: string): Compiled {
    const known = this.#entries.get(source);
    if (known !== undefined) {
      this.hits++;
      // Last in the order, as the latest used.
      this.#entries.delete(source);
      this.#entries.set(source, known);
      return { ok: true, formula: known };
    }
    this.misses++;
    const compiled = compile(source, this.#schema, this.#options);
    if (compiled.ok) this.#keep(source, compiled.formula);
    return compiled;
  }

  #keep(source: string, formula: Formula): void {
    this.#entries.set(source, formula);
    this.#characters += source.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST_ENTRIES && this.#characters <= MOST_CHARACTERS) break;
      this.#entries.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
