import { checkAst, type Typed } from "../../check/index.ts";
import type { NamedParameters } from "../../engine/index.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Expression } from "../../syntax/index.ts";
import { VALUE_TYPES, type ValueType } from "../../types/value-type.ts";
import type { Knowledge } from "../knowledge.ts";
import type { MarkedPlace } from "./marked-place.ts";
import { placeTree } from "./place-tree.ts";

/**
 * How well a type fits a place: `exact` as it is, `condition` as something that counts as true or not, `converted` to
 * another type; `never` if it would be a mistake.
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

/** Asks the checker for each type whether a value of it may stand at the marker. */
export function fittingAt(place: MarkedPlace | undefined, knowledge: Knowledge): Fitting {
  if (place === undefined) return UNKNOWN;
  const { tree, isWhole } = placeTree(place, knowledge);
  const [marker] = place.path;
  if (isWhole && tree === marker) return OF_THE_WHOLE;
  const fits = VALUE_TYPES.map((type) => [type, fitOf(type, place, tree, knowledge)] as const);
  // If nothing fits, the mistake is elsewhere.
  if (fits.every(([, fit]) => fit === "never")) return UNKNOWN;
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
  { source, marker }: MarkedPlace,
  tree: Expression,
  { schema, registry, parameters }: Knowledge,
): Fit {
  const known: NamedParameters = new Map([
    ...parameters,
    [marker, { name: marker, type, index: 0 }],
  ]);
  const ast = { source, root: tree, nodeCount: 0 };
  const { root, diagnostics } = checkAst(ast, schema, registry, new Set(), known);
  if (diagnostics.some(isTypeError)) return "never";
  return fitIn(root, marker) ?? "exact";
}

function isTypeError({ code }: Diagnostic): boolean {
  return (
    code === "argument-type" ||
    code === "operand-type" ||
    code === "comparison-type" ||
    code === "literal-required"
  );
}

/** How the marker is used in the checked tree; `undefined` if a mistake elsewhere leaves no tree. */
function fitIn(root: Typed, marker: string): Fit | undefined {
  const waiting: (readonly [Typed, Fit])[] = [[root, "exact"]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [typed, fit] = next;
    switch (typed.kind) {
      case "parameter":
        if (typed.parameter.name === marker) return fit;
        break;
      case "convert":
        waiting.push([typed.operand, "converted"]);
        break;
      case "condition":
        waiting.push([typed.operand, "condition"]);
        break;
      case "sign":
        waiting.push([typed.operand, fit]);
        break;
      case "arithmetic":
      case "concat":
      case "compare":
        waiting.push([typed.left, fit], [typed.right, fit]);
        break;
      case "call":
        for (const argument of typed.arguments) {
          if (argument.kind === "value") waiting.push([argument.value, fit]);
          else if (argument.kind === "rest") {
            for (const value of argument.values) waiting.push([value, fit]);
          }
        }
        break;
      default:
        break;
    }
  }
  return undefined;
}
