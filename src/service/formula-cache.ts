import { type CompileOptions, compile, type Formula } from "../engine/index.ts";
import type { Schema } from "../schema/index.ts";
import type { Diagnostic } from "../source/diagnostic.ts";

/** A formula, or what is wrong with it. */
export type Compiled =
  | { readonly ok: true; readonly formula: Formula }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

const MOST_ENTRIES = 1_000;
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Compiled formulas of one schema. The cache keeps those that were used last. Their number and size are limited, so
 * that a client with ever new formulas cannot fill the memory.
 */
export class FormulaCache {
  readonly #schema: Schema;
  readonly #options: CompileOptions;
  readonly #entries = new Map<string, Formula>();
  /** An estimate of the memory of the entries. */
  #bytes = 0;
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
      // The formula moves to the end of the order, as the one that was used last.
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
    this.#bytes += formulaBytes(source);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MOST_ENTRIES && this.#bytes <= MOST_BYTES) break;
      this.#entries.delete(oldest);
      this.#bytes -= formulaBytes(oldest);
    }
  }
}

/**
 * An estimate of the memory of a compiled formula. Patterns need most of it: each has two automata, which grow with the
 * texts that they read, up to 2,000 states. The number and the size of states depend on the steps of the pattern, and a
 * count such as `{200}` repeats steps.
 */
export function formulaBytes(source: string): number {
  const patterns = source.match(/REGEX_/gi)?.length ?? 0;
  const plain = 4_096 + 100 * source.length;
  if (patterns === 0) return plain;
  const counts = [...source.matchAll(/\{(?:\d+,)?(\d+),?\}/g)].map(([, count]) => Number(count));
  const steps = counts.reduce((sum, count) => sum + Math.min(count, 1_000), source.length);
  const ofEach = steps / patterns;
  const states = Math.min(2_000, 8 * ofEach);
  return plain + patterns * 2 * states * (256 + 2 * ofEach);
}
