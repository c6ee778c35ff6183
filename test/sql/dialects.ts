import type { Dialect } from "../../src/sql/filter.ts";
import { SQL_DIALECTS } from "../../src/sql/standard-dialects.ts";
import { ENGINE_NAMES, type EngineName } from "../engines/engine.ts";

const DIALECTS = new Map<string, Dialect>(SQL_DIALECTS.map((dialect) => [dialect.name, dialect]));

export const ENGINES_WITH_DIALECT: readonly EngineName[] = ENGINE_NAMES.filter((name) =>
  DIALECTS.has(name),
);

export function dialectOf(name: EngineName): Dialect {
  const dialect = DIALECTS.get(name);
  if (dialect === undefined) throw new Error(`there is no dialect for ${name}`);
  return dialect;
}
