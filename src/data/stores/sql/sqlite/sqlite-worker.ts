import { parentPort, workerData } from "node:worker_threads";
import { sqliteFunctions } from "../../../../backends/sql/dialects/sqlite.ts";
import { StoreError } from "../../store.ts";
import { openConnection, type SqliteConnection } from "./sqlite-connection.ts";
import { failureOf, Stopped } from "./sqlite-failure.ts";
import {
  type CellBatch,
  NO_ROWS,
  type SqliteCell,
  type ThreadRequest,
  type ThreadResponse,
  type ThreadSetup,
} from "./sqlite-messages.ts";
import { Guard, LOOK } from "./stop-guard.ts";

// The program of a thread, which has one connection and runs one statement at a time.

interface RunningSelect {
  readonly rows: Iterator<readonly SqliteCell[]>;
  readonly most: number;
}

/** These rows fit into SQLite's page cache, so that readers are only locked out during the commit. */
const ROWS_IN_TRANSACTION = 10_000;

/** How long a transaction stays open without new rows, in milliseconds. */
const PAUSE_MS = 300;

class StatementRunner {
  readonly #connection: SqliteConnection;
  readonly #guard: Guard;
  readonly #flag: Int32Array<SharedArrayBuffer>;
  readonly #inserts = new Map<string, (values: readonly SqliteCell[]) => void>();
  #deadline = Number.POSITIVE_INFINITY;
  #cursor: RunningSelect | undefined;
  /** Rows in the open transaction. */
  #uncommitted = 0;
  #pause: NodeJS.Timeout | undefined;
  /** The error of a commit during a pause, to report with the next request. */
  #lost: unknown;

  constructor(connection: SqliteConnection, flag: Int32Array<SharedArrayBuffer>) {
    this.#connection = connection;
    this.#flag = flag;
    this.#guard = new Guard(connection);
    for (const { name, compute } of sqliteFunctions()) connection.define(name, true, compute);
    connection.define(LOOK, false, () => this.#look());
  }

  answer(request: ThreadRequest): ThreadResponse {
    try {
      return { ok: true, rows: this.#do(request) };
    } catch (error) {
      const isReading = this.#cursor !== undefined;
      this.#end();
      return { ok: false, failure: failureOf(error, isReading) };
    }
  }

  #do(request: ThreadRequest): CellBatch {
    if (this.#lost !== undefined && request.kind !== "stop") throw this.#lost;
    switch (request.kind) {
      case "select": {
        this.#deadline = performance.now() + request.timeMs;
        const text = this.#guard.guarded(request.text);
        const rows = this.#connection.iterate(text, request.params);
        this.#cursor = { rows, most: request.rows };
        return this.#read(this.#cursor);
      }
      case "more":
        this.#deadline = performance.now() + request.timeMs;
        return this.#cursor === undefined ? NO_ROWS : this.#read(this.#cursor);
      case "stop":
        this.#lost = undefined;
        this.#end();
        return NO_ROWS;
      case "run":
        this.#deadline = Number.POSITIVE_INFINITY;
        this.#commit();
        this.#connection.run(request.text);
        return NO_ROWS;
      case "insert":
        this.#insert(request);
        return NO_ROWS;
    }
  }

  #read({ rows, most }: RunningSelect): CellBatch {
    const cells: SqliteCell[] = [];
    let width = 0;
    for (let count = 0; count < most; count++) {
      this.#look();
      const { done, value } = rows.next();
      if (done === true) {
        this.#cursor = undefined;
        return { cells, width, isLast: true };
      }
      width = value.length;
      for (const cell of value) cells.push(cell);
    }
    return { cells, width, isLast: false };
  }

  #insert({ text, width, cells }: Extract<ThreadRequest, { readonly kind: "insert" }>): void {
    this.#deadline = Number.POSITIVE_INFINITY;
    const insert = this.#inserts.get(text) ?? this.#connection.prepare(text);
    this.#inserts.set(text, insert);
    if (this.#uncommitted === 0) this.#connection.run("BEGIN IMMEDIATE");
    try {
      for (let at = 0; at < cells.length; at += width) {
        this.#look();
        insert(cells.slice(at, at + width));
      }
      this.#uncommitted += cells.length / width;
      if (this.#uncommitted >= ROWS_IN_TRANSACTION) this.#commit();
    } catch (error) {
      this.#rollBack();
      throw error;
    }
    clearTimeout(this.#pause);
    // A slow import must not block writers in other programs.
    this.#pause = setTimeout(() => this.#commitInPause(), PAUSE_MS);
  }

  #commit(): void {
    if (this.#uncommitted === 0) return;
    this.#connection.run("COMMIT");
    this.#uncommitted = 0;
  }

  #commitInPause(): void {
    try {
      this.#commit();
    } catch (error) {
      this.#rollBack();
      this.#lost = error;
    }
  }

  /** Some errors have already ended the transaction. */
  #rollBack(): void {
    this.#uncommitted = 0;
    try {
      this.#connection.run("ROLLBACK");
    } catch {
      // The original error is reported instead.
    }
  }

  #end(): void {
    const cursor = this.#cursor;
    this.#cursor = undefined;
    try {
      cursor?.rows.return?.();
    } catch {
      // The statement failed, and its error was already reported.
    }
  }

  #look(): number {
    if (Atomics.load(this.#flag, 0) !== 0) throw new Stopped("stopped");
    if (performance.now() > this.#deadline) throw new Stopped("timeout");
    return 1;
  }
}

async function run(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("this module runs only in a worker thread");
  const { path, mode, lockMs, driver, flag }: ThreadSetup = workerData;
  const tell = (answer: ThreadResponse): void => port.postMessage(answer);
  try {
    const connection = await openConnection({ path, mode, lockMs }, driver);
    expectUtf8(connection);
    const runner = new StatementRunner(connection, flag);
    port.on("message", (request: ThreadRequest) => tell(runner.answer(request)));
    tell({ ok: true, rows: NO_ROWS });
  } catch (error) {
    tell({ ok: false, failure: failureOf(error, false) });
  }
}

/**
 * In UTF-16, bytes are not in code point order, and lengths in bytes differ. This is also the first access to the file.
 */
function expectUtf8(connection: SqliteConnection): void {
  const rows = connection.iterate("PRAGMA encoding", []);
  const [encoding] = rows.next().value ?? [];
  rows.return?.();
  if (encoding === "UTF-8") return;
  throw new StoreError("setup", `the database holds ${encoding}: only UTF-8 can be used`);
}

run();
