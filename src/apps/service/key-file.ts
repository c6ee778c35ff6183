import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { callBack } from "../../data/stores/call-back.ts";
import { stateOfPath } from "../../data/stores/memory/file-state.ts";
import { pollFiles } from "../../data/stores/memory/file-watch.ts";
import { visibleText } from "../../language/source/visible-text.ts";
import { bindMethods } from "../../util/bind-methods.ts";
import { requireKind } from "../../util/misuse.ts";
import { quote } from "../../util/quote.ts";
import { changeFile } from "./change-file.ts";
import { createKey, createKeyring, type KeyHolder, type Keyring, type NewKey } from "./keyring.ts";
import { namesGivenTwice } from "./request/json.ts";
import { keyProblems, type StoredKey } from "./stored-key.ts";

/** A key file that cannot be read or written. Its message is for the operator. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

/** The most problems in a message. */
const MOST_LISTED = 10;

/**
 * A keyring from a JSON file with the hashes of keys. The file is replaced atomically, so a service never reads half of
 * it. A running service applies changes within a second or two.
 */
export class KeyFile implements Keyring {
  static {
    bindMethods(KeyFile);
  }

  /** The absolute path of the file. */
  readonly path: string;
  #keyring: Keyring = createKeyring([]);
  #keys: readonly StoredKey[] = [];
  /** The state of the file when it was read. */
  #seen: string | undefined;
  /** The problem with the file at the last check. */
  #problem: string | undefined;
  #looking: Promise<void> | undefined;
  /** Whether a change was reported since the last check. */
  #isStale = false;
  #watch: { close(): void } | undefined;
  #onProblem: (error: Error) => void = () => undefined;

  private constructor(path: string) {
    this.path = resolve(path);
  }

  /**
   * Reads a key file.
   *
   * @throws {@link KeyFileError} if the file is missing or invalid
   */
  static async open(path: string): Promise<KeyFile> {
    requireKind(path, "text", "`KeyFile.open`: the path");
    const file = new KeyFile(path);
    try {
      await file.#read();
    } catch (error) {
      throw failure(path, error);
    }
    return file;
  }

  /** All keys, including revoked ones. */
  get keys(): readonly StoredKey[] {
    return this.#keys;
  }

  /** The reason why the last check could not read the file. The keys are then those read before. */
  get problem(): string | undefined {
    return this.#problem;
  }

  holders(): Iterable<KeyHolder> {
    return this.#keyring.holders?.() ?? [];
  }

  find: Keyring["find"] = (token) => this.#keyring.find(token);

  /**
   * Watches the file until `close`. If a changed file cannot be read, the keys stay unchanged, and `onProblem` is
   * called once.
   */
  follow(onProblem: (error: Error) => void): void {
    requireKind(onProblem, "function", "`follow`: the argument");
    this.close();
    this.#onProblem = onProblem;
    this.#watch = pollFiles(() => this.look());
  }

  /** Stops watching the file. */
  close(): void {
    this.#watch?.close();
  }

  /** @internal Checks the file for a change. Never rejects. */
  look(): Promise<void> {
    this.#isStale = true;
    this.#looking ??= this.#readChanges();
    return this.#looking;
  }

  /** Reads the file until no newer change is reported. */
  async #readChanges(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const before = this.#problem;
      const problem = await this.#read().then(
        () => undefined,
        (error: unknown) => failure(this.path, error),
      );
      this.#problem = problem?.message;
      if (problem === undefined || problem.message === before) continue;
      callBack(() => this.#onProblem(problem));
    }
    this.#looking = undefined;
  }

  async #read(): Promise<void> {
    const seen = await stateOfPath(this.path);
    if (seen !== undefined && seen === this.#seen) return;
    this.#keys = await readKeys(this.path);
    this.#keyring = createKeyring(this.#keys);
    this.#seen = seen;
  }

  /**
   * Adds a key to a file, which is created if it is missing. The token is not stored: show it to its holder now.
   *
   * @throws {@link KeyFileError}
   */
  static async add(
    path: string,
    label: string,
    options: NewKey = {},
  ): Promise<{ readonly token: string; readonly stored: StoredKey }> {
    requireKind(path, "text", "`KeyFile.add`: the path");
    const created = createKey(label, options);
    await changeKeys(path, (keys) => [...keys, created.stored], { makesFile: true });
    return created;
  }

  /**
   * Revokes a key by id. Returns `undefined` if no key has that id.
   *
   * @throws {@link KeyFileError} if the file is missing or cannot be written
   */
  static async revoke(path: string, id: string): Promise<StoredKey | undefined> {
    requireKind(path, "text", "`KeyFile.revoke`: the path");
    requireKind(id, "text", "`KeyFile.revoke`: the id of the key");
    let revoked: StoredKey | undefined;
    await changeKeys(
      path,
      (keys) =>
        keys.map((key) => {
          if (key.id !== id) return key;
          revoked = { ...key, revoked: key.revoked ?? new Date().toISOString() };
          return revoked;
        }),
      { makesFile: false },
    );
    return revoked;
  }
}

/** Parses a key file strictly, since a misspelt property would have no effect. */
async function readKeys(path: string): Promise<readonly StoredKey[]> {
  const file = await open(path, "r");
  let bytes: Buffer;
  try {
    if (!(await file.stat()).isFile()) throw new KeyFileError(`${path} is not a file`);
    bytes = await file.readFile();
  } finally {
    await file.close();
  }
  const problem = (message: string): KeyFileError => new KeyFileError(`${path}: ${message}`);
  if (bytes.length === 0) throw problem("the file is empty");
  let text: string;
  try {
    // This skips a byte order mark, which some editors write.
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw problem("the file is not UTF-8");
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw problem(
      `the file is not JSON: ${visibleText(error instanceof Error ? error.message : String(error))}`,
    );
  }
  const { keys, ...rest } = Object(json);
  if (!Array.isArray(keys)) throw problem("it has no list of `keys`");
  const unknown = Object.keys(rest).map((name) => `there is no property ${quote(name)}`);
  const twice = [...namesGivenTwice(text)].map(
    (name) => `${quote(name)} occurs twice in an object`,
  );
  const problems = [...unknown, ...twice, ...keyProblems(keys)];
  if (problems.length > 0) {
    const listed = problems.slice(0, MOST_LISTED);
    const more =
      problems.length > listed.length ? `; and ${problems.length - listed.length} more` : "";
    throw problem(`${listed.join("; ")}${more}`);
  }
  return keys;
}

/** Changes the file, or creates it if the command allows that. */
async function changeKeys(
  path: string,
  change: (keys: readonly StoredKey[]) => readonly StoredKey[],
  { makesFile }: { readonly makesFile: boolean },
): Promise<void> {
  try {
    await changeFile(path, async (target, isNew) => {
      const keys = change(isNew && makesFile ? [] : await readKeys(target));
      return `${JSON.stringify({ keys }, null, 2)}\n`;
    });
  } catch (error) {
    throw failure(path, error);
  }
}

function failure(path: string, error: unknown): KeyFileError {
  if (error instanceof KeyFileError) return error;
  if (error instanceof Error && "code" in error && error.code === "ENOENT") {
    const advice = `\`isoform keys create <label> --file ${path}\` makes one`;
    return new KeyFileError(`${path}: there is no such file of keys; ${advice}`);
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new KeyFileError(`${path}: ${reason}`);
}
