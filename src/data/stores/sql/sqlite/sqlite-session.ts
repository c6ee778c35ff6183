import { type Clock, SYSTEM_CLOCK } from "../../clock.ts";
import { StoreError } from "../../store.ts";
import { withTimeout } from "../../with-timeout.ts";
import type { Statement } from "../driver.ts";
import type { SelectCursor, Session } from "../sessions/session.ts";
import { isDamage, storeError } from "./sqlite-failure.ts";
import type {
  CellBatch,
  SqliteCell,
  ThreadRequest,
  ThreadResponse,
  ThreadSetup,
} from "./sqlite-messages.ts";
import { type SqliteThread, startWorker } from "./start-worker.ts";

interface PendingRequest {
  readonly resolve: (rows: CellBatch) => void;
  readonly reject: (error: unknown) => void;
}

/** How long an interrupted statement may continue before its thread is abandoned. */
const GRACE_MS = 1_000;

export interface SqliteSessionOptions extends Omit<ThreadSetup, "flag"> {
  /** The time limit of a statement, in milliseconds. */
  readonly timeoutMs: number;
  /** Identifies the file: another file of the same name has another value. */
  readonly file: string;
  /** Starts the thread. Default: a worker thread of Node. */
  readonly start?: (setup: ThreadSetup) => SqliteThread;
  readonly clock?: Clock;
}

/** A connection in its own thread, used for one operation at a time. */
export class SqliteSession implements Session {
  /** The value of the option `file` when the session was opened. */
  readonly file: string;
  readonly #timeoutMs: number;
  readonly #worker: SqliteThread;
  readonly #clock: Clock;
  readonly #flag: Int32Array<SharedArrayBuffer>;
  readonly #path: string;
  /** Pending requests; responses arrive in the same order. */
  readonly #pending: PendingRequest[] = [];
  /** The response to the last request. */
  #answer: Promise<unknown> = Promise.resolve();
  /** The reason why the session is unusable. */
  #failure: StoreError | undefined;
  #isEnding = false;

  private constructor(options: SqliteSessionOptions) {
    const { timeoutMs, file, start = startWorker, clock = SYSTEM_CLOCK, ...setup } = options;
    this.file = file;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#path = setup.path;
    this.#flag = new Int32Array(new SharedArrayBuffer(4));
    this.#worker = start({ ...setup, flag: this.#flag });
    this.#worker.on("message", (answer: ThreadResponse) => this.#receive(answer));
    this.#worker.on("error", (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `the worker thread for ${this.#path} ended: ${reason}`;
      this.#giveUp(new StoreError("unavailable", message, error));
    });
    this.#worker.on("exit", () => {
      this.#giveUp(new StoreError("unavailable", `the worker thread for ${this.#path} ended`));
    });
  }

  /** @throws {@link StoreError} if the database cannot be opened */
  static async open(options: SqliteSessionOptions): Promise<SqliteSession> {
    const session = new SqliteSession(options);
    try {
      // The first response tells whether the database could be opened.
      await session.#expect();
      return session;
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  get isBroken(): boolean {
    return this.#failure !== undefined;
  }

  select({ text, params }: Statement, rows: number): SelectCursor {
    let timeMs = this.#timeoutMs;
    let ahead: Promise<CellBatch> | undefined;
    let isOver = false;
    const ask = async (request: ThreadRequest): Promise<CellBatch> => {
      const begin = this.#clock.now();
      try {
        return await this.ask(request);
      } finally {
        timeMs = Math.max(0, timeMs - (this.#clock.now() - begin));
      }
    };
    return {
      next: async () => {
        const batch = await (ahead ?? ask({ kind: "select", text, params, rows, timeMs }));
        isOver = batch.isLast;
        if (!isOver) {
          // Prefetches the next rows while the reader works.
          ahead = ask({ kind: "more", timeMs });
          ahead.catch(ignore);
        }
        return { rows: rowsOf(batch), isLast: isOver };
      },
      close: () => (isOver ? undefined : this.stop()),
    };
  }

  /** @throws {@link StoreError} */
  ask(request: ThreadRequest): Promise<CellBatch> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const answer = this.#expect();
    this.#worker.postMessage(request);
    return answer;
  }

  /** Sets the flag that ends the running statement. */
  interrupt(): void {
    Atomics.store(this.#flag, 0, 1);
  }

  /**
   * Ends the running statement, or the SELECT whose rows are being read. If it does not end in time, the session is
   * broken.
   */
  async stop(): Promise<void> {
    this.interrupt();
    const error = (): StoreError =>
      new StoreError("unavailable", `a statement on ${this.#path} cannot be stopped`);
    const limit = { milliseconds: GRACE_MS, error, clock: this.#clock };
    try {
      await withTimeout(this.#answer.then(ignore, ignore), [], limit);
      Atomics.store(this.#flag, 0, 0);
      await this.ask({ kind: "stop" });
    } catch {
      this.#giveUp(error());
    }
  }

  /** Resolves when the thread has ended: nothing can end it while SQLite works. Pending requests fail at once. */
  async end(): Promise<void> {
    this.#giveUp(new StoreError("unavailable", `the connection to ${this.#path} was closed`));
    this.interrupt();
    // Keeps the program running until the thread has ended.
    this.#isEnding = true;
    this.#worker.ref();
    await this.#worker.terminate();
  }

  /** Fails pending and future requests. */
  #giveUp(error: StoreError): void {
    this.#failure ??= error;
    for (const { reject } of this.#pending.splice(0)) reject(this.#failure);
  }

  #expect(): Promise<CellBatch> {
    const answer = new Promise<CellBatch>((resolve, reject) => {
      this.#pending.push({ resolve, reject });
    });
    this.#answer = answer;
    // The caller may have left before the response arrives.
    answer.catch(ignore);
    // Only a busy thread keeps the program running.
    this.#worker.ref();
    return answer;
  }

  #receive(answer: ThreadResponse): void {
    const oldest = this.#pending.shift();
    if (this.#pending.length === 0 && !this.#isEnding) this.#worker.unref();
    if (answer.ok) {
      oldest?.resolve(answer.rows);
      return;
    }
    const error = storeError(answer.failure, this.#path);
    oldest?.reject(error);
    // Its cache may hold pages of the corrupt file, even when the file is whole again.
    if (isDamage(answer.failure)) this.#giveUp(error);
  }
}

function rowsOf({ cells, width }: CellBatch): readonly (readonly SqliteCell[])[] {
  const rows: (readonly SqliteCell[])[] = [];
  for (let at = 0; at < cells.length; at += width) rows.push(cells.slice(at, at + width));
  return rows;
}

function ignore(): undefined {
  return;
}
