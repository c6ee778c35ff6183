import type { NamedParameters } from "../../../engine/index.ts";
import { checkAst, insideOf, type Typed } from "../../../language/check/index.ts";
import type { Finding } from "../../../language/source/finding.ts";
import { type Expression, rebuild, withParts } from "../../../language/syntax/index.ts";
import { VALUE_TYPES, type ValueType } from "../../../language/types/value-type.ts";
import type { Knowledge } from "../knowledge.ts";
import { blankAt, cursorTree } from "./cursor-tree.ts";
import type { MarkedCursor } from "./marked-cursor.ts";

/**
 * How a type fits the context: `exact` as is, `condition` as a condition, `converted` by a conversion; `never` if it
 * would be an error.
 */
export type Fit = "exact" | "condition" | "converted" | "never";

/** How well each type fits. */
export type Fitting = Readonly<Record<ValueType, Fit>>;

const OF_THE_WHOLE: Fitting = {
  text: "condition",
  number: "condition",
  boolean: "exact",
  date: "condition",
  list: "condition",
};

const UNKNOWN: Fitting = {
  text: "exact",
  number: "exact",
  boolean: "exact",
  date: "exact",
  list: "exact",
};

/** Asks the checker for each type whether a value of it is accepted at the marker. */
export function fittingAt(marked: MarkedCursor | undefined, knowledge: Knowledge): Fitting {
  if (marked === undefined) return UNKNOWN;
  const { tree, isWhole } = cursorTree(marked, knowledge);
  const [marker] = marked.path;
  if (isWhole && tree === marker) return OF_THE_WHOLE;
  // If even a blank is an error, the error is elsewhere.
  const blank = rebuild(tree, (node, parts) =>
    node === marker ? blankAt(node) : withParts(node, parts),
  );
  const { errors } = checkedTree(marked.source, blank, knowledge, knowledge.parameters);
  const known = new Set(errors.map(findingKey));
  const fits = VALUE_TYPES.map((type) => [type, fitOf(type, marked, tree, known, knowledge)]);
  const fitting = Object.fromEntries(fits) as Record<ValueType, Fit>;
  // A branch of an IF that is the whole formula is a condition, unless the other branch is something else.
  if (!isWhole || fitting.boolean !== "exact") return fitting;
  return { ...OF_THE_WHOLE, ...onlyNever(fitting) };
}

function onlyNever(fitting: Fitting): Partial<Fitting> {
  return Object.fromEntries(Object.entries(fitting).filter(([, fit]) => fit === "never"));
}

function fitOf(
  type: ValueType,
  marked: MarkedCursor,
  tree: Expression,
  known: ReadonlySet<string>,
  knowledge: Knowledge,
): Fit {
  const { source, marker } = marked;
  const parameters = new Map(knowledge.parameters);
  parameters.set(marker, { name: marker, type, index: 0 });
  const { root, errors } = checkedTree(source, tree, knowledge, parameters);
  if (errors.some((error) => !known.has(findingKey(error)))) return "never";
  return fitIn(root, marker) ?? "exact";
}

function findingKey({ code, span }: Finding): string {
  return `${code} ${span.start} ${span.end}`;
}

/** A tree in the source, checked on its own, with its errors about types. */
function checkedTree(
  source: string,
  tree: Expression,
  { schema, registry }: Knowledge,
  parameters: NamedParameters,
) {
  const ast = { source, root: tree, nodeCount: 0 };
  const { root, findings } = checkAst(ast, schema, registry, new Set(), parameters);
  return { root, errors: findings.filter(isTypeError) };
}

/** Whether a finding is about a type that does not fit. */
export function isTypeError({ code }: Finding): boolean {
  return (
    code === "argument-type" ||
    code === "operand-type" ||
    code === "comparison-type" ||
    code === "literal-required"
  );
}

/** How the marker is used in the checked tree; `undefined` if another error leaves no tree. */
function fitIn(root: Typed, marker: string): Fit | undefined {
  const waiting: (readonly [Typed, Fit])[] = [[root, "exact"]];
  // SWITCH shares its value between comparisons.
  const seen = new Set<Typed>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [typed, around] = next;
    if (seen.has(typed)) continue;
    seen.add(typed);
    if (typed.kind === "parameter" && typed.parameter.name === marker) return around;
    const fit = typed.kind === "convert" ? "converted" : around;
    const inside = typed.kind === "condition" ? "condition" : fit;
    for (const part of insideOf(typed)) waiting.push([part, inside]);
  }
  return undefined;
}
