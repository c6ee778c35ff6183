import { expect, it } from "vitest";
import { Dialect } from "../../../src/backends/sql/dialect.ts";
import type {
  ColumnKinds,
  DialectDefinition,
  NativeType,
} from "../../../src/backends/sql/dialect-definition.ts";
import { atom, call, parameter, type SqlFragment } from "../../../src/backends/sql/sql-fragment.ts";
import type { TypeText } from "../../../src/backends/sql/type-text.ts";
import type { ValueType } from "../../../src/language/types/value-type.ts";
import { dialectOf } from "../../backends/sql/dialects.ts";
import { runNativeDifferential } from "../../backends/sql/native/native-differential.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type EngineName, openEngine } from "../../engines/engine.ts";
import { CLICKHOUSE } from "../../generate/native/clickhouse.ts";
import type { NativeEngine } from "../../generate/native/column.ts";
import { DUCKDB } from "../../generate/native/duckdb.ts";
import { MARIADB } from "../../generate/native/mariadb.ts";
import { POSTGRES } from "../../generate/native/postgres.ts";
import { SQLITE } from "../../generate/native/sqlite.ts";

// The random tables of native types can fail: each of these mistakes in a type, planted alone, is found.

/** A mistake in one field of one native type: what is changed in the kind of its columns. */
interface Mistake {
  readonly type: string;
  readonly field: ValueType;
  readonly change: (kind: ColumnKinds["date"] & ColumnKinds["boolean"]) => object;
}

/** The dialect with another meaning of the type. */
function wrong(definition: DialectDefinition, { type: name, field, change }: Mistake): Dialect {
  let isKnown = false;
  const types = definition.types.map((native): NativeType => {
    const read = native.fields[field];
    if (!native.names.includes(name) || read === undefined) return native;
    isKnown = true;
    const changed = (type: TypeText): object | undefined => {
      const kind = read(type);
      // Each mistake changes a kind that it knows.
      return kind === undefined ? undefined : { ...kind, ...change(kind as never) };
    };
    return { ...native, fields: { ...native.fields, [field]: changed } };
  });
  if (!isKnown) throw new Error(`${definition.name} has no ${name} that is a ${field}`);
  return Dialect.of({ ...definition, types });
}

const DAY = 86_400_000;

/** A column that is read in another way. */
function read(
  type: string,
  field: ValueType,
  write: (column: SqlFragment) => SqlFragment = (column) => column,
): Mistake {
  return { type, field, change: () => ({ read: write }) };
}

function dayIsOver(type: string): Mistake {
  const change = ({ bound }: ColumnKinds["date"]) => ({
    bound: (milliseconds: number) => bound(milliseconds + DAY),
  });
  return { type, field: "date", change };
}

function truthIsNone(type: string): Mistake {
  const change = ({ trueTest, falseTest }: ColumnKinds["boolean"]) => ({
    trueTest: falseTest,
    falseTest: trueTest,
  });
  return { type, field: "boolean", change };
}

interface Planted {
  readonly native: NativeEngine;
  readonly mistakes: Readonly<Record<string, Mistake>>;
}

const PLANTED: Readonly<Record<EngineName, Planted>> = {
  sqlite: {
    native: SQLITE,
    mistakes: {
      "texts are the same if the column's rule says so": {
        type: "text collate nocase",
        field: "text",
        change: () => ({ native: { constant: (value: string) => parameter(value, "text") } }),
      },
      "texts are in the order of the column's rule": read("text collate nocase", "text"),
      "a day that has begun is over": dayIsOver("yyyy-mm-dd"),
      "seconds are milliseconds": read("seconds since 1970", "date"),
      "integers as texts lose their last digits": read(
        "int",
        "text",
        (column) => atom`CAST(CAST(CAST(${column} AS REAL) AS INTEGER) AS TEXT)`,
      ),
      "bytes are in capitals": read("blob", "text", (column) => call("hex", column)),
      "a truth value of 1 is none": truthIsNone("bool"),
      "decimals are whole": read(
        "numeric",
        "number",
        (column) => atom`CAST(CAST(${column} AS INTEGER) AS REAL)`,
      ),
    },
  },
  postgres: {
    native: POSTGRES,
    mistakes: {
      "a UUID is in capitals": read(
        "uuid",
        "text",
        (column) => atom`UPPER(CAST(${column} AS text))`,
      ),
      "a NULL is an element": {
        type: "array",
        field: "list",
        change: () => ({ length: (column: SqlFragment) => call("cardinality", column) }),
      },
      "decimals are whole": read(
        "numeric",
        "number",
        (column) => atom`CAST(trunc(${column}) AS double precision)`,
      ),
      "a day that has begun is over": dayIsOver("date"),
    },
  },
  mariadb: {
    native: MARIADB,
    mistakes: {
      "a UUID is in capitals": read(
        "uuid",
        "text",
        (column) => atom`UPPER(CAST(${column} AS CHAR))`,
      ),
      "decimals are whole": read(
        "decimal",
        "number",
        (column) => atom`CAST(TRUNCATE(${column}, 0) AS DOUBLE)`,
      ),
      "texts are in the order of the column's rule": read("varchar", "text"),
      "a day that has begun is over": dayIsOver("date"),
    },
  },
  duckdb: {
    native: DUCKDB,
    mistakes: {
      "a UUID is in capitals": read(
        "uuid",
        "text",
        (column) => atom`UPPER(CAST(${column} AS VARCHAR))`,
      ),
      "a truth value is its opposite": truthIsNone("boolean"),
      "decimals are whole": read(
        "decimal",
        "number",
        (column) => atom`CAST(trunc(${column}) AS DOUBLE)`,
      ),
      "texts are in the order of the column's rule": read("text of a collation", "text"),
      "a day that has begun is over": dayIsOver("date"),
    },
  },
  clickhouse: {
    native: CLICKHOUSE,
    mistakes: {
      "a UUID is in capitals": read("uuid", "text", (column) => atom`upper(toString(${column}))`),
      "a truth value is its opposite": truthIsNone("bool"),
      "an integer is one more": read("int32", "number", (column) => atom`toFloat64(${column}) + 1`),
      "the NULs that fill a text up are its own": read("fixedstring", "text"),
      "a day that has begun is over": dayIsOver("date"),
    },
  },
};

for (const [name, { native, mistakes }] of Object.entries(PLANTED)) {
  const engineName = name as EngineName;
  const dialect = dialectOf(engineName);
  describeEngine(
    engineName,
    () => openEngine(engineName),
    (engine) => {
      it.each(Object.entries(mistakes))("a planted mistake is caught: %s", async (_, mistake) => {
        const { failures } = await runNativeDifferential(engine(), dialect, native, {
          seed: 1,
          times: 2,
          failures: 1,
          planted: wrong(dialect.definition, mistake),
        });
        expect(failures.length).toBeGreaterThan(0);
      });
    },
    { isOptional: engineName === "mariadb" },
  );
}
