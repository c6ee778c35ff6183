import { checkAst } from "../language/check/index.ts";
import { CoreBuilder } from "../language/core/builder.ts";
import {
  type Computation,
  type ComputationSize,
  computationOf,
  storedIn,
} from "../language/core/computation.ts";
import { extendRegistry, type Registry } from "../language/functions/registry.ts";
import { lowerInto } from "../language/lower/index.ts";
import {
  COMPUTATION,
  type ComputeFields,
  type DeclaredFormula,
  type DeclaredFormulas,
  type DeclaredRow,
  defineSchema as defineWith,
  type Field,
  type FieldDeclarations,
  type FieldDiagnostic,
  readSchema as readWith,
  type Schema,
  type SchemaResult,
} from "../language/schema/index.ts";
import { type Finding, isError, withTexts } from "../language/source/finding.ts";
import { type Limits, limitsFrom } from "../language/source/formula-limits.ts";
import { FORMULA_OPTIONS } from "../language/source/formula-options.ts";
import { ENGLISH } from "../language/source/messages/english.ts";
import { withSoundFixes } from "../language/source/sound-fixes.ts";
import { type Ast, readTolerant, walk } from "../language/syntax/index.ts";
import { requireOptions } from "../util/misuse.ts";
import { partsOf, systemClock } from "./compile.ts";
import { tooManyNodes } from "./computed-size.ts";
import { Formula } from "./formula.ts";
import { type CompileOptions, zoneOf } from "./options.ts";
import { tooCostly } from "./too-costly.ts";

/** Options of {@link readSchema}: how to compile the formulas of fields. */
export interface ReadSchemaOptions
  extends Pick<
    CompileOptions,
    "limits" | "functions" | "clock" | "onProblem" | "codeGeneration" | "messages"
  > {}

/** Options of {@link defineSchema}: how to compile the formulas of fields. */
export interface SchemaOptions extends ReadSchemaOptions {
  /**
   * The time zone for dates in the formulas of fields; UTC unless given. A field has one value for a record: the time
   * zone of a formula that uses the field does not change it.
   */
  readonly timeZone?: string;
}

/**
 * Declares the fields that formulas may use, including computed fields: `{ perSeat: { formula: "{price} / {seats}" }
 * }`. The type of the rows is inferred from the declaration.
 *
 * @throws {@link SchemaError} if a declaration is wrong, or a formula has errors.
 */
export function defineSchema<const D extends FieldDeclarations>(
  declarations: D,
  options: SchemaOptions = {},
): Schema<DeclaredRow<D>> {
  requireOptions(options, "defineSchema", FORMULA_OPTIONS);
  const { timeZone } = options;
  zoneOf(timeZone);
  return defineWith(declarations, computing(options), timeZone, options.messages);
}

/** Reads a schema from parsed JSON. Invalid input gives problems, never an exception. */
export function readSchema(json: unknown, options: ReadSchemaOptions = {}): SchemaResult {
  requireOptions(options, "readSchema", FORMULA_OPTIONS);
  return readWith(json, computing(options), options.messages);
}

function computing(options: ReadSchemaOptions): ComputeFields {
  // Invalid options are rejected even if no field is a formula.
  const limits = limitsFrom(options.limits);
  const registry = extendRegistry(options.functions ?? []);
  return (declared) => {
    const computing = new FieldCompiler(declared, options, limits, registry);
    computing.run();
    return computing;
  };
}

/** Compiles the formulas of fields in dependency order. */
class FieldCompiler {
  readonly diagnostics: FieldDiagnostic[] = [];
  readonly #declared: DeclaredFormulas;
  readonly #options: ReadSchemaOptions;
  readonly #limits: Limits;
  readonly #registry: Registry;
  readonly #builder: CoreBuilder;
  readonly #asts = new Map<string, Ast>();
  /** The computed fields that each formula uses, in the order of their first use. */
  readonly #uses = new Map<string, readonly string[]>();
  /** The fields whose formulas have errors, and their dependents. */
  readonly #failed = new Set<string>();
  #schema: Schema | undefined;

  constructor(
    declared: DeclaredFormulas,
    options: ReadSchemaOptions,
    limits: Limits,
    registry: Registry,
  ) {
    this.#declared = declared;
    this.#options = options;
    this.#limits = limits;
    this.#registry = registry;
    this.#builder = new CoreBuilder(this.#limits.work, zoneOf(declared.timeZone));
  }

  run(): void {
    const { formulas, known } = this.#declared;
    for (const one of formulas.values()) this.#parse(one);
    const waiting: string[] = [];
    const begun = new Set<string>();
    for (const first of formulas.keys()) {
      waiting.push(first);
      // A loop instead of recursion: chains of fields can be long.
      for (let name = waiting.at(-1); name !== undefined; name = waiting.at(-1)) {
        const uses = this.#usesOf(name).filter(
          (used) => used !== name && !begun.has(used) && !known.has(used),
        );
        if (!begun.has(name) && !this.#failed.has(name)) {
          begun.add(name);
          waiting.push(...uses.toReversed());
          if (uses.length > 0) continue;
        }
        waiting.pop();
        const formula = formulas.get(name);
        if (formula !== undefined && !known.has(name) && !this.#failed.has(name)) {
          this.#compute(formula);
        }
      }
    }
  }

  readonly readBy = (name: string): ReadonlySet<string> | undefined => {
    const field = this.#declared.known.get(name);
    const computation = field && computationOf(field);
    return computation && new Set(storedIn(computation.root));
  };

  readonly finish = (schema: Schema): void => {
    this.#schema = schema;
  };

  #parse({ name, formula }: DeclaredFormula): void {
    const { ast, findings } = readTolerant(formula, this.#limits);
    if (ast === undefined || findings.some(isError)) {
      this.#fail(name, formula, findings);
      return;
    }
    this.#asts.set(name, ast);
    const uses = new Set<string>();
    walk(ast.root, (node) => {
      if (node.kind === "field" && this.#declared.formulas.has(node.name)) uses.add(node.name);
    });
    this.#uses.set(name, [...uses]);
  }

  #fail(name: string, formula: string, findings: readonly Finding[]): void {
    this.#failed.add(name);
    // The fields of the schema may be incomplete, so fixes only have to parse.
    const sound = withSoundFixes(
      formula,
      findings.filter(isError),
      (text) => readTolerant(text, this.#limits).findings,
    );
    const errors = withTexts(sound, ENGLISH, this.#options.messages);
    for (const error of errors) this.diagnostics.push({ ...error, field: name, formula });
  }

  #usesOf(name: string): readonly string[] {
    return this.#uses.get(name) ?? [];
  }

  /** Compiles a field. Its dependencies have been compiled, have failed, or wait for this one. */
  #compute(declared: DeclaredFormula): void {
    const { name, formula } = declared;
    const ast = this.#asts.get(name);
    if (ast === undefined) return;
    const { known, schema } = this.#declared;
    if (this.#usesOf(name).some((used) => this.#failed.has(used))) {
      this.#failed.add(name);
      return;
    }
    const cycle = this.#cycle(name, ast);
    if (cycle !== undefined) {
      this.#fail(name, formula, [cycle]);
      return;
    }
    const checked = checkAst(ast, schema, this.#registry);
    const tooLarge = tooManyNodes(ast, checked.usedFields, this.#limits.nodes);
    const found = [...checked.findings, ...(tooLarge === undefined ? [] : [tooLarge])];
    if (found.some(isError)) {
      this.#fail(name, formula, found);
      return;
    }
    const lowered = lowerInto(this.#builder, checked.root, this.#options.onProblem, true);
    const cost = tooCostly(ast, lowered, this.#limits.work);
    if (cost !== undefined) {
      this.#fail(name, formula, [cost]);
      return;
    }
    const { usedFields } = checked;
    const isOpen = this.#isOpen(usedFields, lowered.root);
    const sizes = new Map<Field, ComputationSize>();
    for (const used of usedFields) {
      for (const [one, size] of computationOf(used)?.sizes ?? []) sizes.set(one, size);
    }
    let compiled: Formula | undefined;
    const computation: Computation = {
      root: lowered.root,
      ast,
      byNode: lowered.byNode,
      sizes,
      formula: () => {
        const {
          clock = systemClock,
          functions = [],
          onProblem,
          codeGeneration = true,
        } = this.#options;
        compiled ??= Formula.of(
          partsOf({
            ast,
            schema: this.#schema ?? schema,
            lowered,
            fields: checked.fields,
            openedLength: lengthOf(sizes),
            warnings: [],
            clock,
            timeZone: zoneOf(this.#declared.timeZone),
            codeGeneration,
            mostWork: this.#limits.work,
            functions,
            onProblem,
            parameters: undefined,
            allowed: undefined,
            messages: this.#options.messages,
          }),
        );
        return compiled;
      },
    };
    const { description } = declared;
    const field = {
      name,
      type: lowered.root.type,
      ...(description === undefined ? {} : { description }),
      ...(isOpen ? { formula } : {}),
    };
    // Not enumerable: JSON and comparisons of a field use only its declared properties.
    Object.defineProperty(field, COMPUTATION, { value: computation });
    Object.freeze(field);
    sizes.set(field, { nodes: ast.nodeCount, length: formula.length });
    known.set(name, field);
  }

  /** Whether everything that a formula uses is visible wherever the field is. */
  #isOpen(usedFields: readonly Field[], root: Computation["root"]): boolean {
    const { hidden, formulas } = this.#declared;
    return (
      usedFields.every(
        (used) =>
          !hidden.has(used.name) && (used.formula !== undefined || !formulas.has(used.name)),
      ) && storedIn(root).every((name) => !hidden.has(name))
    );
  }

  /** The finding for a field that depends on itself. */
  #cycle(name: string, { root }: Ast): Finding | undefined {
    let found: Finding | undefined;
    const { known } = this.#declared;
    walk(root, (node) => {
      if (found !== undefined || node.kind !== "field" || known.has(node.name)) return;
      const path = this.#pathTo(name, node.name);
      if (path === undefined) return;
      found = { code: "formula-cycle", span: node.span, data: { field: name, path } };
    });
    return found;
  }

  /** The path of dependencies from one field to another; `undefined` if there is none. */
  #pathTo(name: string, from: string): readonly string[] | undefined {
    const before = new Map<string, string | undefined>([[from, undefined]]);
    const waiting = [from];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (next === name) {
        const path: string[] = [];
        for (let one: string | undefined = next; one !== undefined; one = before.get(one)) {
          path.unshift(one);
        }
        return path;
      }
      for (const used of this.#usesOf(next)) {
        if (before.has(used) || this.#declared.known.has(used)) continue;
        before.set(used, next);
        waiting.push(used);
      }
    }
    return undefined;
  }
}

function lengthOf(sizes: ReadonlyMap<Field, ComputationSize>): number {
  let length = 0;
  for (const size of sizes.values()) length += size.length;
  return length;
}
