import { Writable } from "node:stream";

interface CollectorOptions {
  readonly isTTY?: boolean;
  /** Nothing more is taken after the first chunk until this resolves. */
  readonly goOn?: Promise<void>;
}

/** Holds everything that is written to it. It emits `chunk` for each chunk. */
export class Collector extends Writable {
  readonly isTTY: boolean;
  readonly columns = 80;
  readonly #goOn: Promise<void> | undefined;
  readonly #chunks: Buffer[] = [];

  constructor({ isTTY = false, goOn }: CollectorOptions = {}) {
    super();
    this.isTTY = isTTY;
    this.#goOn = goOn;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    this.emit("chunk");
    if (this.#goOn === undefined) done();
    else this.#goOn.then(done);
  }
}
