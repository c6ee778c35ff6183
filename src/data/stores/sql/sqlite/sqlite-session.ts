import { type Clock, SYSTEM_CLOCK } from "../../clock.ts";
import { StoreError } from "../../store.ts";
import { withTimeout } from "../../with-timeout.ts";
import type { Statement } from "../driver.ts";
import type { SelectCursor, Session } from "../sessions/session.ts";
import { storeError } from "./sqlite-failure.ts";
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

/** How long a statement that was told to end may go on before its thread is given up. */
const GRACE_MS = 1_000;

export interface SqliteSessionOptions extends Omit<ThreadSetup, "flag"> {
  /** How long a statement may take, in milliseconds. */
  readonly timeoutMs: number;
  /** A text that tells the file from another one of its name. */
  readonly file: string;
  /** Starts the thread; with Node's own threads unless given. */
  readonly start?: (setup: ThreadSetup) => SqliteThread;
  readonly clock?: Clock;
}

/** A connection in a thread of its own, as the program sees it: it does one thing at a time. */
export class SqliteSession implements Session {
  /** The text that told the file from another one of its name when it was opened. */
  readonly file: string;
  readonly #timeoutMs: number;
  readonly #worker: SqliteThread;
  readonly #clock: Clock;
  readonly #flag: Int32Array<SharedArrayBuffer>;
  readonly #path: string;
  /** The requests without an answer yet, in the order of the answers. */
  readonly #asked: PendingRequest[] = [];
  /** The answer to the last of them. */
  #answer: Promise<unknown> = Promise.resolve();
  /** Why it does nothing more. */
  #gone: StoreError | undefined;
  #isEnding = false;

  private constructor(options: SqliteSessionOptions) {
    const { timeoutMs, file, start = startWorker, clock = SYSTEM_CLOCK, ...setup } = options;
    this.file = file;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#path = setup.path;
    this.#flag = new Int32Array(new SharedArrayBuffer(4));
    this.#worker = start({ ...setup, flag: this.#flag });
    this.#worker.on("message", (answer: ThreadResponse) => this.#told(answer));
    this.#worker.on("error", (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `a thread for ${this.#path} ended: ${reason}`;
      this.#giveUp(new StoreError("unavailable", message, error));
    });
    this.#worker.on("exit", () => {
      this.#giveUp(new StoreError("unavailable", `a thread for ${this.#path} ended`));
    });
  }

  /** @throws {@link StoreError} if the database cannot be opened */
  static async open(options: SqliteSessionOptions): Promise<SqliteSession> {
    const session = new SqliteSession(options);
    try {
      // The first answer says whether the database could be opened.
      await session.#expect();
      return session;
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  get isBroken(): boolean {
    return this.#gone !== undefined;
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
          // The thread goes on while the reader works.
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
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    const answer = this.#expect();
    this.#worker.postMessage(request);
    return answer;
  }

  /** Tells the statement that runs to end. */
  interrupt(): void {
    Atomics.store(this.#flag, 0, 1);
  }

  /**
   * Ends the statement that runs, or waits for its rows to be taken. If it does not end in time the session is broken.
   */
  async stop(): Promise<void> {
    this.interrupt();
    const error = (): StoreError =>
      new StoreError("unavailable", `a statement on ${this.#path} does not end`);
    const limit = { milliseconds: GRACE_MS, error, clock: this.#clock };
    try {
      await withTimeout(this.#answer.then(ignore, ignore), [], limit);
      Atomics.store(this.#flag, 0, 0);
      await this.ask({ kind: "stop" });
    } catch {
      this.#giveUp(error());
    }
  }

  /**
   * Resolves when the thread has ended: nothing can end it while SQLite works. Requests without an answer fail at once.
   */
  async end(): Promise<void> {
    this.#giveUp(new StoreError("unavailable", `${this.#path} was left`));
    this.interrupt();
    // A program that only waits for this end must not end before it.
    this.#isEnding = true;
    this.#worker.ref();
    await this.#worker.terminate();
  }

  /** Fails what was not answered, and what will be asked. */
  #giveUp(error: StoreError): void {
    this.#gone ??= error;
    for (const { reject } of this.#asked.splice(0)) reject(this.#gone);
  }

  #expect(): Promise<CellBatch> {
    const answer = new Promise<CellBatch>((resolve, reject) => {
      this.#asked.push({ resolve, reject });
    });
    this.#answer = answer;
    // The caller may have left before the answer comes.
    answer.catch(ignore);
    // A thread that has nothing to do does not keep the program running.
    this.#worker.ref();
    return answer;
  }

  #told(answer: ThreadResponse): void {
    const asked = this.#asked.shift();
    if (this.#asked.length === 0 && !this.#isEnding) this.#worker.unref();
    if (answer.ok) asked?.resolve(answer.rows);
    else asked?.reject(storeError(answer.failure, this.#path));
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
