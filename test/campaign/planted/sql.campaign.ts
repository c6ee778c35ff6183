import { expect, it } from "vitest";
import { Dialect } from "../../../src/backends/sql/dialect.ts";
import {
  type DialectDefinition,
  isImpossible,
  type ListColumnSql,
  type Operations,
} from "../../../src/backends/sql/dialect-definition.ts";
import { sqlite } from "../../../src/backends/sql/dialects/sqlite.ts";
import { type QueryOptions, toQuery } from "../../../src/backends/sql/query/sql-query.ts";
import { atom, call, chain, parameter, sql } from "../../../src/backends/sql/sql-fragment.ts";
import { readSchema, type Schema, type SchemaJson } from "../../../src/index.ts";
import { type AnyFormula, formulaOf, internals } from "../../../src/language/core/compiled.ts";
import { type Planted, runDifferential } from "../../backends/sql/differential.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { OPTIONS } from "../../generate/clock.ts";
import { lowered } from "../../generate/random-formula.ts";

// Random formulas on engines can fail: each of these mistakes, planted alone, is found.

const right = sqlite.definition;

interface Mistake extends Planted {
  readonly definition?: DialectDefinition;
}

const wrong = (operations: Partial<Operations>): Mistake => ({
  definition: { ...right, operations: { ...right.operations, ...operations } },
});

/** What the exact part of an operation is, as if it were exact everywhere. */
function unguarded<K extends "lowerCase" | "upperCase" | "parseNumber">(
  name: K,
): Partial<Operations> {
  const operation = right.operations[name];
  if (typeof operation !== "object" || !("exactly" in operation))
    throw new Error(`${name} is whole`);
  return { [name]: operation.exactly };
}

function changedQuery(change: (text: string, options: QueryOptions) => string): Planted {
  return {
    makeQuery: (dialect, options) => {
      const query = toQuery(dialect, options);
      return { ...query, text: change(query.text, options) };
    },
  };
}

/** A formula whose residual returns every row. */
function withoutResidual(filter: AnyFormula): AnyFormula {
  return formulaOf(() => ({
    ...internals(filter),
    inMemory: () => ({ matches: () => true, filter: (rows) => [...rows] }),
  }));
}

const { timestamp } = right.columns.date;
const { json } = right.columns.list;
if (isImpossible(timestamp) || isImpossible(json)) throw new Error("SQLite has both");

const texts = right.among?.text;
const { anyTest } = json;
const { ignoringCase } = right;
if (texts === undefined || anyTest === undefined || ignoringCase === undefined) {
  throw new Error("SQLite has all of them");
}

function withJson(change: Partial<ListColumnSql>): DialectDefinition {
  const { columns } = right;
  const list = { ...columns.list, json: { ...json, ...change } as ListColumnSql };
  return { ...right, columns: { ...columns, list } };
}

/** A schema with other computed fields, of an instant that tests know. */
function schemaOf(fields: SchemaJson["fields"], more: Partial<SchemaJson> = {}): Schema {
  const read = readSchema({ fields, ...more }, OPTIONS);
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
  return read.schema;
}

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "columns that may be NULL are taken for others": {
    mapping: (mapping) => ({
      ...mapping,
      columns: new Proxy(mapping.columns ?? {}, {
        getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
        get: (columns, name) => ({ ...columns[String(name)], notNull: true }),
      }),
    }),
  },
  "an order by a formula goes the other way": {
    makeQuery: (dialect, options) =>
      toQuery(dialect, {
        ...options,
        sort: (options.sort ?? []).map((key) =>
          "field" in key && !options.schema.fields.has(key.field)
            ? { ...key, direction: key.direction === "desc" ? "asc" : "desc" }
            : key,
        ),
      }),
  },
  "constants in the SQL have few digits": {
    definition: {
      ...right,
      inline: (value, type) =>
        right.inline(typeof value === "number" ? Number(value.toPrecision(3)) : value, type),
    },
  },
  "of several texts the last one is forgotten": {
    definition: {
      ...right,
      among: { text: (text, among, wanted) => texts(text, among.slice(0, -1), wanted) },
    },
  },
  "of several elements only the first is looked for": {
    definition: withJson({
      anyTest: (column, elements) => anyTest(column, elements.slice(0, 1)),
    }),
  },
  "a list that has one of several elements has all": { definition: withJson({ allTest: anyTest }) },
  "texts that differ in case are the same in small letters only": {
    definition: { ...right, ignoringCase: { ...ignoringCase, variants: (lower) => [lower] } },
  },
  "the clock of a zone shows UTC": { lower: (source, schema) => lowered(source, schema) },
  "computed fields go by UTC": {
    lower: (source, schema, timeZone) =>
      lowered(source, schemaOf(schema.toJSON().fields), timeZone),
  },
  "an error of a computed field is a blank": {
    lower: (source, schema, timeZone) => {
      const { fields, ...rest } = schema.toJSON();
      const blank = Object.entries(fields).map(([name, field]) => {
        if (typeof field !== "object" || !("formula" in field)) return [name, field] as const;
        const { formula } = field;
        return [name, { formula: `IF(ISERROR(${formula}), BLANK(), ${formula})` }] as const;
      });
      return lowered(source, schemaOf(Object.fromEntries(blank), rest), timeZone);
    },
  },
  "computed fields are shown in another time zone": {
    makeQuery: (dialect, options) => {
      const { fields, timeZone } = options.schema.toJSON();
      const other = timeZone === undefined ? { timeZone: "Pacific/Apia" } : {};
      return toQuery(dialect, { ...options, schema: schemaOf(fields, other) });
    },
  },
  "parameters are bound in another order": {
    bind: (values) => {
      const names = Object.keys(values);
      const others = names.toReversed().map((name) => values[name] ?? null);
      const isText = (name: string): boolean => typeof values[name] === "string";
      return names.every((name, index) => isText(name) === (typeof others[index] === "string"))
        ? Object.fromEntries(names.map((name, index) => [name, others[index] ?? null]))
        : values;
    },
  },
  "a parameter that is 0 is a blank": {
    bind: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, value === 0 ? null : value]),
      ),
  },
  "a scope is forgotten": { join: (formula, scope) => formula ?? scope },
  "a scope is one of two conditions": {
    join: (formula, scope) => (formula === undefined ? scope : scope.or(formula)),
  },
  "LIKE looks for texts": wrong({
    contains: (text, needle) => sql`${text} LIKE ${sql`${sql`'%' || ${needle}`} || '%'`}`,
  }),
  "texts are the same in either case": wrong({
    sameText: (a, b) => sql`${a} = ${b} COLLATE NOCASE`,
  }),
  "texts are the same whatever spaces end them": wrong({
    sameText: (a, b) => sql`${call("rtrim", a)} = ${call("rtrim", b)}`,
  }),
  "whole numbers divide as integers": {
    definition: {
      ...right,
      literal: { ...right.literal, number: (value) => value },
      columns: {
        ...right.columns,
        number: { ...right.columns.number, integer: { read: (column) => column, whole: 2 ** 53 } },
      },
    },
  },
  "FLOOR rounds toward zero": wrong({
    floor: (a) => atom`CAST(CAST(${a} AS INTEGER) AS REAL)`,
  }),
  "texts are measured in bytes": wrong({ length: (text) => atom`length(CAST(${text} AS BLOB))` }),
  "slices start one too late": wrong({
    slice: (text, start, count) => call("substr", text, sql`${start} + 1`, count),
  }),
  "an upper bound of dates belongs to them": {
    definition: {
      ...right,
      columns: {
        ...right.columns,
        date: {
          ...right.columns.date,
          timestamp: { ...timestamp, bound: (milliseconds) => timestamp.bound(milliseconds + 1) },
        },
      },
    },
  },
  "weeks begin with Monday": wrong({
    datePart: (date, part) => {
      const { datePart } = right.operations;
      if (typeof datePart !== "function") throw new Error("SQLite has parts of dates");
      const value = datePart(date, part);
      return part === "weekday" ? atom`CAST((CAST(${value} AS INTEGER) + 6) % 7 AS REAL)` : value;
    },
  }),
  "months are added without regard to their length": wrong({
    addMonths: (date, months) => {
      const moved = sql`${months} || ' months'`;
      return sql`${atom`CAST(strftime('%s', ${date} / 1000, 'unixepoch', ${moved}) AS INTEGER)`} * 1000`;
    },
  }),
  "a text that is an error is left out of others": wrong({
    concat: (texts) =>
      chain(
        "||",
        texts.map((text) => call("ifnull", text, atom`''`)),
      ),
  }),
  "letters beyond ASCII are trusted to the database": wrong({
    ...unguarded("lowerCase"),
    ...unguarded("upperCase"),
  }),
  "numbers are read from any text": wrong(unguarded("parseNumber")),
  "lists are searched as the JSON they are": {
    definition: {
      ...right,
      columns: {
        ...right.columns,
        list: {
          ...right.columns.list,
          json: { ...json, has: (column, text) => sql`${call("instr", column, text)} > 0` },
        },
      },
    },
  },
  "dates as texts have no milliseconds": wrong({
    dateText: (date) => atom`strftime('%Y-%m-%dT%H:%M:%S.000Z', (${date}) / 1000, 'unixepoch')`,
  }),
  "the limit comes before what is decided in memory": changedQuery((text, { limit }) =>
    limit === undefined || text.includes(" LIMIT ") ? text : `${text} LIMIT ${limit}`,
  ),
  "what is left to memory is forgotten": {
    makeQuery: (dialect, options) =>
      toQuery(
        dialect,
        options.filter === undefined
          ? options
          : { ...options, filter: withoutResidual(options.filter) },
      ),
  },
  "blanks come first": changedQuery((text) => {
    const [before = "", order = ""] = text.split(" ORDER BY ");
    return `${before} ORDER BY ${order.replaceAll("THEN 1 ELSE 0", "THEN 0 ELSE 1")}`;
  }),
  "texts are put in order in either case": {
    definition: { ...right, textOrder: (text) => sql`${text} COLLATE NOCASE` },
  },
  "instants lose their milliseconds": {
    definition: {
      ...right,
      literal: {
        ...right.literal,
        date: (milliseconds) => parameter(1000 * Math.floor(milliseconds / 1000), "integer"),
      },
    },
  },
};

describeEngine(
  "sqlite",
  () => openEngine("sqlite"),
  (engine) => {
    it.each(Object.entries(MISTAKES))(
      "a planted mistake is caught: %s",
      async (_, { definition = right, ...planted }) => {
        const { failures } = await runDifferential(engine(), Dialect.of(definition), {
          seed: 1,
          formulas: 6000,
          perTable: 40,
          failures: 1,
          planted,
        });
        expect(failures).toHaveLength(1);
      },
    );
  },
);
