import { RowProgram } from "../backends/rows/index.ts";
import type { NamedParameter } from "../language/core/named-parameter.ts";
import type { Diagnostic } from "../language/source/diagnostic.ts";
import type { ValueType } from "../language/types/value-type.ts";
import { bindMethods } from "../util/bind-methods.ts";
import { bind, type ParameterDeclarations, type ParameterValues } from "./bind-parameters.ts";
import { Formula, rowStrategy } from "./formula.ts";
import type { FormulaParts } from "./formula-parts.ts";

/**
 * A compiled formula with parameters. It runs once `with` has given each of them a value. It is immutable, so it can be
 * stored and shared.
 */
export class FormulaTemplate<
  Row = unknown,
  P extends ParameterDeclarations = ParameterDeclarations,
> {
  /** The formula's text. */
  readonly source: string;
  /** The type of its value. */
  readonly type: ValueType;
  /** The fields it reads, in the order of their first use. */
  readonly fields: readonly string[];
  /** The declared parameters with their types. The formula need not use all of them. */
  readonly parameters: P;
  /** The warnings of `compile`. */
  readonly warnings: readonly Diagnostic[];
  readonly #parts: FormulaParts;
  readonly #declared: ReadonlyMap<string, NamedParameter>;
  readonly #program: RowProgram;

  private constructor(
    parts: FormulaParts,
    parameters: P,
    declared: ReadonlyMap<string, NamedParameter>,
  ) {
    bindMethods(FormulaTemplate);
    const { root, condition } = parts;
    this.source = parts.source;
    this.type = root.type;
    this.fields = parts.fields;
    this.parameters = Object.freeze({ ...parameters });
    this.warnings = parts.warnings;
    this.#parts = parts;
    this.#declared = declared;
    this.#program = new RowProgram(root, condition, rowStrategy(parts.codeGeneration));
  }

  /** @internal Called by `compile`. */
  static of<Row, P extends ParameterDeclarations>(
    parts: FormulaParts,
    parameters: P,
    declared: ReadonlyMap<string, NamedParameter>,
  ): FormulaTemplate<Row, P> {
    return new FormulaTemplate(parts, parameters, declared);
  }

  /** @internal The unbound core, for callers that need its size. */
  get core(): Pick<FormulaParts, "root" | "condition" | "source" | "constantLength"> {
    return this.#parts;
  }

  /**
   * Binds a value to each parameter: `template.with({ user: "u1" })`. `null` is a blank. Binding is cheap: the formula
   * is neither parsed nor compiled again. The template does not change.
   *
   * @throws `TypeError` if a value is missing, unknown or not of its type
   */
  with(values: ParameterValues<P>): Formula<Row> {
    return Formula.bound(this.#parts, this.#program, bind(this.#declared, values));
  }
}
