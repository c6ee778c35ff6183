import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { callBack } from "../stores/call-back.ts";
import { FileWatch } from "../stores/memory/file-watch.ts";
import { requireKind } from "../util/misuse.ts";
import { createKey, type Keyring, keyringOf, type NewKey, type StoredKey } from "./keys.ts";

/** A file of keys that cannot be read or written. Its message is for the operator. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

const WAITS_FOR_LOCK_MS = 5000;

/**
 * Keys in a JSON file, with their hashes only. Whoever changes the file writes a new one and renames it, so a service
 * never reads half of it. A running service takes changes over within a second or two.
 */
export class KeyFile implements Keyring {
  readonly path: string;
  #keyring: Keyring = keyringOf([]);
  #keys: readonly StoredKey[] = [];
  /** The size, time and inode of the file when it was read. */
  #seen = "";
  /** The problem of the file at the last look, so that it is reported only once. */
  #problem = "";
  #isReading = false;
  /** Whether there was a sign of a change that no look has followed yet. */
  #isStale = false;
  #watch: FileWatch | undefined;

  private constructor(path: string) {
    this.path = resolve(path);
  }

  /**
   * Reads a file of keys.
   *
   * @throws {@link KeyFileError} if the file is missing or does not hold keys.
   */
  static async open(path: string): Promise<KeyFile> {
    requireKind(path, "text", "`KeyFile.open`: the path");
    const file = new KeyFile(path);
    await file.#read();
    return file;
  }

  /** All keys, with those that are revoked. */
  get keys(): readonly StoredKey[] {
    return this.#keys;
  }

  find: Keyring["find"] = (token) => this.#keyring.find(token);

  /**
   * Follows changes of the file until `close`. If a changed file cannot be read, the keys stay as they were, and
   * `onProblem` is called once.
   */
  follow(onProblem: (error: Error) => void): void {
    requireKind(onProblem, "function", "`follow`: the argument");
    this.close();
    this.#watch = new FileWatch(this.path, () => {
      this.#isStale = true;
      if (!this.#isReading) this.#look(onProblem);
    });
  }

  close(): void {
    this.#watch?.close();
  }

  /** Reads the file until there is no newer sign of a change. One look runs at a time, and none ever rejects. */
  async #look(onProblem: (error: Error) => void): Promise<void> {
    this.#isReading = true;
    while (this.#isStale) {
      this.#isStale = false;
      const problem = await this.#read().then(
        () => undefined,
        (error: unknown) => failure(this.path, error),
      );
      const isNew = problem !== undefined && problem.message !== this.#problem;
      this.#problem = problem?.message ?? "";
      if (isNew) callBack(() => onProblem(problem));
    }
    this.#isReading = false;
  }

  async #read(): Promise<void> {
    const { mtimeMs, size, ino } = await stat(this.path).catch((error: unknown) => {
      throw failure(this.path, error);
    });
    const seen = `${mtimeMs} ${size} ${ino}`;
    if (seen === this.#seen) return;
    this.#keys = await readKeys(this.path);
    this.#keyring = keyringOf(this.#keys);
    this.#seen = seen;
  }

  /**
   * Adds a key to a file, which is made if it is missing. The token is not kept: show it to its holder now.
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
    await changeKeys(path, (keys) => [...keys, created.stored]);
    return created;
  }

  /**
   * Revokes a key by its id. Returns `undefined` if no key has that id.
   *
   * @throws {@link KeyFileError}
   */
  static async revoke(path: string, id: string): Promise<StoredKey | undefined> {
    requireKind(path, "text", "`KeyFile.revoke`: the path");
    requireKind(id, "text", "`KeyFile.revoke`: the id of the key");
    let revoked: StoredKey | undefined;
    await changeKeys(path, (keys) =>
      keys.map((key) => {
        if (key.id !== id) return key;
        revoked = { ...key, revoked: key.revoked ?? new Date().toISOString() };
        return revoked;
      }),
    );
    return revoked;
  }
}

async function readKeys(path: string): Promise<readonly StoredKey[]> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw failure(path, error);
  }
  const keys = isObject(json) ? json.keys : undefined;
  if (!Array.isArray(keys)) throw new KeyFileError(`${path} holds no list of \`keys\``);
  return keys.map((key: unknown, index) => {
    if (!isStoredKey(key)) throw new KeyFileError(`key ${index + 1} of ${path} is not a key`);
    return key;
  });
}

function isStoredKey(key: unknown): key is StoredKey {
  if (!isObject(key)) return false;
  const { id, label, hash, created, expires, revoked, rate } = key;
  const isMoment = (moment: unknown): boolean =>
    typeof moment === "string" && !Number.isNaN(Date.parse(moment));
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && Number(count) > 0;
  return (
    typeof id === "string" &&
    typeof label === "string" &&
    typeof hash === "string" &&
    isMoment(created) &&
    (expires === undefined || isMoment(expires)) &&
    (revoked === undefined || isMoment(revoked)) &&
    (rate === undefined || (isObject(rate) && isCount(rate.requests) && isCount(rate.seconds)))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Changes the file under a lock, so that two changes at once are both kept. */
async function changeKeys(
  path: string,
  change: (keys: readonly StoredKey[]) => readonly StoredKey[],
): Promise<void> {
  const target = resolve(path);
  const lock = `${target}.lock`;
  const draft = `${target}.${randomBytes(4).toString("hex")}`;
  try {
    await takeLock(lock);
  } catch (error) {
    throw failure(target, error);
  }
  try {
    const exists = await stat(target).then(
      () => true,
      () => false,
    );
    const keys = change(exists ? await readKeys(target) : []);
    // Hashes are not secret, but labels are private.
    await writeFile(draft, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error instanceof KeyFileError ? error : failure(target, error);
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<void> {
  const end = Date.now() + WAITS_FOR_LOCK_MS;
  for (;;) {
    try {
      const handle = await open(lock, "wx");
      await handle.close();
      return;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!isTaken) throw error;
      if (Date.now() > end) {
        throw new KeyFileError(`${lock} exists: remove it if no other command runs`);
      }
      await sleep(20);
    }
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
