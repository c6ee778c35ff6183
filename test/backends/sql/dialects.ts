import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import { SQL_DIALECTS } from "../../../src/backends/sql/standard-dialects.ts";
import { ENGINE_NAMES, type EngineName } from "../../engines/engine.ts";
import { IS_ASKED, IS_FULL } from "../../harness/extent.ts";

const DIALECTS = new Map<string, Dialect>(SQL_DIALECTS.map((dialect) => [dialect.name, dialect]));

/** The engines that `npm test` installs. */
const QUICK_ENGINES: readonly EngineName[] = ["sqlite", "duckdb", "postgres"];

/** The engines to test: `npm test` omits those that it does not install, even if they are available. */
export const ENGINES_WITH_DIALECT: readonly EngineName[] = ENGINE_NAMES.filter(
  (name) => DIALECTS.has(name) && (IS_FULL || IS_ASKED || QUICK_ENGINES.includes(name)),
);

export function dialectOf(name: EngineName): Dialect {
  const dialect = DIALECTS.get(name);
  if (dialect === undefined) throw new Error(`there is no dialect for ${name}`);
  return dialect;
}
