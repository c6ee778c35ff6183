import { describe, expect, it } from "vitest";
import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import { SqlMappingError } from "../../../src/backends/sql/sql-mapping-error.ts";
import { fx } from "../../../src/index.ts";
import { APPLY } from "../../../src/language/core/compiled.ts";
import { readSchema } from "../../../src/language/schema/index.ts";
import { ATTACKS, CORPUS } from "../../attacks/corpus.ts";
import { BASE_ROWS, CARS, payloadRows, textsIn } from "../../attacks/fixture.ts";
import { OWN_ATTACKS, PAYLOADS } from "../../attacks/own-attacks.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, type EngineName, openEngine } from "../../engines/engine.ts";
import { NOW } from "../../generate/clock.ts";
import type { Asked } from "../../generate/random-formula.ts";
import { need } from "../../harness/extent.ts";
import { lowerSource } from "../../harness/ways.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { expectNone } from "./expect-none.ts";
import { loadTable } from "./load.ts";
import { compiledOf } from "./loaded-table.ts";
import { askAll } from "./sql-way.ts";

const TABLE = { table: "cars" };

/** The maximum length of a formula's SQL: proportional to the length of the formula. */
const LONGEST = (source: string): number => 64 * source.length + 1024;

const corpus = ATTACKS?.filter(({ kind }) => kind === "formula").map(({ input }) => input) ?? [];
const corpusPayloads =
  ATTACKS?.filter(
    ({ kind, category }) => kind === "formula" && ["SQLI", "LIKE", "UNI"].includes(category),
  ).flatMap(({ input }) => textsIn(input)) ?? [];

/** The sources that are valid formulas. */
function accepted(sources: readonly string[]): readonly Asked[] {
  return sources.flatMap((source) => {
    const result = lowerSource(source, CARS);
    return result.ok ? [{ source, lowered: result.lowered }] : [];
  });
}

/** Stores the payloads as values of rows, and tries each attack. Returns wrong results, and payloads found in SQL. */
async function attack(
  engine: Engine,
  dialect: Dialect,
  asked: readonly Asked[],
  payloads: readonly string[],
): Promise<readonly string[]> {
  const rows = [...BASE_ROWS, ...payloadRows(payloads)];
  const table = await loadTable(engine, dialect, CARS, rows, TABLE);
  const findings = await askAll(table, asked, NOW);
  return asked.flatMap((one, index) => {
    const { differences = ["nothing was found"] } = findings[index] ?? {};
    const problems = [...differences, ...sqlProblems(dialect, one, payloads)];
    return problems.length === 0 ? [] : [[one.source, ...problems.slice(0, 4)].join("\n")];
  });
}

/** Problems with the SQL of a formula. */
function sqlProblems(
  dialect: Dialect,
  { source, lowered }: Asked,
  payloads: readonly string[],
): readonly string[] {
  const { strings, params } = dialect[APPLY](compiledOf(lowered, source, CARS), TABLE);
  const { quote, limits } = dialect.definition;
  const text = strings.join(" ");
  const names = ["cars", ...CARS.fields.keys()].map((name) => quote(name) ?? "");
  // Constants that a dialect quotes itself: formats, and one collation.
  const own = text.replace(/'[^']*'/g, "").replaceAll('COLLATE "C"', "");
  const rest = names.reduce((left, name) => left.replaceAll(name, ""), own);
  const held = payloads.filter((payload) => payload.length > 4 && text.includes(payload));
  return [
    ...held.map((payload) => `its SQL holds ${payload}`),
    ...(/["`]/.test(rest) ? [`its SQL names what is no column: ${rest.slice(0, 500)}`] : []),
    ...(text.length > LONGEST(source) ? [`its SQL has ${text.length} characters`] : []),
    ...(params.length > limits.parameters ? [`it has ${params.length} parameters`] : []),
  ];
}

/** Formulas that only a payload itself satisfies. */
function hits(payload: string): readonly string[] {
  return [
    fx`{Name} = ${payload}`.source,
    fx`FIND(${payload}, {Notes}) > 0`.source,
    fx`CONTAINS({Notes}, ${payload})`.source,
    fx`STARTS_WITH({Notes}, ${`x${payload}`})`.source,
    fx`ENDS_WITH({Notes}, ${`${payload}y`})`.source,
    fx`HAS({Tags}, ${payload})`.source,
    fx`OR({Email} = ${payload}, {Email} = "never")`.source,
    fx`EXACT({Name} & "!", ${`${payload}!`})`.source,
  ];
}

/** Names that an engine reserves, though they can be quoted. */
const REFUSED: Readonly<Partial<Record<EngineName, readonly string[]>>> = { postgres: ["ctid"] };

/** Names that are hard to quote, and names with a meaning for an engine. */
const NAMES = [
  'a"b',
  'x" = "x" OR "a',
  "a`b",
  "a'b",
  "a\\b",
  "a\\",
  "\\",
  "a}b",
  "{}",
  " a",
  "a ",
  "a.b",
  "?",
  "$1",
  ":a",
  "@a",
  "%s",
  "{p1:String}",
  "--",
  "/*",
  ";",
  "\n",
  "select",
  "NULL",
  "rowid",
  "oid",
  "ctid",
  "_part",
  "constructor",
  "__proto__",
  "Café",
  "Cafe\u0301",
  "😀",
  "x".repeat(63),
  "x".repeat(64),
  "x".repeat(65),
  "é".repeat(40),
  "x".repeat(1000),
];

for (const name of ENGINES_WITH_DIALECT) {
  const dialect = dialectOf(name);

  describeEngine(
    name,
    () => openEngine(name),
    (engine) => {
      it("answers the attacks of this project as the reference does", async () => {
        const asked = accepted(
          Object.values(OWN_ATTACKS).flatMap((family) => family.map(([source]) => source)),
        );
        expect(asked.length).toBeGreaterThan(80);
        expectNone(await attack(engine(), dialect, asked, PAYLOADS));
      });

      it("finds every payload that a row holds, and no other row", async () => {
        const rows = [...BASE_ROWS, ...payloadRows(PAYLOADS)];
        const table = await loadTable(engine(), dialect, CARS, rows, TABLE);
        const asked = accepted(PAYLOADS.flatMap(hits));
        const findings = await askAll(table, asked, NOW, { filtersOnly: true });
        expectNone(
          findings.flatMap(({ differences, hits: found }, index) =>
            differences.length === 0 && found > 0
              ? []
              : [`${asked[index]?.source}\n${differences}`],
          ),
        );
      });

      it("answers the corpus of attacks as the reference does", async (context) => {
        need(context, CORPUS);
        expectNone(await attack(engine(), dialect, accepted(corpus), corpusPayloads));
      });

      it.each(NAMES.map((column) => [JSON.stringify(column).slice(0, 40), column] as const))(
        "reads a column named %s, or refuses it",
        async (_, column) => {
          const read = readSchema({ fields: JSON.parse(`{"field":"text","other":"text"}`) });
          if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
          const mapping = { ...TABLE, columns: { field: { column } } };
          const lowered = lowerSource("{field} = 'x'", read.schema);
          if (!lowered.ok) throw new Error("it is a formula");
          const asked = { source: "{field} = 'x'", lowered: lowered.lowered };
          if (dialect.definition.quote(column) === undefined) {
            const compiled = compiledOf(lowered.lowered, asked.source, read.schema);
            expect(() => dialect[APPLY](compiled, mapping)).toThrow(SqlMappingError);
            return;
          }
          const rows = [{ field: "x", other: "y" }, { field: "y", other: "x" }, {}];
          const table = await loadTable(engine(), dialect, read.schema, rows, mapping).catch(
            () => undefined,
          );
          // The engine rejects some names of columns; then there is no table to read.
          if (table === undefined) {
            expect(REFUSED[name]).toContain(column);
            return;
          }
          const [finding] = await askAll(table, [asked], NOW);
          expect(finding).toMatchObject({ differences: [], hits: 1 });
        },
      );
    },
  );
}

describe("a refused formula", () => {
  it("is refused before any SQL is written", () => {
    for (const source of [
      "{rowid} = 1",
      "{cars.secret_token} = 'x'",
      "{1} = 1",
      "{Name\"; --} = 'x'",
    ]) {
      expect(lowerSource(source, CARS).ok).toBe(false);
    }
  });
});
