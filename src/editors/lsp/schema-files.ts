import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Clock, SYSTEM_CLOCK } from "../../data/stores/clock.ts";
import { type FileState, stateOfPath } from "../../data/stores/memory/file-state.ts";
import { readSchema } from "../../engine/index.ts";
import { defineSchema } from "../../language/schema/index.ts";
import { createLanguage, type Language, type LanguageOptions } from "../assistance/index.ts";
import { recordValues } from "./record-values.ts";
import { problemIn, type SchemaFileProblem } from "./schema-file-problem.ts";

/** The name of the schema file, which is looked up in the formula's folder and its parents. */
export const SCHEMA_FILE = "isoform.schema.json";

/** The language of the texts. */
export type MessageOptions = Pick<LanguageOptions, "messages">;

/** The last state of a schema file. */
export interface SchemaFile {
  readonly uri: string;
  readonly text: string;
  /** `undefined` if the file contains no valid schema. */
  readonly language: Language | undefined;
  readonly problems: readonly SchemaFileProblem[];
  /** The problem if the file could not be read. */
  readonly unread?: SchemaFileProblem;
}

/** The polling interval of schema files, in milliseconds. Not every editor reports changes on the disk, so none is asked to. */
const LOOK_MS = 300;

/** The schema files of open formulas. */
export class SchemaFiles {
  readonly #files = new Map<string, SchemaFile>();
  /** The state of each file before it was last read. */
  readonly #states = new Map<string, FileState | undefined>();
  readonly #clock: Clock;
  #cancelLook: () => void = () => undefined;
  readonly #end = new AbortController();
  readonly #onChange: (file: SchemaFile) => void;
  readonly #texts: MessageOptions;
  /** A language service without fields, for formulas without a schema. */
  readonly none: Language;

  constructor(
    onChange: (file: SchemaFile) => void,
    texts: MessageOptions = {},
    clock: Clock = SYSTEM_CLOCK,
  ) {
    this.#texts = texts;
    this.#onChange = onChange;
    this.#clock = clock;
    this.none = createLanguage({ schema: defineSchema({}), ...texts });
    this.#lookLater();
  }

  /** The schema file of a formula: the one named in its first line, or else the nearest in the folders above. */
  of(uri: string, text: string): SchemaFile | undefined {
    if (!uri.startsWith("file:")) return undefined;
    const folder = dirname(fileURLToPath(uri));
    const named = /^\s*\/\/ *schema: *(.*\S)/.exec(text)?.[1];
    const path = named === undefined ? nearest(folder) : resolve(folder, named);
    if (path === undefined) return undefined;
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = this.#read(path);
    this.#files.set(path, file);
    this.#onChange(file);
    return file;
  }

  /** Reads changed files again and again, one check at a time. */
  #lookLater(): void {
    if (this.#end.signal.aborted) return;
    const look = (): void => {
      this.#reloadChanged().finally(() => this.#lookLater());
    };
    this.#cancelLook = this.#clock.after(LOOK_MS, look, false);
  }

  async #reloadChanged(): Promise<void> {
    for (const path of this.#files.keys()) {
      const state = await stateOfPath(path);
      const isKnown = this.#states.has(path) && this.#states.get(path) === state;
      if (isKnown || this.#end.signal.aborted) continue;
      this.#states.set(path, state);
      this.#reload(path);
    }
  }

  #reload(path: string): void {
    const known = this.#files.get(path);
    const file = this.#read(path);
    if (file.text === known?.text && file.unread?.message === known.unread?.message) return;
    this.#files.set(path, file);
    this.#onChange(file);
  }

  close(): void {
    this.#end.abort();
    this.#cancelLook();
  }

  #read(path: string): SchemaFile {
    return readFile(path, this.#texts, (options, records) =>
      this.#languageOf(path, options, records),
    );
  }

  /** The language service of a schema, with values from the file of records. */
  #languageOf(path: string, given: LanguageOptions, records: string | undefined): Language {
    const options = { ...given, ...this.#texts };
    if (records === undefined) return createLanguage(options);
    const tell = (reason?: string): void => {
      const file = this.#files.get(path);
      // The schema has changed since.
      if (file === undefined || file.language !== language) return;
      const problems: SchemaFileProblem[] = [];
      if (reason !== undefined) {
        const found = { code: "unreadable-records", data: { path: records, reason } } as const;
        problems.push(problemIn(file.text, found, this.#texts.messages));
      }
      if (problems.length === 0 && file.problems.length === 0) return;
      const changed = { ...file, problems };
      this.#files.set(path, changed);
      this.#onChange(changed);
    };
    const { schema } = options;
    const values = recordValues(resolve(dirname(path), records), schema, tell, this.#end.signal);
    const language = createLanguage({ ...options, values });
    return language;
  }
}

function nearest(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, SCHEMA_FILE);
    if (existsSync(path)) return path;
    if (dirname(at) === at) return undefined;
  }
}

function readFile(
  path: string,
  { messages }: MessageOptions,
  languageOf: (options: LanguageOptions, records: string | undefined) => Language,
): SchemaFile {
  const uri = pathToFileURL(path).href;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const data = { path, reason: messageOf(error) };
    const unread = problemIn("", { code: "unreadable-schema-file", data }, messages);
    return { uri, text: "", language: undefined, problems: [], unread };
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const data = { reason: messageOf(error) };
    const problem = problemIn(text, { code: "malformed-schema-file", data }, messages);
    return { uri, text, language: undefined, problems: [problem] };
  }
  const result = readSchema(json, { messages });
  if (!result.ok) {
    const problems = result.problems.map((found) => problemIn(text, found, messages));
    return { uri, text, language: undefined, problems };
  }
  const { records, differences } = isObject(json) ? json : {};
  const isPath = typeof records === "string" && records !== "";
  const language = languageOf(
    { schema: result.schema, ...(differences === "airtable" && { differences }) },
    isPath ? records : undefined,
  );
  const isWrong = records !== undefined && !isPath;
  const wrong = {
    code: "property-value",
    data: { property: "records", expected: "path" },
  } as const;
  return { uri, text, language, problems: isWrong ? [problemIn(text, wrong, messages)] : [] };
}

function isObject(
  json: unknown,
): json is { readonly records?: unknown; readonly differences?: unknown } {
  return typeof json === "object" && json !== null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
