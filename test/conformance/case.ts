import { readdirSync, readFileSync } from "node:fs";
import {
  compile,
  type Formula,
  type FormulaTemplate,
  type ParameterDeclarations,
  readSchema,
  restrict,
} from "../../src/index.ts";
import { internals } from "../../src/language/core/compiled.ts";
import type { Lowered } from "../../src/language/lower/index.ts";
import type { FieldDeclaration, Schema } from "../../src/language/schema/index.ts";
import { children, type Expression, parse } from "../../src/language/syntax/index.ts";
import type { ValueType } from "../../src/language/types/value-type.ts";
import { ERROR, type Outcome } from "../../src/language/values/plain.ts";
import { inZone } from "../generate/zones.ts";

/** A file of `grammar/conformance`. */
export interface ConformanceFile {
  readonly about: string;
  readonly now?: string;
  readonly schema: Readonly<Record<string, FieldDeclaration>>;
  /** The parameters of the formulas. */
  readonly parameters?: ParameterDeclarations;
  readonly cases: readonly ConformanceCase[];
}

/** A formula, and what a program does with it. */
export interface CaseFormula {
  readonly formula: string;
  /** The time zone of the formula; UTC unless given. */
  readonly timeZone?: string;
  /** The values of the parameters. Those that it leaves out are blank. */
  readonly with?: Readonly<Record<string, unknown>>;
  /** The scope that the formula is restricted to: another formula. */
  readonly restrict?: string;
  /** The values of fields that are known. */
  readonly assume?: Readonly<Record<string, unknown>>;
}

export interface ConformanceCase extends CaseFormula {
  readonly rule: string;
  readonly row: Readonly<Record<string, unknown>>;
  readonly expect:
    | Expected
    | { readonly returned: boolean }
    | { readonly left: string }
    | { readonly refused: true }
    | { readonly diagnostics: readonly string[] };
}

/** What a formula is compiled with, beside its schema. */
export interface CaseOptions {
  readonly parameters?: ParameterDeclarations | undefined;
  readonly now: number;
}

/** A value, a blank or an error. */
export type Expected =
  | { readonly value: string | number | boolean | readonly string[] }
  | { readonly date: string }
  | { readonly blank: true }
  | { readonly error: true };

const folder = new URL("../../grammar/conformance/", import.meta.url);

/** Every file, with its name. */
export function conformanceFiles(): readonly (readonly [name: string, file: ConformanceFile])[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), "utf8"))]);
}

/** The instant that a file's formulas run at. */
export function instantOf({ now = "2024-02-29T12:30:15.250Z" }: ConformanceFile): number {
  return Date.parse(now);
}

/** Whether a case has a value for its row. */
export function isEvaluated({ expect: expected }: ConformanceCase): boolean {
  return !("diagnostics" in expected || "refused" in expected);
}

/** A case's formula as a program has it: with values for its parameters, within its scope, and for what is known. */
export type CompiledCase = { readonly codes: readonly string[] } & (
  | { readonly kind: "compiled"; readonly formula: Formula; readonly lowered: Lowered }
  | { readonly kind: "mistaken" }
  | { readonly kind: "refused"; readonly problem: TypeError }
);

/** Compiles a case. A value that does not fit is refused; a mistake in the scope is one of the test. */
export function compileCase(
  { formula: source, timeZone, with: values, restrict: scope, assume: known }: CaseFormula,
  schema: Schema,
  { parameters, now }: CaseOptions,
): CompiledCase {
  const options = {
    clock: () => new Date(now),
    limits: { work: Number.POSITIVE_INFINITY },
    ...inZone(timeZone),
  };
  const blanks = Object.keys(parameters ?? {}).map((name) => [name, null]);
  const bind = (template: Formula | FormulaTemplate): Formula =>
    "with" in template ? template.with({ ...Object.fromEntries(blanks), ...values }) : template;
  const compiled = (text: string) =>
    parameters === undefined
      ? compile(text, schema, options)
      : compile(text, schema, { ...options, parameters });
  const result = compiled(source);
  const codes = [...new Set(result.diagnostics.map(({ code }) => code))].sort();
  if (!result.ok) return { kind: "mistaken", codes };
  const within = scope === undefined ? undefined : compiled(scope);
  if (within?.ok === false) throw new Error(`${scope}: ${within.diagnostics[0]?.message}`);
  let formula: Formula;
  try {
    formula = bind(result.formula);
    if (within !== undefined) formula = restrict(formula, bind(within.formula));
    if (known !== undefined) formula = formula.assume(known);
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem;
    return { kind: "refused", codes, problem };
  }
  const { root, condition } = internals(formula);
  const lowered = { root, condition, byNode: [], findings: [] };
  return { kind: "compiled", codes, formula, lowered };
}

/** What a case expects, as the core has it. */
export function expectedOutcome(expected: Expected, type: ValueType): Outcome {
  if ("error" in expected) return ERROR;
  if ("date" in expected) return Date.parse(expected.date);
  if ("value" in expected) return expected.value;
  if (type === "text") return "";
  return type === "list" ? [] : null;
}

/**
 * The same question with its number literals read from fields instead, so that less is folded before it runs. `undefined` where there is none.
 */
export function lifted(
  formula: string,
  fields: ConformanceFile["schema"],
  row: unknown,
): { readonly formula: string; readonly schema: Schema; readonly row: unknown } | undefined {
  const parsed = parse(formula);
  if (!parsed.ok || typeof row !== "object" || row === null) return undefined;
  const literals: Expression[] = [];
  collect(parsed.ast.root, literals);
  if (literals.length === 0) return undefined;
  const declarations: Record<string, FieldDeclaration> = { ...fields };
  const values: Record<string, unknown> = { ...row };
  let text = formula;
  for (const [index, node] of [...literals.entries()].reverse()) {
    if (node.kind !== "number") continue;
    const name = `literal ${index}`;
    declarations[name] = "number";
    values[name] = node.value;
    text = `${text.slice(0, node.span.start)}{${name}}${text.slice(node.span.end)}`;
  }
  const schema = readSchema({ fields: declarations });
  return schema.ok ? { formula: text, schema: schema.schema, row: values } : undefined;
}

function collect(node: Expression, into: Expression[]): void {
  if (node.kind === "number") into.push(node);
  for (const child of children(node)) collect(child, into);
}
