/*
 * The language server: JSON-RPC over a pair of streams, and the requests of editors. It contains no logic about
 * formulas.
 *
 * `vscode-languageserver` would add 389 kB to each format of the build, and ends the process itself; its part with the
 * functions of this file, `vscode-jsonrpc`, 124 kB. Both call `require("path")`, which a bundled ES module cannot.
 */

import type { Readable, Writable } from "node:stream";

/** The error codes of JSON-RPC and of the protocol. */
export const RPC_ERRORS = {
  parse: -32700,
  request: -32600,
  method: -32601,
  internal: -32603,
  notInitialized: -32002,
  cancelled: -32800,
  failed: -32803,
} as const;

/** An error response, with a message for people. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A message of the client: a request if it has an `id` and a method. */
export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
}

/** Longer than any legitimate message. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_HEADER_BYTES = 4096;

/**
 * Reads messages from a stream, one at a time. Yields to the event loop before each, so that a cancellation is seen
 * before its request is handled. Ends with the stream.
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

  /** Reads until the stream ends. @throws `Error` if the stream does not follow the protocol */
  async read(input: Readable): Promise<void> {
    for await (const chunk of input) {
      this.#bytes = Buffer.concat([this.#bytes, chunk as Buffer]);
      while (this.#take());
    }
  }

  /** Takes a message if it is complete. */
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
