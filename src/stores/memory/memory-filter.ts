import type { CompiledFormula } from "../../core/compiled.ts";
import { Specialiser } from "../../core/specialise.ts";
import { usesClock } from "../../core/uses.ts";
import type { Formula } from "../../engine/index.ts";
import type { StoreRecord } from "../store.ts";

/** The records that a filter returns, of some. */
export type Filter = (records: readonly StoreRecord[]) => readonly StoreRecord[];

const makers = new WeakMap<Formula, () => Filter>();

/** A formula for one query: however often it is asked, the clock shows one instant. */
export function filterOf(formula: Formula): Filter {
  const known = makers.get(formula);
  if (known !== undefined) return known();
  const maker = formula.toSql<undefined, () => Filter>({
    compile: (compiled) => makerOf(formula, compiled),
  });
  makers.set(formula, maker);
  return maker();
}

function makerOf(formula: Formula, compiled: CompiledFormula): () => Filter {
  const { condition } = compiled;
  if (!usesClock(condition)) {
    const filter: Filter = (records) => formula.filter(records);
    return () => filter;
  }
  return () => {
    const now = compiled.now();
    // What depends on nothing but the clock becomes a constant.
    const { filter } = compiled.inMemory(new Specialiser({ now }).of(condition), now);
    return filter;
  };
}
