import { write } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVICE_LIMITS } from "./limits.ts";

/** How long to wait after a write that failed before the next one, in milliseconds. */
const PAUSE_MS = 1_000;
/** How long to wait for the reader of a pipe that is full, in milliseconds. */
const FULL_MS = 20;

const STANDARD_OUTPUT = 1;

/**
 * Writes lines to a file descriptor without ever waiting for it. If its disk is full, or its reader is slow or gone,
 * lines are dropped. The first line after that says how many.
 */
export class LogOutput {
  readonly #descriptor: number;
  #lines: string[] = [];
  #queued = 0;
  #dropped = 0;
  #isWriting = false;
  /** Whether the last write broke off within a line. */
  #isWithinLine = false;

  /** @param descriptor the standard output unless given */
  constructor(descriptor = STANDARD_OUTPUT) {
    this.#descriptor = descriptor;
    // Node makes a pipe one that does not block when it makes this stream. A thread that waits for the reader of a pipe
    // would keep the process from ending.
    if (descriptor === STANDARD_OUTPUT) process.stdout.writableLength;
  }

  write(line: string): void {
    if (this.#queued + line.length > SERVICE_LIMITS.logCharacters) {
      this.#dropped++;
      return;
    }
    this.#lines.push(line);
    this.#queued += line.length;
    if (!this.#isWriting) this.#flush();
  }

  /** Resolves when all lines are written, or the time for the last lines is over. */
  async end(): Promise<void> {
    const last = performance.now() + SERVICE_LIMITS.logEndMs;
    while (this.#isWriting && performance.now() < last) await sleep(FULL_MS);
  }

  #flush(): void {
    const lines = this.#lines;
    if (lines.length === 0 && this.#dropped === 0) return;
    const dropped = this.#dropped;
    this.#lines = [];
    this.#queued = 0;
    this.#dropped = 0;
    const begin = this.#isWithinLine ? ["\n"] : [];
    const told = dropped === 0 ? [] : [droppedLine(dropped)];
    this.#isWriting = true;
    this.#put(Buffer.from([...begin, ...told, ...lines].join("")), (error) => {
      if (error === undefined) {
        this.#isWriting = false;
        this.#isWithinLine = false;
        this.#flush();
        return;
      }
      this.#dropped += dropped + lines.length;
      setTimeout(() => {
        this.#isWriting = false;
        this.#flush();
      }, PAUSE_MS).unref();
    });
  }

  /** Writes all of the bytes. A write may take a part of them only. */
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
