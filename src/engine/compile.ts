import { type Checked, checkAst } from "../check/index.ts";
import { extendRegistry } from "../functions/registry.ts";
import { type Lowered, lower } from "../lower/index.ts";
import { requireSchema, type Schema } from "../schema/index.ts";
import type { Diagnostic, Result } from "../source/diagnostic.ts";
import { type Fragment, sourceText } from "../source/fragment.ts";
import { limitsFrom } from "../source/limits.ts";
import { type Ast, parseTolerant, render } from "../syntax/index.ts";
import type { ValueType } from "../types/value-type.ts";
import { requireOptions } from "../util/misuse.ts";
import { Formula } from "./formula.ts";
import type { CheckOptions, CompileOptions } from "./options.ts";

/** The result of `check`. */
export interface CheckResult {
  /** Whether there are no errors; warnings do not count. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** The type of the formula's value; `undefined` if errors, or the lack of a schema, leave it open. */
  readonly type: ValueType | undefined;
  /** The fields used, in the order of their first use. */
  readonly fields: readonly string[];
}

/** A formula could not be compiled. Only `compileOrThrow` throws this. */
export class FormulaError extends Error {
  override readonly name = "FormulaError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(source: string, diagnostics: readonly Diagnostic[]) {
    super(render(source, diagnostics));
    this.diagnostics = diagnostics;
  }
}

const OPTIONS = {
  limits: "object",
  functions: "objects",
  clock: "function",
  codeGeneration: "boolean",
} as const;

interface Analysis {
  readonly ast: Ast | undefined;
  readonly checked: Checked | undefined;
  readonly lowered: Lowered | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function analyse(source: string, schema: Schema | undefined, options: CompileOptions): Analysis {
  const limits = limitsFrom(options.limits);
  const parsed = parseTolerant(source, { limits });
  const { ast } = parsed;
  if (ast === undefined) {
    return { ast, checked: undefined, lowered: undefined, diagnostics: parsed.diagnostics };
  }
  const checked = checkAst(ast, schema, extendRegistry(options.functions ?? []), parsed.guessed);
  const found = [...parsed.diagnostics, ...checked.diagnostics];
  const isSound = !found.some(({ severity }) => severity === "error");
  const lowered =
    isSound && schema !== undefined ? lower(checked.root, options.onProblem) : undefined;
  const all = lowered === undefined ? found : [...found, ...lowered.diagnostics];
  const diagnostics = firstOf(all, limits.diagnostics);
  return { ast, checked, lowered, diagnostics };
}

/** The diagnostics in the order of the text. If there are too many, warnings are dropped before errors. */
function firstOf(diagnostics: readonly Diagnostic[], most: number): readonly Diagnostic[] {
  const isError = ({ severity }: Diagnostic): boolean => severity === "error";
  const errors = diagnostics.filter(isError).sort(byPlace);
  const warnings = diagnostics.filter((found) => !isError(found)).sort(byPlace);
  return [...errors, ...warnings].slice(0, most).sort(byPlace);
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return a.span.start - b.span.start || a.span.end - b.span.end;
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/**
 * Checks a formula without running it. With a schema, everything is checked. Without one, the types of fields are
 * unknown, so the check covers the syntax, the names of functions, the number of their arguments, and the types that
 * follow from literals.
 */
export function check(
  source: string | Fragment,
  schema?: Schema,
  options: CheckOptions = {},
): CheckResult {
  const text = sourceText(source, "check");
  if (schema !== undefined) requireSchema(schema, "check");
  requireOptions(options, "check", OPTIONS);
  const { checked, lowered, diagnostics } = analyse(text, schema, options);
  const type = checked?.root.type;
  return {
    ok: !hasErrors(diagnostics),
    diagnostics,
    type:
      lowered?.root.type ??
      (type === "blank" || type === "error" || type === "unknown" ? undefined : type),
    fields: checked?.fields ?? [],
  };
}

/**
 * Compiles a formula for the records of a schema. A formula with errors gives diagnostics, never an exception.
 */
export function compile<Row>(
  source: string | Fragment,
  schema: Schema<Row>,
  options: CompileOptions = {},
): Result<{ readonly formula: Formula<Row> }> {
  const text = sourceText(source, "compile");
  requireSchema(schema, "compile");
  requireOptions(options, "compile", OPTIONS);
  const { ast, checked, lowered, diagnostics } = analyse(text, schema, options);
  if (
    ast === undefined ||
    checked === undefined ||
    lowered === undefined ||
    hasErrors(diagnostics)
  ) {
    return { ok: false, diagnostics };
  }
  const formula = Formula.of<Row>({
    ast,
    lowered,
    fields: checked.fields,
    warnings: diagnostics,
    clock: options.clock ?? systemClock,
    codeGeneration: options.codeGeneration ?? true,
  });
  return { ok: true, formula, diagnostics };
}

function systemClock(): Date {
  return new Date();
}

/**
 * Compiles a formula that is known to be right, such as one written in the program itself.
 *
 * @throws {@link FormulaError} with the diagnostics if the formula has errors.
 */
export function compileOrThrow<Row>(
  source: string | Fragment,
  schema: Schema<Row>,
  options: CompileOptions = {},
): Formula<Row> {
  const text = sourceText(source, "compileOrThrow");
  const result = compile(text, schema, options);
  if (!result.ok) throw new FormulaError(text, result.diagnostics);
  return result.formula;
}
