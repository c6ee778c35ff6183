import {
  APPLY,
  type CompiledFormula,
  type FORMS,
  KIND,
  type SqlForms,
  type SqlTarget,
} from "../../language/core/compiled.ts";
import type { DialectDefinition } from "./dialect-definition.ts";
import { formOf } from "./rows/row-source.ts";
import {
  divide,
  type ExactSqlFilter,
  type ExactSqlOptions,
  partsOf,
  type SqlFilter,
  type SqlOptions,
} from "./sql-filter.ts";
import { closed, type Rendered, render, type SqlFragment } from "./sql-fragment.ts";
import { placeholdersOf } from "./sql-settings.ts";
import { type SqlValueOptions, type SqlValueResult, valueInSql } from "./sql-value.ts";
import { requireTable } from "./table-mapping.ts";

/** The forms of a formula in SQL, by operation. */
export interface DialectForms extends SqlForms {
  readonly options: SqlOptions | undefined;
  readonly result: SqlFilter;
  readonly exactOptions: ExactSqlOptions;
  readonly exactResult: ExactSqlFilter;
  readonly valueOptions: SqlValueOptions | undefined;
  readonly value: SqlValueResult;
}

/** A dialect of SQL that formulas compile to: `formula.toSql(postgres, …)`. */
export class Dialect implements SqlTarget<DialectForms> {
  declare readonly [FORMS]?: DialectForms;
  /** The identifier, in lower case: `"postgres"`. */
  readonly name: string;
  /** The product name: `"PostgreSQL"`. */
  readonly title: string;
  /** @internal */
  readonly definition: DialectDefinition;

  private constructor(definition: DialectDefinition) {
    this.name = definition.name;
    this.title = definition.title;
    this.definition = definition;
  }

  /** @internal */
  static of(definition: DialectDefinition): Dialect {
    return new Dialect(definition);
  }

  /** @internal */
  get [KIND](): "dialect" {
    return "dialect";
  }

  /** @internal Called by `formula.toSql`. */
  [APPLY](formula: CompiledFormula, options: SqlOptions = {}): SqlFilter {
    requireTable(options, "toSql", formula.schema);
    const form = formOf(options.rows, "toSql");
    const { sql, residual } = divide(formula, this.definition, options, form);
    const { text, ...rest } = this.#render(sql, options);
    return residual === undefined
      ? { where: text, ...rest, residual }
      : { prefilter: text, ...rest, residual };
  }

  /** @internal Called by `formula.toSql` if the caller requests an exact condition. */
  compileExactly(formula: CompiledFormula, options: ExactSqlOptions): ExactSqlFilter {
    requireTable(options, "toSql", formula.schema);
    const division = divide(formula, this.definition, options);
    if (division.residual !== undefined) {
      const parts = partsOf(formula, division, this.definition);
      return { ok: false, undecided: parts.filter(({ runs }) => runs !== "database") };
    }
    const { text, ...rest } = this.#render(division.sql, options);
    return { ok: true, where: text, ...rest };
  }

  /** @internal Called by `formula.toSqlValue`. */
  compileValue(formula: CompiledFormula, options: SqlValueOptions = {}): SqlValueResult {
    requireTable(options, "toSqlValue", formula.schema);
    return valueInSql(formula, this.definition, options);
  }

  #render(sql: SqlFragment, { firstParameter }: Pick<SqlOptions, "firstParameter">): Rendered {
    return render(closed(sql), placeholdersOf(this.definition), firstParameter);
  }
}
