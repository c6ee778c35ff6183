import { Writable } from "node:stream";

interface CollectorOptions {
  readonly isTTY?: boolean;
  /** Nothing more is taken after the first piece until this resolves. */
  readonly goOn?: Promise<void>;
}

/** Holds everything that is written to it. It emits `piece` for each piece. */
export class Collector extends Writable {
  readonly isTTY: boolean;
  readonly columns = 80;
  readonly #goOn: Promise<void> | undefined;
  readonly #pieces: Buffer[] = [];

  constructor({ isTTY = false, goOn }: CollectorOptions = {}) {
    super();
    this.isTTY = isTTY;
    this.#goOn = goOn;
  }

  get text(): string {
    return Buffer.concat(this.#pieces).toString("utf8");
  }

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.#pieces.push(piece);
    this.emit("piece");
    if (this.#goOn === undefined) done();
    else this.#goOn.then(done);
  }
}
