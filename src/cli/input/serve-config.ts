import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { readSchema, type Schema } from "../../schema/index.ts";
import type { ColumnMapping, StorageName } from "../../sql/mapping.ts";
import { SQL_DIALECTS } from "../../sql/standard-dialects.ts";
import { suggest } from "../../util/suggest.ts";
import { Failure } from "../failure.ts";
import { readSchemaFile } from "./schema-file.ts";

/** A collection as the configuration declares it. */
export interface CollectionConfig {
  readonly source: string;
  readonly schema?: Schema;
  readonly key?: string;
  readonly table?: string;
  /** How fields are stored, where the database's catalogue does not tell. */
  readonly columns?: Readonly<Record<string, ColumnMapping>>;
  readonly connections?: number;
  readonly timeoutMs?: number;
  readonly path?: string;
  readonly description?: string;
  readonly maxPageSize?: number;
  readonly maxRecords?: number;
  readonly showSql?: boolean;
}

/** What is served, and how. */
export interface ServeConfig {
  readonly collections: Readonly<Record<string, CollectionConfig>>;
  readonly keys?: string;
  readonly host?: string;
  readonly port?: number;
  readonly prefix?: string;
  readonly logLevel?: string;
  readonly cors?: readonly string[];
  readonly docs?: boolean;
  readonly metrics?: boolean;
  readonly cursorSecret?: string;
  readonly rate?: { readonly requests: number; readonly seconds: number };
}

type Read<T> = (value: unknown) => T | undefined;

const text: Read<string> = (value) =>
  typeof value === "string" && value !== "" ? value : undefined;
const flag: Read<boolean> = (value) => (typeof value === "boolean" ? value : undefined);
const count: Read<number> = (value) =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
const port: Read<number> = (value) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 65_536
    ? value
    : undefined;
const texts: Read<readonly string[]> = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;

/** What dialects state that columns can be. */
const STORAGES = new Set(
  SQL_DIALECTS.flatMap(({ definition: { columns } }) => Object.values(columns)).flatMap(
    // The keys are the names of storages.
    (kinds) => Object.keys(kinds) as StorageName[],
  ),
);
const storage: Read<StorageName> = (value) => [...STORAGES].find((known) => known === value);

/**
 * A configuration from its JSON file. Paths in it are from its folder.
 *
 * @throws {@link Failure} with every problem.
 */
export async function readServeConfig(path: string): Promise<ServeConfig> {
  const problems: string[] = [];
  const folder = dirname(resolve(path));
  const config = new Reader(parse(await readFile(path, "utf8"), path), "", problems);
  const declared = config.child("collections");
  const collections: [string, CollectionConfig][] = [];
  for (const name of declared?.names ?? []) {
    const collection = declared?.child(name);
    if (collection === undefined) continue;
    const source = collection.get("source", text, "a text");
    if (source === undefined) collection.problem("`source` is missing");
    collections.push([
      name,
      {
        source: isAddress(source ?? "") ? (source ?? "") : resolve(folder, source ?? ""),
        ...given("schema", await schemaOf(collection, folder)),
        ...given("key", collection.get("key", text, "a text")),
        ...given("table", collection.get("table", text, "a text")),
        ...given("columns", columnsOf(collection)),
        ...given("connections", collection.get("connections", count, "a whole number from 1")),
        ...given("timeoutMs", collection.get("timeoutMs", count, "a whole number from 1")),
        ...given("path", collection.get("path", text, "a text")),
        ...given("description", collection.get("description", text, "a text")),
        ...given("maxPageSize", collection.get("maxPageSize", count, "a whole number from 1")),
        ...given("maxRecords", collection.get("maxRecords", count, "a whole number from 1")),
        ...given("showSql", collection.get("showSql", flag, "true or false")),
      },
    ]);
    collection.end();
  }
  if (collections.length === 0 && problems.length === 0) problems.push("`collections` names none");
  const rate = config.child("rate");
  const keys = config.get("keys", text, "a text");
  const read: ServeConfig = {
    collections: Object.fromEntries(collections),
    ...given("keys", keys === undefined ? undefined : resolve(folder, keys)),
    ...given("host", config.get("host", text, "a text")),
    ...given("port", config.get("port", port, "a whole number from 0 to 65535")),
    ...given("prefix", config.get("prefix", text, "a text")),
    ...given("logLevel", config.get("logLevel", text, "a text")),
    ...given("cors", config.get("cors", texts, "a list of texts")),
    ...given("docs", config.get("docs", flag, "true or false")),
    ...given("metrics", config.get("metrics", flag, "true or false")),
    ...given("cursorSecret", config.get("cursorSecret", text, "a text")),
    ...given(
      "rate",
      rate === undefined
        ? undefined
        : {
            requests: rate.need("requests", count, "a whole number from 1"),
            seconds: rate.need("seconds", count, "a whole number from 1"),
          },
    ),
  };
  rate?.end();
  config.end();
  if (problems.length === 0) return read;
  throw new Failure("data", `${path}: ${problems.join("; ")}`);
}

function isAddress(source: string): boolean {
  return /^[a-z]{2,}:/.test(source);
}

/** Either in the configuration, or the name of a file. */
async function schemaOf(collection: Reader, folder: string): Promise<Schema | undefined> {
  const declared = collection.take("schema");
  if (declared === undefined) return undefined;
  if (typeof declared === "string") return readSchemaFile(resolve(folder, declared));
  const result = readSchema(declared);
  if (result.ok) return result.schema;
  for (const problem of result.problems) collection.problem(`\`schema\`: ${problem}`);
  return undefined;
}

function columnsOf(collection: Reader): CollectionConfig["columns"] {
  const columns = collection.child("columns");
  if (columns === undefined) return undefined;
  const mappings = columns.names.flatMap((field): readonly [string, ColumnMapping][] => {
    const mapping = columns.child(field);
    if (mapping === undefined) return [];
    const read: ColumnMapping = {
      ...given("column", mapping.get("column", text, "a text")),
      ...given("storage", mapping.get("storage", storage, `one of ${[...STORAGES].join(", ")}`)),
      ...given("notNull", mapping.get("notNull", flag, "true or false")),
      ...given("notBlank", mapping.get("notBlank", flag, "true or false")),
      ...given("inRange", mapping.get("inRange", flag, "true or false")),
      ...given("maxLength", mapping.get("maxLength", count, "a whole number from 1")),
      ...given("delimiter", mapping.get("delimiter", text, "a text")),
    };
    mapping.end();
    return [[field, read]];
  });
  return Object.fromEntries(mappings);
}

function parse(json: string, path: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Failure("data", `${path} is no JSON: ${error instanceof Error ? error.message : ""}`);
  }
}

function given<K extends string, V>(name: K, value: V | undefined): { readonly [N in K]?: V } {
  // A computed name widens to any text.
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in K]?: V };
}

/** Reads an object property by property, and knows which were asked for. */
class Reader {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #place: string;
  readonly #problems: string[];
  readonly #asked = new Set<string>();

  constructor(value: unknown, place: string, problems: string[]) {
    this.#place = place;
    this.#problems = problems;
    this.#value = isObject(value) ? value : {};
    if (!isObject(value)) this.problem("it is no object");
  }

  get names(): readonly string[] {
    return Object.keys(this.#value);
  }

  problem(text: string): void {
    this.#problems.push(this.#place === "" ? text : `${this.#place}: ${text}`);
  }

  take(name: string): unknown {
    this.#asked.add(name);
    return Object.hasOwn(this.#value, name) ? this.#value[name] : undefined;
  }

  get<T>(name: string, read: Read<T>, kind: string): T | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    const known = read(value);
    if (known === undefined) this.problem(`\`${name}\` is not ${kind}`);
    return known;
  }

  need(name: string, read: Read<number>, kind: string): number {
    if (this.take(name) === undefined) this.problem(`\`${name}\` is missing`);
    return this.get(name, read, kind) ?? 1;
  }

  child(name: string): Reader | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    return new Reader(value, this.#place === "" ? name : `${this.#place}.${name}`, this.#problems);
  }

  /** What nobody asked for is a mistake of spelling. */
  end(): void {
    for (const name of this.names.filter((one) => !this.#asked.has(one))) {
      const meant = suggest(name, this.#asked);
      this.problem(
        `there is no \`${name}\`${meant === undefined ? "" : `; did you mean \`${meant}\`?`}`,
      );
    }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
