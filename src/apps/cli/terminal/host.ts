import type { Readable, Writable } from "node:stream";

type EndSignal = "SIGINT" | "SIGTERM";

/** A stream for results or messages. The other properties are those of a terminal. */
export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The process of a command: its streams, environment and signals. `process` is one; tests pass others. */
export interface Host {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  on(signal: EndSignal, listener: () => void): unknown;
  off(signal: EndSignal, listener: () => void): unknown;
  exit(code: number): never;
}
