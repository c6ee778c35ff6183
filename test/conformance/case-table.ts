import { readSchema } from "../../src/engine/index.ts";
import type { FieldDeclaration, Schema } from "../../src/language/schema/index.ts";
import { type Answers, askReference } from "../harness/ask-ways.ts";
import {
  type CaseFormula,
  type CaseOptions,
  type CompiledCase,
  compileCase,
  lifted,
} from "./case.ts";

/** A formula, with a row of its own. */
export interface RowCase extends CaseFormula {
  readonly row: unknown;
}

/** A formula that is asked about every row of a table. */
export interface CaseQuestion {
  readonly source: string;
  readonly compiled: Extract<CompiledCase, { readonly kind: "compiled" }>;
  /** The reference's answers. */
  readonly answers: Answers;
}

/** The questions of a case, and the index of its row. */
interface CasePlace {
  readonly row: number;
  readonly question: CaseQuestion;
  /** The same formula with its number literals read from fields, if it has some. */
  readonly lifted: CaseQuestion | undefined;
}

type Fields = Readonly<Record<string, FieldDeclaration>>;

/** How many cases are in a table together. Each formula is asked about the rows of all of them. */
const TOGETHER = 40;

export type CaseTables<Case extends RowCase = RowCase> = readonly CaseTable<Case>[];

/** Cases over one schema as a few tables. */
export function caseTables<Case extends RowCase>(
  fields: Fields,
  cases: readonly Case[],
  options: CaseOptions,
): CaseTables<Case> {
  const count = Math.ceil(cases.length / TOGETHER);
  const size = Math.ceil(cases.length / count);
  return Array.from(
    { length: count },
    (_, index) => new CaseTable(fields, cases.slice(index * size, (index + 1) * size), options),
  );
}

/** The rows of some cases as one table. A formula that several cases have is compiled once. */
export class CaseTable<Case extends RowCase = RowCase> {
  readonly schema: Schema;
  readonly rows: readonly unknown[];
  readonly cases: readonly Case[];
  readonly #options: CaseOptions;
  /** The index of the row of each case, and its formula with number literals read from fields. */
  readonly #located: ReadonlyMap<
    Case,
    { readonly row: number; readonly lifted: string | undefined }
  >;
  readonly #questions = new Map<string, CaseQuestion>();

  constructor(fields: Fields, cases: readonly Case[], options: CaseOptions) {
    const moved = cases.map(({ formula, row }) => lifted(formula, fields, row));
    const all: Record<string, FieldDeclaration> = { ...fields };
    for (const { schema } of moved.flatMap((one) => one ?? [])) {
      for (const name of schema.fields.keys()) all[name] ??= "number";
    }
    const read = readSchema({ fields: all });
    if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
    this.schema = read.schema;
    const rows = new Map<string, unknown>();
    this.#located = new Map(
      cases.map((one, index) => {
        const row = moved[index]?.row ?? one.row;
        const key = JSON.stringify(row);
        if (!rows.has(key)) rows.set(key, row);
        return [one, { row: [...rows.keys()].indexOf(key), lifted: moved[index]?.formula }];
      }),
    );
    this.rows = [...rows.values()];
    this.cases = cases;
    this.#options = options;
  }

  /** The instant that the formulas run at. */
  get now(): number {
    return this.#options.now;
  }

  /** All formulas, each once. */
  get questions(): readonly CaseQuestion[] {
    for (const one of this.cases) this.placeOf(one);
    return [...this.#questions.values()];
  }

  placeOf(one: Case): CasePlace {
    const located = this.#located.get(one);
    if (located === undefined) throw new Error("the case is of another table");
    const { row, lifted } = located;
    return {
      row,
      question: this.#ask(one),
      lifted: lifted === undefined ? undefined : this.#ask({ ...one, formula: lifted }),
    };
  }

  #ask(asked: CaseFormula): CaseQuestion {
    const { formula, timeZone, with: values, restrict, assume } = asked;
    const key = JSON.stringify([formula, timeZone, values, restrict, assume]);
    const known = this.#questions.get(key);
    if (known !== undefined) return known;
    const compiled = compileCase(asked, this.schema, this.#options);
    if (compiled.kind === "refused") throw compiled.problem;
    if (compiled.kind === "mistaken") throw new Error(`${formula}: ${compiled.codes}`);
    const answers = askReference(compiled.lowered, this.rows, this.#options.now);
    const question = { source: formula, compiled, answers };
    this.#questions.set(key, question);
    return question;
  }
}
