import { stat } from "node:fs/promises";
import { createSqlite } from "../../../sql/dialects/sqlite.ts";
import { StoreError } from "../../store.ts";
import type {
  DriverOptions,
  NewTable,
  Row,
  SqlDriver,
  Statement,
  TableDescription,
  TableName,
  TableWriter,
} from "../driver.ts";
import { Turns } from "../turns.ts";
import { untilAborted } from "../until-aborted.ts";
import { describeTable, localName } from "./describe.ts";
import { tookTooLong } from "./failure.ts";
import type { Cell, Request, Rows, ThreadSetup } from "./messages.ts";
import { SqliteTableWriter } from "./table-writer.ts";
import { WorkerThread } from "./worker-thread.ts";

/** How much longer than a statement may take its thread is given to say so itself. */
const GRACE_MS = 500;

/** SQLite's dialect with the functions that threads define. */
const DIALECT = createSqlite({ functions: true });

interface Open {
  readonly thread: WorkerThread;
  /** Which file it was: another one may get its name. */
  readonly file: string;
}

/** A file of SQLite, read by a few threads. */
export class SqliteDriver implements SqlDriver {
  readonly dialect = DIALECT;
  readonly #path: string;
  readonly #setup: Omit<ThreadSetup, "flag" | "mode">;
  readonly #timeoutMs: number;
  readonly #batchRows: number;
  readonly #turns: Turns;
  readonly #idle: Open[] = [];
  readonly #all = new Set<WorkerThread>();
  #closed: StoreError | undefined;
  #closing: Promise<void> | undefined;

  constructor(path: string, driver: string | undefined, options: DriverOptions) {
    const { timeoutMs = 30_000, connections = 4, acquireTimeoutMs = 5_000 } = options;
    this.#path = path;
    this.#setup = { path, driver, lockMs: acquireTimeoutMs };
    this.#timeoutMs = timeoutMs;
    this.#batchRows = options.batchRows ?? 1_000;
    this.#turns = new Turns(connections, acquireTimeoutMs);
  }

  async *stream(
    { text, params }: Statement,
    signal: AbortSignal,
  ): AsyncGenerator<readonly Row[], void, undefined> {
    const release = await this.#turns.take(signal);
    let open: Open;
    try {
      open = await this.#take(signal);
    } catch (error) {
      release();
      throw error;
    }
    const { thread } = open;
    let isOver = false;
    let timeMs = this.#timeoutMs;
    const ask = async (request: (timeMs: number) => Request): Promise<Rows> => {
      const begin = performance.now();
      const late = setTimeout(() => thread.giveUp(tookTooLong(this.#path)), timeMs + GRACE_MS);
      try {
        return await untilAborted(thread.ask(request(timeMs)), signal);
      } finally {
        clearTimeout(late);
        timeMs = Math.max(0, timeMs - (performance.now() - begin));
      }
    };
    try {
      const rows = this.#batchRows;
      let batch = await ask((timeMs) => ({ kind: "select", text, params, rows, timeMs }));
      while (!batch.isLast) {
        // The thread goes on while the reader works.
        const next = ask((timeMs) => ({ kind: "more", timeMs }));
        next.catch(() => undefined);
        yield rowsOf(batch);
        batch = await next;
      }
      isOver = true;
      this.#give(open, release);
      if (batch.cells.length > 0) yield rowsOf(batch);
    } finally {
      if (!isOver) this.#stop(open, release);
    }
  }

  async describe(table: TableName, signal: AbortSignal): Promise<TableDescription> {
    return describeTable((statement) => this.#rows(statement, signal), table, this.#path);
  }

  async createTable(
    table: TableName,
    options: NewTable,
    signal: AbortSignal,
  ): Promise<TableWriter> {
    const name = localName(table);
    const thread = await this.#start("write", signal);
    return SqliteTableWriter.begin(thread, name, options, signal, () => this.#end(thread));
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.#rows({ text: "SELECT count(*) FROM sqlite_schema", params: [] }, signal);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#closed = new StoreError("unavailable", `the store of ${this.#path} is closed`);
    this.#turns.close(this.#closed);
    await Promise.all([...this.#all].map((thread) => this.#end(thread)));
  }

  async #rows(statement: Statement, signal: AbortSignal): Promise<readonly Row[]> {
    const all: Row[] = [];
    for await (const rows of this.stream(statement, signal)) all.push(...rows);
    return all;
  }

  /** A thread for whoever has a turn. */
  async #take(signal: AbortSignal): Promise<Open> {
    const file = await untilAborted(fileOf(this.#path), signal);
    for (let open = this.#idle.pop(); open !== undefined; open = this.#idle.pop()) {
      if (open.file === file && !open.thread.isGone) return open;
      // Another file has got the name.
      this.#end(open.thread);
    }
    return { thread: await this.#start("read", signal), file };
  }

  async #start(mode: "read" | "write", signal: AbortSignal): Promise<WorkerThread> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    const thread = new WorkerThread({ ...this.#setup, mode });
    this.#all.add(thread);
    try {
      await untilAborted(thread.opened, signal);
    } catch (error) {
      this.#end(thread);
      throw error;
    }
    return thread;
  }

  #give(open: Open, release: () => void): void {
    this.#idle.push(open);
    release();
  }

  /** Ends what a thread does, and then the turn. A thread that does not end is left to itself: it does when SQLite returns. */
  #stop(open: Open, release: () => void): void {
    open.thread.stop().then((isUsable) => {
      if (isUsable) this.#give(open, release);
      else {
        this.#end(open.thread);
        release();
      }
    });
  }

  async #end(thread: WorkerThread): Promise<void> {
    await thread.end(this.#closed ?? new StoreError("unavailable", `${this.#path} was left`));
    this.#all.delete(thread);
  }
}

function rowsOf({ cells, width }: Rows): readonly (readonly Cell[])[] {
  const rows: (readonly Cell[])[] = [];
  for (let at = 0; at < cells.length; at += width) rows.push(cells.slice(at, at + width));
  return rows;
}

/** What tells a file from another one of its name. */
async function fileOf(path: string): Promise<string> {
  const found = await stat(path).catch((error) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError("setup", `there is no database ${path}: ${reason}`, error);
  });
  if (found.isDirectory()) throw new StoreError("setup", `${path} is a folder, and no database`);
  return `${found.dev}:${found.ino}`;
}
