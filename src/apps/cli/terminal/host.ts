import type { Readable, Writable } from "node:stream";

/** A signal that asks the program to end. */
type EndSignal = "SIGINT" | "SIGTERM";

/** A stream that results or messages are written to. The other properties are those of a terminal. */
export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The process of a command: its streams, its environment and its signals. `process` is one; tests have others. */
export interface Host {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  on(signal: EndSignal, listener: () => void): unknown;
  off(signal: EndSignal, listener: () => void): unknown;
  exit(code: number): never;
}
