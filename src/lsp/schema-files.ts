import { existsSync, readFileSync, unwatchFile, watchFile } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createLanguage, type Language } from "../language/index.ts";
import { defineSchema, readSchema } from "../schema/index.ts";

/** The name of the file that is looked for beside a formula, and in the folders above. */
export const SCHEMA_FILE = "isoform.schema.json";

/** What is wrong with a schema file, and the part of its text that it is about. */
interface SchemaProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** A schema file as it was read last. */
export interface SchemaFile {
  readonly uri: string;
  readonly text: string;
  /** `undefined` if there is no schema in the file. */
  readonly language: Language | undefined;
  readonly problems: readonly SchemaProblem[];
  /** Why the file could not be read. */
  readonly unread?: string;
}

/** How often a schema file is looked at, in milliseconds. Not every editor tells what changes on the disk. */
const LOOK_MS = 300;

/** A language of no fields, for formulas without a schema. */
export const NO_SCHEMA: Language = createLanguage({ schema: defineSchema({}) });

/** The schema files of the formulas that are open. */
export class SchemaFiles {
  readonly #files = new Map<string, SchemaFile>();
  readonly #onChange: (file: SchemaFile) => void;

  constructor(onChange: (file: SchemaFile) => void) {
    this.#onChange = onChange;
  }

  /** The schema file of a formula: the one that its first line names, or else the nearest above it. */
  of(uri: string, text: string): SchemaFile | undefined {
    if (!uri.startsWith("file:")) return undefined;
    const folder = dirname(fileURLToPath(uri));
    const named = /^\s*\/\/ *schema: *(.*\S)/.exec(text)?.[1];
    const path = named === undefined ? nearest(folder) : resolve(folder, named);
    if (path === undefined) return undefined;
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = readFile(path);
    this.#files.set(path, file);
    watchFile(path, { interval: LOOK_MS }, () => this.#reload(path));
    this.#onChange(file);
    return file;
  }

  /** Reads all of them again. */
  reload(): void {
    for (const path of this.#files.keys()) this.#reload(path);
  }

  #reload(path: string): void {
    const file = readFile(path);
    if (file.text === this.#files.get(path)?.text) return;
    this.#files.set(path, file);
    this.#onChange(file);
  }

  close(): void {
    for (const path of this.#files.keys()) unwatchFile(path);
  }
}

function nearest(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, SCHEMA_FILE);
    if (existsSync(path)) return path;
    if (dirname(at) === at) return undefined;
  }
}

function readFile(path: string): SchemaFile {
  const uri = pathToFileURL(path).href;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    return { uri, text: "", language: undefined, problems: [], unread: messageOf(error) };
  }
  try {
    const result = readSchema(JSON.parse(text));
    if (result.ok) {
      const language = createLanguage({ schema: result.schema });
      return { uri, text, language, problems: [] };
    }
    const problems = result.problems.map((message) => ({ message, ...placeOf(message, text) }));
    return { uri, text, language: undefined, problems };
  } catch (error) {
    const message = messageOf(error);
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? 0);
    const problem = { message: `there is no schema: ${message}`, start: at, end: at + 1 };
    return { uri, text, language: undefined, problems: [problem] };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Where the field of a problem is declared; the beginning of the file if it is about none. */
function placeOf(message: string, text: string): { start: number; end: number } {
  const name = JSON.stringify(/`([^`]+)`/.exec(message)?.[1] ?? "");
  const start = text.indexOf(name);
  return start === -1 ? { start: 0, end: 1 } : { start, end: start + name.length };
}
