import {
  type ElementsKey,
  type GroupKey,
  MEASURES,
  type MeasureName,
  planningSummary,
  type SummaryPlan,
} from "../../../src/data/summary/index.ts";
import { compile } from "../../../src/engine/index.ts";
import type { Schema } from "../../../src/language/schema/index.ts";
import type { ValueType } from "../../../src/language/types/value-type.ts";
import { allSteps } from "../../../src/util/steps.ts";
import { OPTIONS } from "../../generate/clock.ts";
import { filterFormula } from "../../generate/filter.ts";
import { anyField, anyFormula, fieldText } from "../../generate/formula.ts";
import type { Tape } from "../../generate/tape.ts";

const NAMES = Object.keys(MEASURES) as MeasureName[];
const IN_DATABASE = NAMES.filter((name) => MEASURES[name].inDatabase !== "never");

/** A random summary of the generator's fields; `undefined` if its formulas do not pass the checker. */
export function randomPlan(schema: Schema, tape: Tape): SummaryPlan | undefined {
  const filter = tape.oneIn(2) ? filterFormula(tape) : undefined;
  // Databases make the groups of fields, if there is no other expression.
  const isOfFields = tape.oneIn(2);
  const keys = Array.from({ length: tape.below(4) }, () =>
    isOfFields ? keyField(tape) : expression(tape),
  );
  const measures = Array.from({ length: 1 + tape.below(4) }, () => {
    const measure = tape.pick(isOfFields ? IN_DATABASE : NAMES);
    if (measure === "count") return measure;
    const { types } = MEASURES[measure];
    const of = isOfFields ? anyField(tape.pick(types), tape) : measurable(types, tape);
    return `${measure}(${of})`;
  });
  const elements = tape.oneIn(6) ? elementsKey(tape) : undefined;
  const names = [...new Set([...keys, ...measures, ...(elements === undefined ? [] : [ELEMENTS])])];
  const sort = Array.from({ length: tape.below(3) }, () => ({
    field: tape.pick(names),
    direction: tape.pick(["asc", "desc"] as const),
  }));
  const compiled = filter === undefined ? undefined : compile(filter, schema, OPTIONS);
  if (compiled?.ok === false) return undefined;
  const planning = planningSummary(
    schema,
    {
      groupBy: groupBy(keys, elements),
      measures: [...new Set(measures)],
      sort,
      ...(compiled === undefined ? {} : { filter: compiled.formula }),
      ...(tape.oneIn(3) ? { limit: tape.below(6) } : {}),
      ...(tape.oneIn(8) ? { mostGroups: 1 + tape.below(12) } : {}),
    },
    // biome-ignore lint/correctness/useYield: it is one step
    function* (source) {
      return compile(source, schema, OPTIONS);
    },
  );
  const result = allSteps(planning);
  return result.ok ? result.plan : undefined;
}

/** The elements of a list stand before, between or behind other keys. There is room for two of these. */
function groupBy(keys: readonly string[], elements: ElementsKey | undefined): readonly GroupKey[] {
  const others: GroupKey[] = [...new Set(keys)].map((formula) => ({ formula, name: formula }));
  if (elements === undefined) return others;
  const at = keys.length % 3;
  return [...others.slice(0, Math.min(at, 2)), elements, ...others.slice(at, 2)];
}

const ELEMENTS = "the elements";
const PREFIXES = ["", "", "", "a", "A", "b", "é", "É", "0", "%"];

function elementsKey(tape: Tape): ElementsKey | undefined {
  const lists = tape.subject.fields.filter(({ type }) => type === "list");
  if (lists.length === 0) return undefined;
  const { name } = tape.pick(lists);
  const prefix = tape.pick(PREFIXES);
  return {
    elements: name,
    name: ELEMENTS,
    ...(prefix === "" ? {} : { prefix }),
    ...(tape.oneIn(2) ? { ignoreCase: true } : {}),
  };
}

/** The plan as a person would read it. */
export function shownPlan({
  filter,
  keys,
  measures,
  order,
  limit,
  mostGroups,
}: SummaryPlan): string {
  const names = [...keys, ...measures].map(({ name }) => name);
  return JSON.stringify({
    filter: filter?.source,
    groupBy: keys.map(({ formula, elements }) =>
      elements === undefined ? formula.source : { elements: formula.source, ...elements },
    ),
    measures: measures.map(({ measure, value }) => `${measure}(${value?.formula.source ?? ""})`),
    sort: order.map(({ position, isDescending }) => [
      names[position],
      isDescending ? "desc" : "asc",
    ]),
    limit,
    mostGroups,
  });
}

/** A field or a formula, mostly one of few values. */
function expression(tape: Tape): string {
  if (tape.oneIn(5)) return anyFormula(tape, 1 + tape.below(3));
  return tape.oneIn(2) ? fieldText(tape.pick(tape.subject.fields).name) : tape.pick(FEW)(tape);
}

function keyField(tape: Tape): string {
  return anyField(tape.pick(["text", "number", "boolean", "date"]), tape);
}

function measurable(types: readonly ValueType[], tape: Tape): string {
  if (tape.oneIn(6)) return anyFormula(tape, 1 + tape.below(3));
  return tape.oneIn(4) ? tape.pick(FEW)(tape) : anyField(tape.pick(types), tape);
}

const text = (tape: Tape): string => anyField("text", tape);
const number = (tape: Tape): string => anyField("number", tape);
const date = (tape: Tape): string => anyField("date", tape);

/** Formulas that say something of groups: errors, blanks, both zeros, and numbers that cancel each other out. */
const FEW: readonly ((tape: Tape) => string)[] = [
  (tape) => `1 / ${number(tape)}`,
  (tape) => `-${number(tape)}`,
  (tape) => `${number(tape)} * 0.1`,
  (tape) => `${number(tape)} > ${number(tape)}`,
  (tape) => `MOD(${number(tape)}, 3)`,
  (tape) => `IF({b}, ${number(tape)}, BLANK())`,
  (tape) => `IF({b}, ${number(tape)}, -${number(tape)})`,
  (tape) => `IF({b}, ${text(tape)}, "")`,
  (tape) => `LOWER(${text(tape)})`,
  (tape) => `LEFT(${text(tape)}, 1)`,
  (tape) => `VALUE(${text(tape)})`,
  (tape) => `YEAR(${date(tape)})`,
  (tape) => `${date(tape)} > NOW()`,
  (tape) => `IF({b}, ${date(tape)}, BLANK())`,
  (tape) => `IF({b}, ERROR(), ${text(tape)})`,
  () => "ARRAYJOIN({l})",
  () => "1",
  () => "BLANK()",
];
