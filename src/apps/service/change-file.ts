import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A file that cannot be changed, or must not be since its readers could lose access to it. */
class FileChangeError extends Error {
  override readonly name = "FileChangeError";
}

const WAITS_FOR_LOCK_MS = 5000;
const PERMISSIONS = 0o7777;

/**
 * Replaces a file atomically under a lock, so that no reader sees half of it and no concurrent change is lost. The
 * owner, group and mode are preserved, and links still lead to the file. A new file is readable by its owner only.
 *
 * @param change receives the path of the file itself, which is missing if `isNew`
 * @param waitMs how long to wait for the lock, in milliseconds
 * @throws {@link FileChangeError} if the owner cannot be preserved; the file is then unchanged
 */
export async function changeFile(
  path: string,
  change: (target: string, isNew: boolean) => Promise<string>,
  waitMs = WAITS_FOR_LOCK_MS,
): Promise<void> {
  const target = await targetOf(path);
  const lock = `${target}.lock`;
  const draft = `${target}.${randomBytes(4).toString("hex")}`;
  await takeLock(lock, waitMs);
  try {
    const old = await statsOf(target);
    if (old !== undefined) requireReplaceable(target, old);
    const text = await change(target, old === undefined);
    await writeDraft(draft, text, old);
    await rename(draft, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EBUSY" && error.code !== "EXDEV") throw error;
      throw new FileChangeError(`${target} is mounted by itself: mount its folder, to change it`);
    });
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await rm(lock, { force: true });
  }
}

/** Resolves all links. A missing file resolves to its own path, or to the target of the link. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const isLink = await lstat(path).then(
      () => true,
      () => false,
    );
    if (isLink) throw new FileChangeError(`${path} is a link to a file that does not exist`);
    return resolve(path);
  }
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function requireReplaceable(path: string, old: Stats): void {
  if (!old.isFile()) throw new FileChangeError(`${path} is not a file`);
  if (old.nlink > 1) {
    throw new FileChangeError(
      `${path} has ${old.nlink} names (hard links), and a change would reach only one: use a symbolic link`,
    );
  }
}

/** Sets the owner and mode before writing any content. */
async function writeDraft(draft: string, text: string, old: Stats | undefined): Promise<void> {
  const file = await open(draft, "wx", 0o600);
  try {
    if (old !== undefined) {
      const own = await file.stat();
      if (own.uid !== old.uid || own.gid !== old.gid) await giveTo(file, old);
      await file.chmod(old.mode & PERMISSIONS);
    }
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function giveTo(
  file: { chown(uid: number, gid: number): Promise<void> },
  { uid, gid }: Stats,
): Promise<void> {
  try {
    await file.chown(uid, gid);
  } catch {
    throw new FileChangeError(
      `the file is of user ${uid} and group ${gid}, which you cannot keep: change it as that user, or as root`,
    );
  }
}

async function takeLock(lock: string, waitMs: number): Promise<void> {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      const handle = await open(lock, "wx");
      await handle.close();
      return;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!isTaken) throw error;
      if (performance.now() > end) {
        throw new FileChangeError(`${lock} exists: remove it if no other command runs`);
      }
      await sleep(20);
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
