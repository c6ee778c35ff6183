import { aboutItems, type Checked, checkAst } from "../language/check/index.ts";
import { type CoresByNode, sizeOfComputed } from "../language/core/computation.ts";
import { operandsFirst } from "../language/core/fold.ts";
import type { FoldedConstants } from "../language/core/folded-constants.ts";
import type { NamedParameter } from "../language/core/named-parameter.ts";
import type { CoreNode } from "../language/core/node.ts";
import { constantLength } from "../language/core/price-rules.ts";
import { extendRegistry } from "../language/functions/registry.ts";
import { type Lowered, lower } from "../language/lower/index.ts";
import { requireSchema, type Schema } from "../language/schema/index.ts";
import type { Diagnostic, Result } from "../language/source/diagnostic.ts";
import { type Finding, isError, withTexts } from "../language/source/finding.ts";
import { type Fragment, sourceText } from "../language/source/formula-fragment.ts";
import { FORMULA_OPTIONS } from "../language/source/formula-options.ts";
import { ENGLISH } from "../language/source/messages/english.ts";
import type { Messages } from "../language/source/messages/messages.ts";
import { withSoundFixes } from "../language/source/sound-fixes.ts";
import type { Span } from "../language/source/span.ts";
import {
  type Ast,
  type Expression,
  readTolerant,
  render,
  type TolerantReading,
  walk,
} from "../language/syntax/index.ts";
import type { ValueType } from "../language/types/value-type.ts";
import { requireOptions } from "../util/misuse.ts";
import { allSteps, type Steps } from "../util/steps.ts";
import { airtableDifferences, requireDifferences } from "./airtable-differences.ts";
import { type Assumable, assume, type Remainder } from "./assume.ts";
import { declaredParameters, type ParameterDeclarations } from "./bind-parameters.ts";
import { tooManyNodes } from "./computed-size.ts";
import { explainAst } from "./explain-ast.ts";
import { Formula } from "./formula.ts";
import type { FormulaParts } from "./formula-parts.ts";
import { FormulaTemplate } from "./formula-template.ts";
import { type CheckOptions, type CompileOptions, type TemplateOptions, zoneOf } from "./options.ts";
import { limitsWithin, type Policy, refusedIn, requirePolicy } from "./policy.ts";
import { allowedAdvice, suggestibleBy } from "./policy-advice.ts";
import { tooCostly } from "./too-costly.ts";

/** The result of `check`. */
export interface CheckResult {
  /** Whether there are no errors; warnings are ignored. */
  readonly ok: boolean;
  /** The errors and warnings, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** The type of the formula's value; `undefined` if it cannot be determined because of errors or without a schema. */
  readonly type: ValueType | undefined;
  /** The fields used, in the order of their first use. */
  readonly fields: readonly string[];
}

/** A formula could not be compiled. Only `compileOrThrow` throws this. */
export class FormulaError extends Error {
  override readonly name = "FormulaError";
  /** The diagnostics of the formula. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(source: string, diagnostics: readonly Diagnostic[], messages?: Messages) {
    super(render(source, diagnostics, { messages }));
    this.diagnostics = diagnostics;
  }
}

/** The options of `compile`, with parameters or without. */
type AnyOptions = CompileOptions | TemplateOptions<ParameterDeclarations>;
type Declared = ReadonlyMap<string, NamedParameter> | undefined;

interface Analysis {
  readonly ast: Ast | undefined;
  readonly checked: Checked | undefined;
  readonly lowered: Lowered | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function* analysing(
  source: string,
  schema: Schema | undefined,
  options: CheckOptions & Pick<CompileOptions, "onProblem">,
  parameters: Declared,
  folded?: FoldedConstants,
): Steps<Analysis> {
  const registry = extendRegistry(options.functions ?? []);
  requirePolicy(options.policy, schema, registry);
  const limits = limitsWithin(options.limits, options.policy);
  const timeZone = zoneOf(options.timeZone);
  const suggestible = suggestibleBy(options.policy);
  const checkedIn = ({ ast, guessed }: TolerantReading): Checked | undefined =>
    ast && checkAst(ast, schema, registry, guessed, parameters, suggestible);
  const findingsIn = (text: string): readonly Finding[] => {
    const read = readTolerant(text, limits);
    return [...read.findings, ...(checkedIn(read)?.findings ?? [])];
  };
  const parsed = readTolerant(source, limits);
  const { ast } = parsed;
  const diagnosticsOf = (findings: readonly Finding[]): readonly Diagnostic[] => {
    const { messages, policy } = options;
    const all = withTexts(withSoundFixes(source, findings, findingsIn), ENGLISH, messages);
    return policy ? all.map((one) => allowedAdvice(one, { schema, registry, policy })) : all;
  };
  yield;
  const checked = checkedIn(parsed);
  if (ast === undefined || checked === undefined) {
    return { ast, checked, lowered: undefined, diagnostics: diagnosticsOf(parsed.findings) };
  }
  // The tree of a broken formula is a guess, with operators that are not in the text.
  const isWhole = parsed.findings.length === 0;
  const refused = isWhole && options.policy ? refusedIn(ast, schema, registry, options.policy) : [];
  const isAsked = requireDifferences(options.differences) && schema !== undefined && isWhole;
  const differences = isAsked ? airtableDifferences(ast, schema, registry) : [];
  const tooLarge = tooManyNodes(ast, checked.usedFields, limits.nodes);
  const found = [
    ...parsed.findings.map((one) => (schema ? aboutItems(one, source, schema) : one)),
    ...checked.findings,
    ...refused,
    ...differences,
    ...(tooLarge === undefined ? [] : [tooLarge]),
  ];
  yield;
  const isSound = !found.some(isError);
  const lowered =
    isSound && schema !== undefined
      ? lower(checked.root, options.onProblem, limits.work, timeZone, folded)
      : undefined;
  if (lowered !== undefined) {
    yield;
    const cost = tooCostly(ast, lowered, limits.work);
    found.push(...lowered.findings, ...(cost === undefined ? [] : [cost]));
  }
  yield;
  const diagnostics = diagnosticsOf(firstOf(found, limits.diagnostics));
  return { ast, checked, lowered, diagnostics };
}

/** The first `most` findings in source order. Warnings are dropped before errors. */
function firstOf(findings: readonly Finding[], most: number): readonly Finding[] {
  if (findings.length === 0) return findings;
  const errors = findings.filter(isError).sort(bySpan);
  const warnings = findings.filter((found) => !isError(found)).sort(bySpan);
  return [...errors, ...warnings].slice(0, most).sort(bySpan);
}

function bySpan(a: Finding, b: Finding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end;
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
  return allSteps(checking(source, schema, options));
}

/**
 * Like `check`, in steps.
 *
 * @param folded cached constants of other formulas
 */
export function* checking(
  source: string | Fragment,
  schema: Schema | undefined,
  options: CheckOptions,
  folded?: FoldedConstants,
): Steps<CheckResult> {
  const text = sourceText(source, "check");
  if (schema !== undefined) requireSchema(schema, "check");
  requireOptions(options, "check", FORMULA_OPTIONS);
  const { checked, lowered, diagnostics } = yield* analysing(
    text,
    schema,
    options,
    declaredIn(options, "check"),
    folded,
  );
  const type = checked?.root.type;
  return {
    ok: !diagnostics.some(isError),
    diagnostics,
    type:
      lowered?.root.type ??
      (type === "blank" || type === "error" || type === "unknown" ? undefined : type),
    fields: checked?.fields ?? [],
  };
}

/**
 * Compiles a formula for the records of a schema. A formula with errors gives diagnostics, never an exception. If
 * `parameters` are declared, the result is a template, which runs once `with` has given each of them a value.
 */
export function compile<Row>(
  source: string | Fragment,
  schema: Schema<Row>,
  options?: CompileOptions,
): Result<{ readonly formula: Formula<Row> }>;
export function compile<Row, const P extends ParameterDeclarations>(
  source: string | Fragment,
  schema: Schema<Row>,
  options: TemplateOptions<P>,
): Result<{ readonly formula: FormulaTemplate<Row, P> }>;
export function compile<Row>(
  source: string | Fragment,
  schema: Schema<Row>,
  options: AnyOptions = {},
): AnyResult<Row> {
  return allSteps(compiling(source, schema, options));
}

type AnyResult<Row> = Result<{ readonly formula: Formula<Row> | FormulaTemplate<Row> }>;

/**
 * Compiles a formula in steps, each of which is bounded by the limits of formulas.
 *
 * @param folded cached constants of other formulas
 */
export function* compiling<Row>(
  source: string | Fragment,
  schema: Schema<Row>,
  options: AnyOptions,
  folded?: FoldedConstants,
): Steps<AnyResult<Row>> {
  const text = sourceText(source, "compile");
  requireSchema(schema, "compile");
  requireOptions(options, "compile", FORMULA_OPTIONS);
  const declared = declaredIn(options, "compile");
  const { ast, checked, lowered, diagnostics } = yield* analysing(
    text,
    schema,
    options,
    declared,
    folded,
  );
  if (
    ast === undefined ||
    checked === undefined ||
    lowered === undefined ||
    diagnostics.some(isError)
  ) {
    return { ok: false, diagnostics };
  }
  const parts = partsOf({
    ast,
    schema,
    lowered,
    fields: checked.fields,
    openedLength: text.length + sizeOfComputed(checked.usedFields).length,
    warnings: diagnostics,
    clock: options.clock ?? systemClock,
    timeZone: zoneOf(options.timeZone),
    codeGeneration: options.codeGeneration ?? true,
    mostWork: limitsWithin(options.limits, options.policy).work,
    allowed: options.policy?.fields,
    messages: options.messages,
    functions: options.functions ?? [],
    onProblem: options.onProblem,
    parameters: options.parameters,
  });
  const formula =
    declared === undefined
      ? Formula.of<Row>(parts)
      : FormulaTemplate.of<Row, ParameterDeclarations>(parts, options.parameters ?? {}, declared);
  return { ok: true, formula, diagnostics };
}

type CompiledParts = Assumable &
  Remainder &
  Pick<FormulaParts, "warnings" | "clock" | "codeGeneration" | "openedLength"> & {
    readonly parameters: ParameterDeclarations | undefined;
    /** The fields that the policy allows. */
    readonly allowed: Policy["fields"];
    readonly messages: Messages | undefined;
  };

/** The parts that a `Formula` is constructed from. */
export function partsOf(compiled: CompiledParts): FormulaParts {
  const { ast, schema, lowered, fields, warnings, clock, timeZone, codeGeneration, mostWork } =
    compiled;
  const { source } = ast;
  const { functions, parameters, allowed, messages } = compiled;
  return {
    source,
    openedLength: compiled.openedLength,
    constantLength: () => constantsIn(lowered.byNode),
    schema,
    root: lowered.root,
    condition: lowered.condition,
    explain: (scope, offset, visible) =>
      explainAst({ ast, schema, lowered, mostWork, allowed, messages, visible }, scope, offset),
    spanOf: (node) => spanOf(ast.root, lowered.byNode, node),
    // The printed remainder may lack facts that its core knows.
    assume: (known) => ({
      ...partsOf({ ...compiled, ...assume(compiled, known), warnings: [] }),
      recipe: undefined,
    }),
    fields,
    warnings,
    clock,
    timeZone,
    codeGeneration,
    mostWork,
    recipe:
      functions.length > 0
        ? undefined
        : { source, timeZone, codeGeneration, mostWork, ...(parameters && { parameters }) },
  };
}

/** The total length of the texts of constants in UTF-16 units; each is counted once. */
function constantsIn(byNode: CoresByNode): number {
  let units = 0;
  for (const node of new Set(byNode)) {
    if (node?.op === "literal") units += constantLength(node.data);
  }
  return units;
}

/**
 * The span of the first outermost expression that was lowered to this node. For a node inside a computed field, it is
 * the span of the first reference to such a field.
 */
function spanOf(root: Expression, byNode: CoresByNode, node: CoreNode): Span | undefined {
  let span: Span | undefined;
  const references: Expression[] = [];
  walk(root, (expression) => {
    if (span === undefined && byNode[expression.id] === node) span = expression.span;
    if (expression.kind === "field") references.push(expression);
  });
  const isWithin = ({ id }: Expression): boolean => {
    const core = byNode[id];
    return core !== undefined && operandsFirst(core).includes(node);
  };
  return span ?? references.find(isWithin)?.span;
}

function declaredIn({ parameters }: CheckOptions, call: string): Declared {
  return parameters === undefined ? undefined : declaredParameters(parameters, call);
}

export function systemClock(): Date {
  return new Date();
}

/**
 * Compiles a formula that must be correct, such as one written in the program itself.
 *
 * @throws {@link FormulaError} with the diagnostics if the formula has errors.
 */
export function compileOrThrow<Row>(
  source: string | Fragment,
  schema: Schema<Row>,
  options?: CompileOptions,
): Formula<Row>;
export function compileOrThrow<Row, const P extends ParameterDeclarations>(
  source: string | Fragment,
  schema: Schema<Row>,
  options: TemplateOptions<P>,
): FormulaTemplate<Row, P>;
export function compileOrThrow<Row>(
  source: string | Fragment,
  schema: Schema<Row>,
  options: AnyOptions = {},
): Formula<Row> | FormulaTemplate<Row> {
  const text = sourceText(source, "compileOrThrow");
  const result = allSteps(compiling(text, schema, options));
  if (!result.ok) throw new FormulaError(text, result.diagnostics, options.messages);
  return result.formula;
}
