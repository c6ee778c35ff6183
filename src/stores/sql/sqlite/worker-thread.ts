import type { Worker } from "node:worker_threads";
import { StoreError } from "../../store.ts";
import { storeError } from "./failure.ts";
import type { Answer, Request, Rows, ThreadSetup } from "./messages.ts";
import { startWorker } from "./start-worker.ts";

interface Asked {
  readonly resolve: (rows: Rows) => void;
  readonly reject: (error: unknown) => void;
}

/** How long a statement that was told to end may go on before its thread is given up. */
const GRACE_MS = 1_000;

/** A thread with a connection, as the program sees it: it does one thing at a time. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #flag: Int32Array<SharedArrayBuffer>;
  readonly #path: string;
  /** What it has not answered yet; it does so in their order. */
  readonly #asked: Asked[] = [];
  /** The last of them. */
  #answer: Promise<unknown> = Promise.resolve();
  #gone: StoreError | undefined;
  #isEnding = false;

  /** Resolves when the database is open. */
  readonly opened: Promise<unknown>;

  constructor(setup: Omit<ThreadSetup, "flag">) {
    this.#path = setup.path;
    this.#flag = new Int32Array(new SharedArrayBuffer(4));
    this.#worker = startWorker({ ...setup, flag: this.#flag });
    this.#worker.on("message", (answer: Answer) => this.#told(answer));
    this.#worker.on("error", (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `a thread for ${this.#path} ended: ${reason}`;
      this.giveUp(new StoreError("unavailable", message, error));
    });
    this.#worker.on("exit", () => {
      this.giveUp(new StoreError("unavailable", `a thread for ${this.#path} ended`));
    });
    // Its first answer says whether it could be opened.
    this.opened = this.#expect();
  }

  get isGone(): boolean {
    return this.#gone !== undefined;
  }

  /** Fails what it has not answered, and what it is asked from now on. */
  giveUp(error: StoreError): void {
    this.#gone ??= error;
    for (const { reject } of this.#asked.splice(0)) reject(this.#gone);
  }

  /** @throws {@link StoreError} */
  ask(request: Request): Promise<Rows> {
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    const answer = this.#expect();
    this.#worker.postMessage(request);
    return answer;
  }

  /**
   * Ends the statement that runs, or that waits for its rows to be taken.
   *
   * @returns whether it did so, and the thread can be used again
   */
  async stop(): Promise<boolean> {
    Atomics.store(this.#flag, 0, 1);
    const isStill = await within(GRACE_MS, this.#answer.then(ignore, ignore));
    if (!isStill || this.isGone) return false;
    Atomics.store(this.#flag, 0, 0);
    return this.ask({ kind: "stop" }).then(
      () => true,
      () => false,
    );
  }

  /**
   * Resolves when the thread has ended: while SQLite works, nothing can end it. Whoever waits for an answer gets the reason at once.
   */
  async end(reason: StoreError): Promise<void> {
    this.giveUp(reason);
    Atomics.store(this.#flag, 0, 1);
    // A program that only waits for this end must not end before it.
    this.#isEnding = true;
    this.#worker.ref();
    await this.#worker.terminate();
  }

  #expect(): Promise<Rows> {
    const answer = new Promise<Rows>((resolve, reject) => {
      this.#asked.push({ resolve, reject });
    });
    this.#answer = answer;
    // Whoever asked may have left before the answer comes.
    answer.catch(ignore);
    // A thread that has nothing to do does not keep the program running.
    this.#worker.ref();
    return answer;
  }

  #told(answer: Answer): void {
    const asked = this.#asked.shift();
    if (this.#asked.length === 0 && !this.#isEnding) this.#worker.unref();
    if (answer.ok) asked?.resolve(answer.rows);
    else asked?.reject(storeError(answer.failure, this.#path));
  }
}

/** Whether a promise comes to its end in time. */
async function within(milliseconds: number, end: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const isInTime = await Promise.race([end.then(() => true), late]);
  clearTimeout(timer);
  return isInTime;
}

function ignore(): undefined {
  return;
}
