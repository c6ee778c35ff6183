import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { DescribeOptions } from "../../../backends/sql/describe/describe-options.ts";
import type { ColumnMapping } from "../../../backends/sql/table-mapping.ts";
import type { FileForm } from "../../../data/stores/files/read-file.ts";
import { type ParameterDeclarations, readSchema } from "../../../engine/index.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { isName } from "../../../language/syntax/index.ts";
import { VALUE_TYPES } from "../../../language/types/value-type.ts";
import { isTimeZone } from "../../../language/values/date/index.ts";
import { defined } from "../../../util/defined.ts";
import { isRecord } from "../../../util/is-record.ts";
import { quote } from "../../../util/quote.ts";
import { didYouMean } from "../../../util/suggest.ts";
import { SERVICE_LIMITS } from "../../service/limits.ts";
import { CliFailure } from "../cli-failure.ts";
import { readSize, SIZE_WORDS } from "./read-size.ts";
import { parseJson, readSchemaFile } from "./schema-file.ts";

export const MOST_THREADS = 256;

/** A kind of property value. */
interface PropertyKind<T> {
  /** Its description in messages. */
  readonly name: string;
  /** Returns `undefined` for a value of another kind. */
  readonly read: (value: unknown) => T | undefined;
}

type PropertyKinds = Readonly<Record<string, PropertyKind<unknown>>>;
type ValuesOf<K extends PropertyKinds> = {
  readonly [P in keyof K]?: K[P] extends PropertyKind<infer T> ? T : never;
};

const text: PropertyKind<string> = {
  name: "a text",
  read: (value) => (typeof value === "string" && value !== "" ? value : undefined),
};
const flag: PropertyKind<boolean> = {
  name: "true or false",
  read: (value) => (typeof value === "boolean" ? value : undefined),
};
const secret: PropertyKind<string> = {
  name: `a text of at least ${SERVICE_LIMITS.secretCharacters} characters`,
  read: (value) =>
    typeof value === "string" && value.length >= SERVICE_LIMITS.secretCharacters
      ? value
      : undefined,
};
const size: PropertyKind<number> = {
  name: SIZE_WORDS,
  read: (value) => (typeof value === "string" ? readSize(value) : undefined),
};
const zone: PropertyKind<string> = {
  name: "the name of a time zone",
  read: (value) => (typeof value === "string" && isTimeZone(value) ? value : undefined),
};
const parameters: PropertyKind<ParameterDeclarations> = {
  name: `an object with a type for each parameter: ${VALUE_TYPES.join(", ")}`,
  read: (value) => {
    if (!isRecord(value)) return;
    const isFit = Object.entries(value).every(
      ([name, type]) => isName(name) && VALUE_TYPES.some((known) => known === type),
    );
    // All names and types have been checked.
    return isFit ? (value as ParameterDeclarations) : undefined;
  },
};
const count = wholeNumber("a whole number from 1", 1, Number.MAX_SAFE_INTEGER);
const threads = wholeNumber("a whole number from 0 to 256", 0, MOST_THREADS);
const port = wholeNumber("a whole number from 0 to 65535", 0, 65_535);
const texts: PropertyKind<readonly string[]> = {
  name: "a list of texts",
  read: (value) =>
    Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined,
};

const sourceKind: PropertyKind<readonly string[]> = {
  name: "a text, or a list of texts",
  read: (value) => {
    const read = typeof value === "string" ? [value] : texts.read(value);
    return read === undefined || read.length === 0 || read.includes("") ? undefined : read;
  },
};

function wholeNumber(name: string, least: number, most: number): PropertyKind<number> {
  const read = (value: unknown): number | undefined =>
    typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
      ? value
      : undefined;
  return { name, read };
}

const COLUMN = {
  column: text,
  storage: text,
  notNull: flag,
  notBlank: flag,
  inRange: flag,
  maxLength: count,
  delimiter: text,
};
/** Its content is checked when the table is opened. */
const describe: PropertyKind<DescribeOptions> = {
  name: "an object",
  read: (value) => (isRecord(value) ? (value as DescribeOptions) : undefined),
};
const COLLECTION = {
  key: text,
  describe,
  table: text,
  connections: count,
  timeoutMs: count,
  path: text,
  description: text,
  maxPageSize: count,
  maxRecords: count,
  csvEscapeFormulas: flag,
  showSql: flag,
  timeZone: zone,
  parameters,
};
const FORM = {
  format: text,
  encoding: text,
  delimiter: text,
  comment: text,
  decimal: text,
  header: flag,
  ragged: flag,
  dateFormats: texts,
};
const SERVICE = {
  keys: text,
  host: text,
  port,
  prefix: text,
  logLevel: text,
  cors: texts,
  console: flag,
  docs: flag,
  openDocs: flag,
  metrics: flag,
  cursorSecret: secret,
  memory: size,
  threads,
  timeZone: zone,
};

/** The configuration of a collection. */
export interface CollectionConfig extends ValuesOf<typeof COLLECTION> {
  /** A database, or files that form one table. */
  readonly source: string | readonly string[];
  /** The form of the files. */
  readonly form?: FileForm;
  readonly schema?: Schema;
  /** The columns of fields, if they differ from the database's catalogue. */
  readonly columns?: Readonly<Record<string, ColumnMapping>>;
}

/** The configuration of a service. */
export interface ServeConfig extends ValuesOf<typeof SERVICE> {
  readonly collections: Readonly<Record<string, CollectionConfig>>;
  readonly rate?: { readonly requests: number; readonly seconds: number };
}

/**
 * Reads a configuration from a JSON file. Its paths are relative to the file's folder.
 *
 * @throws {@link Failure} with all problems
 */
export async function readServeConfig(path: string): Promise<ServeConfig> {
  const problems: string[] = [];
  const folder = dirname(resolve(path));
  const config = new PropertyReader(parseJson(await readFile(path, "utf8"), path), "", problems);
  const declared = config.child("collections");
  const collections: [string, CollectionConfig][] = [];
  for (const name of declared?.names ?? []) {
    const collection = declared?.child(name);
    if (collection === undefined) continue;
    const sources = collection.need("source", sourceKind) ?? [];
    collections.push([
      name,
      {
        source: sources.map((source) => (isAddress(source) ? source : resolve(folder, source))),
        // Values are checked when the files are opened.
        form: collection.read(FORM) as FileForm,
        ...collection.read(COLLECTION),
        ...defined({ schema: await schemaOf(collection, folder), columns: columnsOf(collection) }),
      },
    ]);
    collection.end();
  }
  if (collections.length === 0 && problems.length === 0) problems.push("`collections` names none");
  const service = config.read(SERVICE);
  const { keys } = service;
  const rate = config.child("rate");
  const read: ServeConfig = {
    ...service,
    collections: Object.fromEntries(collections),
    ...(keys === undefined ? {} : { keys: resolve(folder, keys) }),
    ...(rate === undefined
      ? {}
      : {
          rate: {
            requests: rate.need("requests", count) ?? 1,
            seconds: rate.need("seconds", count) ?? 1,
          },
        }),
  };
  rate?.end();
  config.end();
  if (problems.length === 0) return read;
  throw new CliFailure("data", `${path}: ${problems.join("; ")}`);
}

function isAddress(source: string): boolean {
  return /^[a-z]{2,}:/.test(source);
}

/** The schema of a collection, given in the configuration or in a separate file. */
async function schemaOf(collection: PropertyReader, folder: string): Promise<Schema | undefined> {
  const declared = collection.take("schema");
  if (declared === undefined) return undefined;
  if (typeof declared === "string") return readSchemaFile(resolve(folder, declared));
  const result = readSchema(declared);
  if (result.ok) return result.schema;
  for (const { message } of result.problems) collection.problem(`\`schema\`: ${message}`);
  return undefined;
}

function columnsOf(collection: PropertyReader): CollectionConfig["columns"] {
  const columns = collection.child("columns");
  if (columns === undefined) return undefined;
  const mappings = columns.names.flatMap((field): readonly [string, ColumnMapping][] => {
    const mapping = columns.child(field);
    if (mapping === undefined) return [];
    const read = mapping.read(COLUMN);
    mapping.end();
    return [[field, read]];
  });
  return Object.fromEntries(mappings);
}

/** Reads the properties of an object, and tracks which ones were read. */
class PropertyReader {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #path: string;
  readonly #problems: string[];
  readonly #known = new Set<string>();

  constructor(value: unknown, path: string, problems: string[]) {
    this.#path = path;
    this.#problems = problems;
    this.#value = isRecord(value) ? value : {};
    if (!isRecord(value)) this.problem("it is not an object");
  }

  get names(): readonly string[] {
    return Object.keys(this.#value);
  }

  problem(message: string): void {
    this.#problems.push(this.#path === "" ? message : `${this.#path}: ${message}`);
  }

  take(name: string): unknown {
    this.#known.add(name);
    return Object.hasOwn(this.#value, name) ? this.#value[name] : undefined;
  }

  read<K extends PropertyKinds>(kinds: K): ValuesOf<K> {
    const values = Object.entries(kinds).map(([name, kind]) => [name, this.#get(name, kind)]);
    // Each value has the declared kind.
    return defined(Object.fromEntries(values)) as ValuesOf<K>;
  }

  need<T>(name: string, kind: PropertyKind<T>): T | undefined {
    if (this.take(name) === undefined) this.problem(`\`${name}\` is missing`);
    return this.#get(name, kind);
  }

  child(name: string): PropertyReader | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    return new PropertyReader(
      value,
      this.#path === "" ? name : `${this.#path}.${name}`,
      this.#problems,
    );
  }

  /** Reports properties that were never read: their names are misspelt. */
  end(): void {
    for (const name of this.names.filter((one) => !this.#known.has(one))) {
      this.problem(`there is no ${quote(name)}${didYouMean(name, this.#known, quote)}`);
    }
  }

  #get<T>(name: string, { name: kindName, read }: PropertyKind<T>): T | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    const known = read(value);
    if (known === undefined) this.problem(`\`${name}\` is not ${kindName}`);
    return known;
  }
}
