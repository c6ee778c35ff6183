import { describe, expect, it } from "vitest";
import { readSchema } from "../../../src/engine/index.ts";
import { compile, compileOrThrow } from "../../../src/index.ts";
import { FUNCTIONS_BY_CATEGORY } from "../../../src/language/functions/documentation.ts";
import { EXAMPLE_NOW } from "../../../src/language/functions/example-row.ts";
import type { FieldDeclaration, Schema } from "../../../src/language/schema/index.ts";
import {
  type ColumnMapping,
  createPostgres,
  explainSql,
  toCount,
  toQuery,
} from "../../../src/sql.ts";
import {
  type CaseOptions,
  conformanceFiles,
  instantOf,
  isEvaluated,
} from "../../conformance/case.ts";
import { caseTables, type RowCase } from "../../conformance/case-table.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { EXAMPLE_DECLARATIONS, EXAMPLE_ROW } from "../../language/functions/example-record.ts";
import { caseProblems } from "./case-problems.ts";
import { expectNone } from "./expect-none.ts";
import { type NativeColumn, tableOf } from "./native/native-columns.ts";
import { expectNoProblems, nativeProblems, nativeTable } from "./native/native-table.ts";

const dialect = createPostgres({ distributed: true });

interface Source {
  readonly fields: Readonly<Record<string, FieldDeclaration>>;
  readonly cases: readonly RowCase[];
  readonly options: CaseOptions;
}

/** The formulas of conformance cases and function examples. */
const SOURCES: readonly (readonly [name: string, source: Source])[] = [
  ...conformanceFiles().map(
    ([name, file]) =>
      [
        name,
        {
          fields: file.schema,
          cases: file.cases.filter(isEvaluated),
          options: { parameters: file.parameters, now: instantOf(file) },
        },
      ] as const,
  ),
  [
    "the functions' examples",
    {
      fields: EXAMPLE_DECLARATIONS,
      cases: Object.values(FUNCTIONS_BY_CATEGORY)
        .flat()
        .flatMap(({ documentation: { examples } }) =>
          examples.map(([formula]) => ({ formula, row: EXAMPLE_ROW })),
        ),
      options: { now: EXAMPLE_NOW },
    },
  ],
];

/** A schema with a key, which whole queries need. */
function keyed(fields: Source["fields"]): Schema {
  const hasKey = Object.values(fields).some(
    (field) => typeof field === "object" && "key" in field && field.key === true,
  );
  const read = readSchema({
    fields: hasKey ? fields : { ...fields, "the key": { type: "text", key: true } },
  });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
  return read.schema;
}

function selects(text: string): number {
  return text.match(/\bSELECT\b/gi)?.length ?? 0;
}

/** Statements of each kind, with columns of each kind, that contain too many SELECTs. */
function subselects(schema: Schema, formula: string, now: number): readonly string[] {
  const result = compile(formula, schema, { clock: () => new Date(now) });
  if (!result.ok) return [];
  const { formula: filter } = result;
  // A computed field has no column, and not every database can order by it.
  const fields = [...schema.stored.values()];
  const after = Object.fromEntries(
    fields.map(({ name, role }) => [name, role === "key" ? "k" : null]),
  );
  const isJson: Readonly<Record<string, ColumnMapping>> = Object.fromEntries(
    fields.flatMap(({ name, type }) => (type === "list" ? [[name, { storage: "json" }]] : [])),
  );
  const sort = fields.flatMap(({ name, type }) => (type === "list" ? [] : [{ field: name }]));
  return [{}, isJson].flatMap((columns) => {
    const table = { table: "cars", columns };
    const { where, prefilter } = filter.toSql(dialect, table);
    const whole = { schema, filter, sort, limit: 5, ...table };
    const conditions = [
      where ?? prefilter,
      ...explainSql(filter, dialect, table).map((part) => part.where ?? part.prefilter ?? ""),
    ];
    const statements = [
      toQuery(dialect, whole).text,
      toQuery(dialect, { ...whole, sort: [], ...(schema.key?.type === "text" ? { after } : {}) })
        .text,
      ...(toCount(dialect, whole) === undefined ? [] : [toCount(dialect, whole)?.text ?? ""]),
    ];
    return [
      ...conditions.filter((text) => selects(text) > 0),
      ...statements.filter((text) => selects(text) > 1),
    ];
  });
}

describe("conditions, orders and whole queries for distributed PostgreSQL have no sub-select", () => {
  it.each(SOURCES)("%s", (_, { fields, cases, options: { now } }) => {
    const schema = keyed(fields);
    expect(cases.flatMap(({ formula }) => subselects(schema, formula, now))).toEqual([]);
  });

  it("unlike the same conditions without `distributed`", () => {
    // Makes sure that the test searches for the right word.
    const schema = keyed({ price: "number" });
    const result = compile('{price} * {price} & "" = "1"', schema);
    const text = result.ok ? result.formula.toSql(createPostgres()).where : undefined;
    expect(selects(text ?? "")).toBeGreaterThan(0);
  });
});

describeEngine(
  "postgres",
  () => openEngine("postgres"),
  (engine) => {
    it.each(SOURCES)("answers %s as the reference does", async (_, { fields, cases, options }) => {
      expectNone(await caseProblems(engine(), dialect, caseTables(fields, cases, options)));
    });

    it("reads texts of several collations, and lists, of a table that its catalogue describes", async () => {
      const natives: readonly NativeColumn[] = [
        ["usual", "text", ["'a'", "'B'", "NULL", "'é'"]],
        ["icu", 'text COLLATE "und-x-icu"', ["'a'", "'b'", "''", "'É'"]],
        ["german", 'text COLLATE "de-x-icu"', ["'a'", "'ß'", "NULL"]],
        ["sized", "varchar(9)", ["'A'", "'a'", "NULL", "'é'"]],
        ["by_code", 'text COLLATE "C"', ["'B'", "'a'", "NULL"]],
        ["code", "char(4)", ["'a'", "'ab'", "NULL"]],
        ["tags", "text[]", ["ARRAY['a',NULL]", "NULL", "'{}'", "ARRAY[['a','B'],['c',NULL]]"]],
        ["labels", "varchar(9)[]", ["ARRAY['a','b']", "ARRAY['']", "ARRAY[NULL]::text[]"]],
        ["ints", "int[]", ["ARRAY[1,NULL]", "'{}'"]],
      ];
      for (const statement of tableOf("collated", "id integer PRIMARY KEY", natives, 12)) {
        await engine().execute(statement);
      }
      const table = await nativeTable(engine(), dialect, "collated");
      expect(table.refused).toEqual([]);
      expectNoProblems(await nativeProblems(table, 0.2));
      const filter = compileOrThrow("AND({tags}, NOT({labels} = BLANK()), {ints})", table.schema);
      expect(selects(toQuery(dialect, { ...table, filter }).text)).toBe(1);
      const schema = keyed({ doc: "list" });
      const columns = { doc: { storage: "jsonb" } };
      const text = compileOrThrow("LEN({doc}) > 1", schema).toSql(dialect, { columns }).prefilter;
      expect(selects(text ?? "SELECT")).toBe(0);
    });
  },
);
