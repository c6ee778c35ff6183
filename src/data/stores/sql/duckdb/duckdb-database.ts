// This folder opens DuckDB files.

import { realpath, stat } from "node:fs/promises";
import { StoreError } from "../../store.ts";
import { withTimeout } from "../../with-timeout.ts";
import { duckDbError } from "./duckdb-error.ts";
import type { DuckDb, DuckDbConnection, Instance } from "./duckdb-package.ts";

const IN_MEMORY = ":memory:";

export type Mode = "read" | "write";

/** A leased connection. */
export interface DuckDbLease {
  readonly connection: DuckDbConnection;
  /** Releases the connection, or closes it if it is not usable. */
  end(isUsable: boolean): void;
}

interface OpenDatabase {
  readonly instance: Instance;
  readonly mode: Mode;
  /** Identifies the file: another file of the same name has another value. */
  readonly file: string;
  readonly idle: DuckDbConnection[];
  leases: number;
  /** Whether to close it when its last lease ends. */
  isLeft: boolean;
}

/**
 * A DuckDB file, shared by all stores of the program. It is opened read-only, which several programs can do at once,
 * until a store has to write.
 */
export class Database {
  /**
   * The open files by path, each for as long as a driver uses it. Opening a file twice in one program is not detected
   * by DuckDB and corrupts the file.
   */
  static readonly #shared = new Map<string, Database>();
  readonly #duckdb: DuckDb;
  readonly #path: string;
  #users = 0;
  #opened: OpenDatabase | undefined;
  /** The last call of `lease`: calls run one after the other. */
  #opening: Promise<unknown> = Promise.resolve();
  #whenIdle: (() => void)[] = [];

  private constructor(duckdb: DuckDb, path: string) {
    this.#duckdb = duckdb;
    this.#path = path;
  }

  /** The database for one more driver. Each `join` needs a `leave`. */
  static async join(duckdb: DuckDb, path: string): Promise<Database> {
    const known = path === IN_MEMORY ? path : await realpath(path).catch(() => path);
    const database = Database.#shared.get(known) ?? new Database(duckdb, path);
    if (path !== IN_MEMORY) Database.#shared.set(known, database);
    database.#users++;
    return database;
  }

  /**
   * Leases a connection.
   *
   * @param waitMs how long to wait for readers to finish if the file must be opened for writing
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

  /** Closes the file once the last driver has left. */
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

  async #open(mode: Mode, waitMs: number, signals: readonly AbortSignal[]): Promise<OpenDatabase> {
    const file = await this.#file();
    if (this.#opened !== undefined && this.#opened.file !== file) {
      // The file was replaced: current readers continue with the old one.
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
    // The file may have been created only now.
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
    opened: OpenDatabase,
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

  async #leave(opened: OpenDatabase): Promise<void> {
    opened.isLeft = true;
    if (opened.leases === 0) await close(opened);
  }

  /** The file must be closed before it is opened again. */
  #closeLater(opened: OpenDatabase): void {
    const before = this.#opening;
    const closed = close(opened).catch(() => undefined);
    this.#opening = before.then(() => closed);
  }
}

async function connect(instance: Instance): Promise<DuckDbConnection> {
  const connection = await instance.connect();
  // Timestamps with a time zone compare with others as UTC.
  await connection.run("SET TimeZone = 'UTC'");
  return connection;
}

/**
 * Closes a file, with an explicit checkpoint if it was written. DuckDB 1.5 crashes if it runs the checkpoint during
 * close after a table with a primary key was replaced under concurrent reads.
 */
async function close(opened: OpenDatabase): Promise<void> {
  if (opened.mode === "write") {
    const connection = opened.idle.pop() ?? (await opened.instance.connect());
    // A checkpoint fails on a full disk; closing tries it again.
    await connection.run("CHECKPOINT").catch(() => undefined);
    opened.idle.push(connection);
  }
  for (const connection of opened.idle.splice(0)) connection.closeSync();
  opened.instance.closeSync();
}
