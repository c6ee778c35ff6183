import { randomBytes } from "node:crypto";
import { type FSWatcher, watch } from "node:fs";
import { open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey, type Keyring, keyringOf, type NewKey, type StoredKey } from "./keys.ts";

/** A file of keys that cannot be read or written. Its message is for the operator. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
}

const LOOKS_EVERY_MS = 1000;
const WAITS_FOR_LOCK_MS = 5000;

/**
 * Keys in a JSON file, with their hashes only. Whoever changes the file writes it whole and puts it in place at once, so that a
 * service that reads it never sees half of it; a running service takes the changes over within a second.
 */
export class KeyFile implements Keyring {
  readonly path: string;
  #keyring: Keyring = keyringOf([]);
  #keys: readonly StoredKey[] = [];
  #seen = "";
  /** What was wrong when it was last looked at: it is told once. */
  #problem = "";
  #reading: Promise<void> = Promise.resolve();
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(path: string) {
    this.path = resolve(path);
  }

  /**
   * Reads a file of keys.
   *
   * @throws {@link KeyFileError} where there is none, or it does not hold keys.
   */
  static async open(path: string): Promise<KeyFile> {
    const file = new KeyFile(path);
    await file.#read();
    return file;
  }

  /** The keys, revoked ones too. */
  get keys(): readonly StoredKey[] {
    return this.#keys;
  }

  find: Keyring["find"] = (token) => this.#keyring.find(token);

  /** Follows changes of the file until `close`. A change that cannot be read leaves the keys as they were. */
  follow(onProblem: (error: Error) => void): void {
    const look = (): void => {
      // One after the other, or an older state could come after a newer one.
      this.#reading = this.#reading.then(() => this.#look(onProblem));
    };
    this.#timer = setInterval(look, LOOKS_EVERY_MS).unref();
    try {
      const name = basename(this.path);
      this.#watcher = watch(dirname(this.path), { persistent: false }, (_, changed) => {
        if (changed === name) look();
      });
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      // Some file systems tell nobody of changes; then the look once in a while has to do.
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#watcher?.close();
  }

  async #look(onProblem: (error: Error) => void): Promise<void> {
    try {
      await this.#read();
      this.#problem = "";
    } catch (error) {
      const problem = failure(this.path, error);
      if (problem.message !== this.#problem) onProblem(problem);
      this.#problem = problem.message;
    }
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
   * Adds a key to a file, which is made where there is none. The token is not kept: show it to its holder now.
   *
   * @throws {@link KeyFileError}
   */
  static async add(
    path: string,
    label: string,
    options: NewKey = {},
  ): Promise<{ readonly token: string; readonly stored: StoredKey }> {
    const created = createKey(label, options);
    await changeKeys(path, (keys) => [...keys, created.stored]);
    return created;
  }

  /**
   * Revokes a key by its id; `undefined` where there is none of that id.
   *
   * @throws {@link KeyFileError}
   */
  static async revoke(path: string, id: string): Promise<StoredKey | undefined> {
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
    if (!isStoredKey(key)) throw new KeyFileError(`key ${index + 1} of ${path} is not one`);
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

/** Changes the file under a lock, so that of two changes at once none is lost. */
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
    // Hashes are no secrets, but labels are nobody else's business.
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
        throw new KeyFileError(`${lock} is there: remove it if no other command runs`);
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
