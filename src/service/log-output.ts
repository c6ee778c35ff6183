import { write } from "node:fs";

/** The most characters that wait to be written. Lines beyond that are dropped. */
const MOST_QUEUED = 4_194_304;
/** How long to wait after a write that failed before the next one, in milliseconds. */
const PAUSE_MS = 1_000;

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

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(line: string): void {
    if (this.#queued + line.length > MOST_QUEUED) {
      this.#dropped++;
      return;
    }
    this.#lines.push(line);
    this.#queued += line.length;
    if (!this.#isWriting) this.#flush();
  }

  #flush(): void {
    const lines = this.#lines;
    if (lines.length === 0 && this.#dropped === 0) return;
    const dropped = this.#dropped;
    this.#lines = [];
    this.#queued = 0;
    this.#dropped = 0;
    const told = dropped === 0 ? [] : [droppedLine(dropped)];
    this.#isWriting = true;
    this.#put(Buffer.from([...told, ...lines].join("")), (error) => {
      this.#isWriting = false;
      if (error === undefined) {
        this.#flush();
        return;
      }
      this.#dropped += dropped + lines.length;
      this.#isWriting = true;
      setTimeout(() => {
        this.#isWriting = false;
        this.#flush();
      }, PAUSE_MS).unref();
    });
  }

  /** Writes all of the bytes. A write may take a part of them only. */
  #put(bytes: Buffer, done: (error: Error | undefined) => void): void {
    write(this.#descriptor, bytes, 0, bytes.length, null, (error, written) => {
      if (error !== null) done(error);
      else if (written < bytes.length) this.#put(bytes.subarray(written), done);
      else done(undefined);
    });
  }
}

function droppedLine(count: number): string {
  return `${JSON.stringify({ level: 40, time: Date.now(), msg: "log lines were dropped", count })}\n`;
}
