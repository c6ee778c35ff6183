// This folder works with files of DuckDB.

import { realpath, stat } from "node:fs/promises";
import { StoreError } from "../../store.ts";
import { withTimeout } from "../../with-timeout.ts";
import { duckDbError } from "./duckdb-error.ts";
import type { DuckDb, DuckDbConnection, Instance } from "./duckdb-package.ts";

const IN_MEMORY = ":memory:";

/** The use of an open file. */
export type Mode = "read" | "write";

/** A connection, while somebody uses it. */
export interface DuckDbLease {
  readonly connection: DuckDbConnection;
  /** Gives the connection back; one that is not usable is closed. */
  end(isUsable: boolean): void;
}

/** A file that is open. */
interface OpenFile {
  readonly instance: Instance;
  readonly mode: Mode;
  /** A text that tells the file from another one of its name. */
  readonly file: string;
  readonly idle: DuckDbConnection[];
  leases: number;
  /** Whether it is closed when its last lease ends. */
  isLeft: boolean;
}

/**
 * A file of DuckDB, which all stores of the program share. It is opened for reading only, which several programs may do
 * at once, until somebody has to write.
 */
export class Database {
  /**
   * The open files by their paths, each as long as a driver uses it. DuckDB does not notice if a program opens a file
   * twice, and damages the file then.
   */
  static readonly #shared = new Map<string, Database>();
  readonly #duckdb: DuckDb;
  readonly #path: string;
  #users = 0;
  #opened: OpenFile | undefined;
  /** The last call of `lease`: the calls run one after the other. */
  #opening: Promise<unknown> = Promise.resolve();
  #whenIdle: (() => void)[] = [];

  private constructor(duckdb: DuckDb, path: string) {
    this.#duckdb = duckdb;
    this.#path = path;
  }

  /** The database for one more driver, which leaves it with `leave`. */
  static async join(duckdb: DuckDb, path: string): Promise<Database> {
    const known = path === IN_MEMORY ? path : await realpath(path).catch(() => path);
    const database = Database.#shared.get(known) ?? new Database(duckdb, path);
    if (path !== IN_MEMORY) Database.#shared.set(known, database);
    database.#users++;
    return database;
  }

  get path(): string {
    return this.#path;
  }

  /**
   * Hands out a connection.
   *
   * @param waitMs how long to wait for the readers to end if the file has to be opened for writing
   */
  async lease(mode: Mode, waitMs: number, signals: readonly AbortSignal[]): Promise<DuckDbLease> {
    const opening = this.#opening.then(() => this.#lease(mode, waitMs, signals));
    this.#opening = opening.catch(() => undefined);
    try {
      return await opening;
    } catch (error) {
      throw signals.some((signal) => signal.aborted) ? error : duckDbError(error, this.#path);
    }
  }

  /** Closes the file when the last driver leaves. */
  async leave(): Promise<void> {
    this.#users--;
    if (this.#users > 0) return;
    for (const [path, database] of Database.#shared) {
      if (database === this) Database.#shared.delete(path);
    }
    await this.#opening;
    const opened = this.#opened;
    this.#opened = undefined;
    if (opened !== undefined) await this.#leave(opened);
  }

  async #lease(mode: Mode, waitMs: number, signals: readonly AbortSignal[]): Promise<DuckDbLease> {
    for (const signal of signals) signal.throwIfAborted();
    const opened = await this.#open(mode, waitMs, signals);
    const connection = opened.idle.pop() ?? (await connect(opened.instance));
    opened.leases++;
    let isOver = false;
    return {
      connection,
      end: (isUsable) => {
        if (isOver) return;
        isOver = true;
        opened.leases--;
        if (isUsable && !opened.isLeft) opened.idle.push(connection);
        else connection.closeSync();
        if (opened.leases > 0) return;
        if (opened.isLeft) this.#closeLater(opened);
        for (const go of this.#whenIdle.splice(0)) go();
      },
    };
  }

  async #open(mode: Mode, waitMs: number, signals: readonly AbortSignal[]): Promise<OpenFile> {
    const file = await this.#file();
    if (this.#opened !== undefined && this.#opened.file !== file) {
      // Another file has got the name: those who read the old one go on.
      await this.#leave(this.#opened);
      this.#opened = undefined;
    }
    if (this.#opened !== undefined) {
      if (mode === "read" || this.#opened.mode === "write") return this.#opened;
      await this.#untilIdle(this.#opened, waitMs, signals);
      await this.#leave(this.#opened);
      this.#opened = undefined;
    }
    const actual = this.#path === IN_MEMORY ? "write" : mode;
    const instance = await this.#duckdb.DuckDBInstance.create(this.#path, {
      access_mode: actual === "write" ? "READ_WRITE" : "READ_ONLY",
    });
    // The file may be there only now.
    const opened = {
      instance,
      mode: actual,
      file: await this.#file(),
      idle: [],
      leases: 0,
      isLeft: false,
    };
    this.#opened = opened;
    return opened;
  }

  async #file(): Promise<string> {
    if (this.#path === IN_MEMORY) return IN_MEMORY;
    try {
      const { dev, ino } = await stat(this.#path);
      return `${dev}:${ino}`;
    } catch {
      return "";
    }
  }

  async #untilIdle(
    opened: OpenFile,
    waitMs: number,
    signals: readonly AbortSignal[],
  ): Promise<void> {
    if (opened.leases === 0) return;
    const idle = new Promise<void>((resolve) => this.#whenIdle.push(resolve));
    await withTimeout(idle, signals, {
      milliseconds: waitMs,
      error: () =>
        new StoreError("busy", `${this.#path} is being read: it could not be opened to write`),
    });
  }

  async #leave(opened: OpenFile): Promise<void> {
    opened.isLeft = true;
    if (opened.leases === 0) await close(opened);
  }

  /** The file is opened again only after it was closed. */
  #closeLater(opened: OpenFile): void {
    const before = this.#opening;
    const closed = close(opened).catch(() => undefined);
    this.#opening = before.then(() => closed);
  }
}

async function connect(instance: Instance): Promise<DuckDbConnection> {
  const connection = await instance.connect();
  // Moments with a time zone are compared with others as those of UTC.
  await connection.run("SET TimeZone = 'UTC'");
  return connection;
}

/**
 * Closes a file. One that was written gets a checkpoint first: DuckDB 1.5 ends the process if it writes the checkpoint while it closes,
 * and a table with a primary key was replaced while others read it.
 */
async function close(opened: OpenFile): Promise<void> {
  if (opened.mode === "write") {
    const connection = opened.idle.pop() ?? (await opened.instance.connect());
    // Without room on the disk there is none; closing tries again.
    await connection.run("CHECKPOINT").catch(() => undefined);
    opened.idle.push(connection);
  }
  for (const connection of opened.idle.splice(0)) connection.closeSync();
  opened.instance.closeSync();
}
