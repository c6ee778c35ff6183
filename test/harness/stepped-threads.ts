import { EventEmitter } from "node:events";
import type { Clock } from "../../src/data/stores/clock.ts";
import type { ScanSliceDone, ToThread } from "../../src/data/stores/scans/scan-messages.ts";
import { ScanProgram } from "../../src/data/stores/scans/scan-program.ts";
import type { ScanThread } from "../../src/data/stores/scans/start-scan-thread.ts";
import { ManualClock } from "./manual-clock.ts";

type Kind = ToThread["kind"];

/**
 * A thread of a pool that runs in the test's own thread, and takes a message when the test says so. Its program is the
 * real one, but a time slice is over after each chunk of rows; messages are copied, as on their way to a thread.
 */
export class SteppedThread extends EventEmitter implements ScanThread {
  readonly #program: ScanProgram;
  readonly #onMessage: (thread: SteppedThread) => void;
  readonly #messages: ToThread[] = [];
  /** The kinds of the messages that it has taken. */
  readonly taken: Kind[] = [];
  isAlive = true;
  /** Whether it keeps the program running. */
  isReferenced = true;

  constructor(clock: Clock, onMessage: (thread: SteppedThread) => void) {
    super();
    this.#program = new ScanProgram(clock, 0);
    this.#onMessage = onMessage;
  }

  /** The kinds of the messages that it has not taken yet. */
  get waiting(): readonly Kind[] {
    return this.#messages.map(({ kind }) => kind);
  }

  postMessage(message: ToThread): void {
    if (!this.isAlive) return;
    this.#messages.push(structuredClone(message));
    this.#onMessage(this);
  }

  ref(): void {
    this.isReferenced = true;
  }

  unref(): void {
    this.isReferenced = false;
  }

  /** Takes the next message, and those before it that have no answer; resolves when its pool has the answer. */
  async step(): Promise<void> {
    for (let message = this.#messages.shift(); message; message = this.#messages.shift()) {
      this.taken.push(message.kind);
      const done: ScanSliceDone | undefined = await this.#program.receive(message);
      if (done === undefined) continue;
      if (this.isAlive) this.emit("message", structuredClone(done));
      return;
    }
  }

  /** Ends as a thread does that a mistake or the system has ended. */
  crash(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.#messages.length = 0;
    this.emit("exit");
  }

  async terminate(): Promise<void> {
    this.crash();
  }
}

/** The threads of a pool that a test drives: `ScanPool.open({ threads: 2, start: threads.start })`. */
export class SteppedThreads {
  readonly started: SteppedThread[] = [];
  readonly #clock: Clock;
  #whenAsked: ((thread: SteppedThread) => void)[] = [];
  #isRunning = false;

  /** @param clock of the threads */
  constructor(clock: Clock = new ManualClock()) {
    this.#clock = clock;
  }

  readonly start = (): SteppedThread => {
    const thread = new SteppedThread(this.#clock, (asked) => this.#asked(asked));
    this.started.push(thread);
    return thread;
  };

  /** Resolves with a thread that has something to answer. */
  async asked(): Promise<SteppedThread> {
    const asked = this.started.find((thread) => thread.waiting.some(hasAnswer));
    return asked ?? new Promise((resolve) => this.#whenAsked.push(resolve));
  }

  /** From now on, each thread answers what it is asked by itself. */
  run(): void {
    this.#isRunning = true;
    for (const thread of this.started) this.#asked(thread);
  }

  #asked(thread: SteppedThread): void {
    if (!thread.waiting.some(hasAnswer)) return;
    if (this.#isRunning) setImmediate(() => thread.step());
    else for (const resolve of this.#whenAsked.splice(0)) resolve(thread);
  }
}

/** Whether a thread answers messages of a kind. */
function hasAnswer(kind: Kind): boolean {
  return kind !== "table" && kind !== "forget";
}
