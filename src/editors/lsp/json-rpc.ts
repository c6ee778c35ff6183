/*
 * The language server: JSON-RPC over a pair of streams, and what editors ask of it. It decides nothing about formulas.
 *
 * `vscode-languageserver` would add 389 kB to each format of the build, and ends the process by itself; the part of it that does what
 * this file does, `vscode-jsonrpc`, 124 kB. Both call `require("path")`, which a bundled ES module cannot.
 */

import type { Readable, Writable } from "node:stream";

/** The codes of JSON-RPC and of the protocol for requests that have no result. */
export const RPC_ERRORS = {
  parse: -32700,
  request: -32600,
  method: -32601,
  internal: -32603,
  notInitialized: -32002,
  cancelled: -32800,
  failed: -32803,
} as const;

/** A request that has no result, with the reason for people. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A message of a client: a request if it has an `id` and a method. */
export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
}

/** No honest message is longer. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_HEADER_BYTES = 4096;

/**
 * The messages of a stream, one at a time, with a turn of the event loop before each, so that a message that cancels a
 * request is seen before the request is worked on. It ends at the end of the stream.
 */
export class MessageReader {
  #bytes: Buffer = Buffer.alloc(0);
  readonly #onMessage: (message: Message) => void;
  readonly #onBroken: () => void;

  /** @param onBroken called for a message that is not JSON */
  constructor(onMessage: (message: Message) => void, onBroken: () => void) {
    this.#onMessage = onMessage;
    this.#onBroken = onBroken;
  }

  /** Reads until the stream ends. @throws an error if the stream has no messages of the protocol */
  async read(input: Readable): Promise<void> {
    for await (const chunk of input) {
      this.#bytes = Buffer.concat([this.#bytes, chunk as Buffer]);
      while (this.#take());
    }
  }

  /** Takes a message if all of it is there. */
  #take(): boolean {
    const end = this.#bytes.indexOf("\r\n\r\n");
    if (end === -1) {
      if (this.#bytes.length > MOST_HEADER_BYTES) throw new Error("the input has no headers");
      return false;
    }
    const header = this.#bytes.toString("latin1", 0, end);
    const length = Number(/^content-length: *(\d+) *$/im.exec(header)?.[1]);
    if (!(length <= MOST_BYTES)) throw new Error("the input has no content-length");
    const from = end + 4;
    if (this.#bytes.length < from + length) return false;
    const text = this.#bytes.toString("utf8", from, from + length);
    this.#bytes = this.#bytes.subarray(from + length);
    const message = parse(text);
    if (message === undefined) this.#onBroken();
    else this.#onMessage(message);
    return true;
  }
}

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a message with its header. */
export function writeMessage(output: Writable, message: object): void {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  output.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
