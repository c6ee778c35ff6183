import { write } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVICE_LIMITS } from "./limits.ts";

/** The delay after a failed write, in milliseconds. */
const PAUSE_MS = 1_000;
/** The delay while a pipe is full, in milliseconds. */
const FULL_MS = 20;
/** How long lines are gathered, in milliseconds: a write for each request took a tenth of the event loop's time. */
const GATHER_MS = 10;

const STANDARD_OUTPUT = 1;

/**
 * Writes lines to a file descriptor without blocking. If the disk is full, or the reader is slow or gone, lines are
 * dropped. The next line written tells how many.
 */
export class LogOutput {
  readonly #descriptor: number;
  #lines: string[] = [];
  #queued = 0;
  #dropped = 0;
  #isWriting = false;
  /** Whether the last write ended within a line. */
  #isWithinLine = false;

  /** @param descriptor default: standard output */
  constructor(descriptor = STANDARD_OUTPUT) {
    this.#descriptor = descriptor;
    // Creating this stream makes Node set the pipe to non-blocking mode. A blocked write would keep the process from
    // exiting.
    if (descriptor === STANDARD_OUTPUT) process.stdout.writableLength;
  }

  write(line: string): void {
    if (this.#queued + line.length > SERVICE_LIMITS.logCharacters) {
      this.#dropped++;
      return;
    }
    this.#lines.push(line);
    this.#queued += line.length;
    if (!this.#isWriting) this.#flushSoon();
  }

  #flushSoon(): void {
    this.#isWriting = true;
    setTimeout(() => this.#flush(), GATHER_MS);
  }

  /** Resolves when all lines are written, or the time limit for the last lines is over. */
  async end(): Promise<void> {
    const last = performance.now() + SERVICE_LIMITS.logEndMs;
    while (this.#isWriting && performance.now() < last) await sleep(FULL_MS);
  }

  #flush(): void {
    const lines = this.#lines;
    const dropped = this.#dropped;
    this.#lines = [];
    this.#queued = 0;
    this.#dropped = 0;
    const begin = this.#isWithinLine ? ["\n"] : [];
    const note = dropped === 0 ? [] : [droppedLine(dropped)];
    this.#put(Buffer.from([...begin, ...note, ...lines].join("")), (error) => {
      if (error === undefined) {
        this.#isWithinLine = false;
        if (this.#queued > 0 || this.#dropped > 0) this.#flushSoon();
        else this.#isWriting = false;
        return;
      }
      this.#dropped += dropped + lines.length;
      setTimeout(() => this.#flush(), PAUSE_MS).unref();
    });
  }

  /** Writes all bytes, since a single write may be partial. */
  #put(bytes: Buffer, done: (error: Error | undefined) => void): void {
    write(this.#descriptor, bytes, 0, bytes.length, null, (error, written) => {
      if (error?.code === "EAGAIN") setTimeout(() => this.#put(bytes, done), FULL_MS).unref();
      else if (error !== null) done(error);
      else if (written < bytes.length) {
        this.#isWithinLine = bytes[written - 1] !== NEW_LINE;
        this.#put(bytes.subarray(written), done);
      } else done(undefined);
    });
  }
}

const NEW_LINE = 0x0a;

function droppedLine(count: number): string {
  return `${JSON.stringify({ level: 40, time: Date.now(), msg: "log lines were dropped", count })}\n`;
}
