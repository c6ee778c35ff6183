import { it } from "vitest";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, type EngineName, openEngine } from "../../engines/engine.ts";
import { SEED } from "../../generate/random.ts";
import { casesOf } from "../../harness/extent.ts";
import { dialectOf } from "./dialects.ts";
import { runDifferential } from "./differential.ts";
import { expectNone } from "./expect-none.ts";

// Connection settings may change how values are read or computed: results must not change.

const SETTINGS: Readonly<Partial<Record<EngineName, readonly string[]>>> = {
  sqlite: ["PRAGMA case_sensitive_like = ON"],
  postgres: [
    "SET TimeZone = 'Asia/Kathmandu'",
    "SET DateStyle = 'German, DMY'",
    "SET IntervalStyle = 'iso_8601'",
    "SET standard_conforming_strings = off",
    "SET transform_null_equals = on",
  ],
  mariadb: [
    "SET SESSION time_zone = '+05:45'",
    "SET SESSION sql_mode = ''",
    "SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,IGNORE_SPACE'",
    "SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'",
    "SET SESSION sql_mode = 'HIGH_NOT_PRECEDENCE,REAL_AS_FLOAT,NO_UNSIGNED_SUBTRACTION'",
    "SET SESSION sql_mode = 'TRADITIONAL,PAD_CHAR_TO_FULL_LENGTH,TIME_ROUND_FRACTIONAL'",
    "SET SESSION div_precision_increment = 0",
    "SET SESSION lc_time_names = 'de_DE'",
  ],
  clickhouse: [
    "SET session_timezone = 'Asia/Kathmandu'",
    "SET transform_null_in = 1",
    "SET join_use_nulls = 1",
    "SET cast_keep_nullable = 1",
    "SET date_time_overflow_behavior = 'throw'",
    "SET short_circuit_function_evaluation = 'disable'",
    "SET compile_expressions = 0",
  ],
};

function behaves(name: EngineName, settings: readonly string[]): void {
  for (const setting of settings) {
    describeEngine<Engine>(
      `${name}: ${setting}`,
      () => openEngine(name),
      (engine) => {
        it("answers as the reference does", async () => {
          await engine().execute(setting);
          const options = { seed: SEED, formulas: casesOf(500), failures: 3 };
          const { failures } = await runDifferential(engine(), dialectOf(name), options);
          expectNone(failures.map(({ text }) => text));
        });
      },
    );
  }
}

for (const name of Object.keys(SETTINGS) as EngineName[]) behaves(name, SETTINGS[name] ?? []);
