import { checkpoints } from "../../../language/core/fold.ts";
import { type CoreNode, operandOf, operandsOf } from "../../../language/core/node.ts";
import { Specialiser } from "../../../language/core/specialise.ts";
import type { Field } from "../../../language/schema/index.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { and, FALSE, notNullTest, nullTest, or, type SqlFragment, TRUE } from "../sql-fragment.ts";
import { columnName, type TableMapping } from "../table-mapping.ts";
import { amongTest, numberAmong, textAmong } from "./among.ts";
import { caseTest } from "./case-test.ts";
import { allItemsTest } from "./conditions.ts";
import {
  bothValid,
  type Context,
  type Inside,
  NotInSql,
  TOO_LONG,
  type TruthSql,
  type ValueSql,
} from "./context.ts";
import { dateTest } from "./date-test.ts";
import { monotoneTest } from "./monotone-test.ts";
import { NodeBounds } from "./number-bounds.ts";
import { guardedContext, insideOf } from "./number-contexts.ts";
import { isShortened, shortened } from "./shortened-numbers.ts";
import {
  type Among,
  equalityOf,
  fieldsOf,
  holdsForBlank,
  isStrict,
  numberTest,
  prefixTest,
} from "./sql-field-test.ts";
import { textTest } from "./sql-text-test.ts";
import { fieldColumn } from "./typed-columns.ts";
import { writeTruth, writeValue } from "./write-operations.ts";

/** A condition, and the truth that is required of it. */
export interface WantedTruth {
  readonly node: CoreNode;
  readonly wanted: boolean;
}

/** The SQL of a node, or the reason for not having any. */
type Attempt<T> = ({ readonly done: T } | { readonly failed: NotInSql }) & {
  readonly notes: ReadonlySet<string>;
};

/** A compiler and specialiser for records in which one more field is known not to be blank. */
interface NarrowedCompiler {
  readonly compiler: Compiler;
  readonly specialiser: Specialiser;
}

/** Notes made while compiling a node, shared by a compiler and its inner compilers. */
interface Notes {
  current: Set<string>;
}

/**
 * Compiles conditions and values of a core to SQL of one dialect, over one table. Each condition has two forms: SQL
 * that is TRUE exactly if the condition is true, and SQL that is TRUE exactly if it is false. Columns are therefore not
 * wrapped in expressions, and their indexes can be used.
 */
export class Compiler implements Context {
  readonly dialect: DialectDefinition;
  readonly table: TableMapping;
  readonly bounds: NodeBounds;
  readonly leavesNumbers: boolean;
  readonly present: ReadonlySet<Field>;
  readonly #values = new Map<CoreNode, Attempt<ValueSql>>();
  readonly #truths = {
    true: new Map<CoreNode, Attempt<TruthSql>>(),
    false: new Map<CoreNode, Attempt<TruthSql>>(),
  };
  readonly #most: number;
  readonly #columns: Map<Field, SqlFragment>;
  readonly #notes: Notes;
  readonly #inner = new Map<Field, NarrowedCompiler>();
  readonly #inside: Inside;
  readonly #guarded: Context;

  #leavingNumbers: Compiler | undefined;

  /** @param most the maximum size of a part; compilation stops as soon as a part exceeds it */
  constructor(
    dialect: DialectDefinition,
    table: TableMapping,
    most: number = Number.POSITIVE_INFINITY,
    present: ReadonlySet<Field> = new Set(),
    outer?: Compiler,
    leavesNumbers: boolean = outer?.leavesNumbers ?? false,
  ) {
    this.dialect = dialect;
    this.table = table;
    this.#most = most;
    this.present = present;
    this.leavesNumbers = leavesNumbers;
    this.bounds = outer?.bounds ?? new NodeBounds(table, dialect);
    this.#columns = outer === undefined ? new Map() : outer.#columns;
    this.#notes = outer === undefined ? { current: new Set() } : outer.#notes;
    this.#inside = insideOf(this);
    const guarded = new Map<CoreNode, Attempt<ValueSql>>();
    this.#guarded = guardedContext(this, (node, write) =>
      remembered(guarded, node, this.#notes, write),
    );
  }

  readonly note = (reason: string): void => {
    this.#notes.current.add(reason);
  };

  /** A compiler that leaves more records to memory, and writes shorter SQL. */
  get leavingNumbers(): Compiler {
    this.#leavingNumbers ??= new Compiler(
      this.dialect,
      this.table,
      this.#most,
      this.present,
      this,
      true,
    );
    return this.#leavingNumbers;
  }

  /** The reasons why nodes compiled since the last call are exact for some records only. */
  takeNotes(): readonly string[] {
    const notes = [...this.#notes.current];
    this.#notes.current.clear();
    return notes;
  }

  /**
   * Compiles parts of a deep core in advance, which bounds the depth of recursion. Must be called for each root before
   * the root is compiled.
   */
  prepare(root: CoreNode): void {
    for (const node of checkpoints(root)) {
      if (node.type === "number") this.bounds.number(node);
      if (node.type === "text") this.bounds.bytes(node);
      if (node.type === "boolean") {
        for (const wanted of [true, false]) attemptTo(this.#notes, () => this.truth(node, wanted));
      } else {
        attemptTo(this.#notes, () => this.value(node));
      }
    }
  }

  readonly column = (field: Field): SqlFragment => {
    const known = this.#columns.get(field);
    if (known !== undefined) return known;
    const made = columnName(field, this.table, this.dialect);
    this.#columns.set(field, made);
    return made;
  };

  readonly value = (node: CoreNode): ValueSql =>
    remembered(this.#values, node, this.#notes, () =>
      this.#within(
        isShortened(this, node)
          ? shortened(this, this.#inside, this.#guarded, node)
          : writeValue(this, node),
      ),
    );

  readonly truth = (node: CoreNode, wanted: boolean): TruthSql =>
    remembered(this.#truths[`${wanted}`], node, this.#notes, () =>
      this.#within(this.#truth(node, wanted)),
    );

  #within<T extends { readonly sql: SqlFragment }>(made: T): T {
    if (made.sql.size > this.#most) throw new NotInSql(TOO_LONG);
    return made;
  }

  #truth(node: CoreNode, wanted: boolean): TruthSql {
    const parts = junctionOf(node, wanted);
    if (parts !== undefined) return this.#junction(parts);
    if (NOT_TESTS.has(node.op)) return writeTruth(this, node, wanted);
    const monotone = monotoneTest(this, node, wanted);
    if (monotone !== undefined) return monotone;
    const [field, ...others] = fieldsOf(node);
    if (field === undefined || others.length > 0) return writeTruth(this, node, wanted);
    const dated = dateTest(this, node, wanted);
    if (dated !== undefined) return { sql: dated, valid: undefined };
    return this.#fieldTest(node, field, wanted);
  }

  /** A test of one field. It is compiled as if the column were never NULL, and a test for NULL is added if needed. */
  #fieldTest(node: CoreNode, field: Field, wanted: boolean): TruthSql {
    const column = fieldColumn(this, field);
    const direct =
      numberTest(this, node, wanted) ??
      textTest(this, node, wanted) ??
      amongTest(this, node, wanted) ??
      prefixTest(this, node, wanted) ??
      caseTest(this, node, wanted);
    if (!column.isNullable) {
      return direct === undefined
        ? writeTruth(this, node, wanted)
        : { sql: direct, valid: undefined };
    }
    const forBlank = holdsForBlank(node, wanted) ? nullTest(column.sql) : FALSE;
    if (direct !== undefined) {
      const present = direct === TRUE ? notNullTest(column.sql) : direct;
      const test = direct === TRUE && forBlank !== FALSE ? TRUE : or(present, forBlank);
      return { sql: test, valid: undefined };
    }
    // A date outside the range of the language is blank, too.
    if (field.type === "date" && !column.isInRange) return writeTruth(this, node, wanted);
    const { compiler, specialiser } = this.#withPresent(field);
    const known = specialiser.of(node);
    compiler.prepare(known);
    const test = compiler.truth(known, wanted);
    if (test.sql === FALSE) return { sql: forBlank, valid: test.valid };
    const present = isStrict(known) && test.sql !== TRUE ? TRUE : notNullTest(column.sql);
    return {
      sql: or(and(present, test.sql), forBlank),
      valid: test.valid === undefined ? undefined : or(test.valid, nullTest(column.sql)),
    };
  }

  #withPresent(field: Field): NarrowedCompiler {
    const known = this.#inner.get(field);
    if (known !== undefined) return known;
    const present = new Set([...this.present, field]);
    const made = {
      compiler: new Compiler(this.dialect, this.table, this.#most, present, this),
      specialiser: new Specialiser({ neverBlank: present }),
    };
    this.#inner.set(field, made);
    return made;
  }

  /** Compiles a junction: AND if all parts must hold, OR if one of them must. */
  #junction({ all, parts }: Junction): TruthSql {
    const conditions: TruthSql[] = [];
    const among = new Map<Field, (string | number)[]>();
    const items = new Map<CoreNode, string[]>();
    for (const part of parts) {
      const item = all && part.wanted ? itemOf(part.node) : undefined;
      if (item !== undefined) {
        const known = items.get(item.list);
        if (known === undefined) items.set(item.list, [item.text]);
        else known.push(item.text);
        continue;
      }
      const equality = part.wanted !== all ? equalityOf(part.node) : undefined;
      if (equality === undefined) conditions.push(this.truth(part.node, part.wanted));
      else collect(among, equality);
    }
    for (const [field, values] of among) {
      conditions.push({ sql: this.#among(field, values, !all), valid: undefined });
    }
    for (const [list, texts] of items) {
      conditions.push({ sql: allItemsTest(this, list, texts), valid: undefined });
    }
    const made = conditions.map((condition) => condition.sql);
    return { sql: all ? and(...made) : or(...made), valid: bothValid(...conditions) };
  }

  /** Whether a column is one of several constants, or none of them. */
  #among(field: Field, values: readonly (string | number)[], wanted: boolean): SqlFragment {
    const column = fieldColumn(this, field);
    const test =
      field.type === "text"
        ? textAmong(this, field, values.map(String), wanted)
        : numberAmong(this, field, values.map(Number), wanted);
    return !wanted && column.isNullable ? or(test, nullTest(column.sql)) : test;
  }
}

/** Memoises the result of `make` by node. Its notes are added again each time. */
function remembered<T>(
  known: Map<CoreNode, Attempt<T>>,
  node: CoreNode,
  notes: Notes,
  make: () => T,
): T {
  const attempt = known.get(node) ?? attemptTo(notes, make);
  known.set(node, attempt);
  for (const note of attempt.notes) notes.current.add(note);
  if ("failed" in attempt) throw attempt.failed;
  return attempt.done;
}

function attemptTo<T>(notes: Notes, make: () => T): Attempt<T> {
  const outer = notes.current;
  const own = new Set<string>();
  notes.current = own;
  try {
    return { done: make(), notes: own };
  } catch (error) {
    if (error instanceof NotInSql) return { failed: error, notes: own };
    throw error;
  } finally {
    notes.current = outer;
  }
}

/** Conditions that are not tests of values. */
const NOT_TESTS: ReadonlySet<CoreNode["op"]> = new Set<CoreNode["op"]>([
  "literal",
  "fail",
  "field",
  "if",
  "isError",
  "call",
  "has",
  "hasAny",
]);

/** Several conditions. All of them, or at least one, must have the required truth. */
export interface Junction {
  readonly all: boolean;
  readonly parts: readonly WantedTruth[];
}

/** Flattens AND, OR and NOT. A node that occurs several times is listed once. */
export function junctionOf(node: CoreNode, wanted: boolean): Junction | undefined {
  const root = withoutNot({ node, wanted });
  const all = demandsAll(root);
  if (all === undefined) return node.op === "not" ? { all: true, parts: [root] } : undefined;
  const parts: WantedTruth[] = [];
  const seen = { true: new Set<CoreNode>(), false: new Set<CoreNode>() };
  const pending: WantedTruth[] = [root];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const inner = withoutNot(part);
    const known = seen[`${inner.wanted}`];
    if (known.has(inner.node)) continue;
    known.add(inner.node);
    const innerDemands = demandsAll(inner);
    if (innerDemands === undefined) parts.push(inner);
    else if (innerDemands !== all) parts.push(part);
    else pending.push(...operandsOfJunction(inner).reverse());
  }
  return { all, parts };
}

function operandsOfJunction({ node, wanted }: WantedTruth): WantedTruth[] {
  return node.operands.map((operand) => ({ node: operand, wanted }));
}

function withoutNot({ node, wanted }: WantedTruth): WantedTruth {
  let inner = node;
  let isWanted = wanted;
  for (; inner.op === "not"; isWanted = !isWanted) inner = operandOf(inner);
  return { node: inner, wanted: isWanted };
}

/**
 * Whether AND or OR has the required truth only if all operands do (`true`), or if one does (`false`). `undefined` for
 * other nodes.
 */
function demandsAll({ node, wanted }: WantedTruth): boolean | undefined {
  return node.op === "and" || node.op === "or" ? (node.op === "and") === wanted : undefined;
}

/** A list column, and a constant that it must contain. */
function itemOf(node: CoreNode): { readonly list: CoreNode; readonly text: string } | undefined {
  if (node.op !== "has") return undefined;
  const [list, text] = operandsOf(node);
  if (list.op !== "field" || text.op !== "literal") return undefined;
  return { list, text: String(text.data) };
}

function collect(among: Map<Field, (string | number)[]>, { field, value }: Among): void {
  const known = among.get(field);
  if (known === undefined) among.set(field, [value]);
  else known.push(value);
}
