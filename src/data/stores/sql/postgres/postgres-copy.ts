import type { PgConnection } from "./pg.ts";
import { PostgresExchange } from "./postgres-exchange.ts";

/** `COPY … FROM STDIN`: the fastest way to insert many rows, supported by all servers with this protocol. */
export class CopyIn extends PostgresExchange {
  readonly #text: string;
  readonly #lines: string;

  constructor(text: string, lines: string) {
    super();
    this.#text = text;
    this.#lines = lines;
  }

  send(connection: PgConnection): void {
    connection.query(this.#text);
  }

  override handleCopyInResponse(connection: PgConnection): void {
    connection.stream.cork();
    connection.sendCopyFromChunk(Buffer.from(this.#lines));
    connection.endCopyFrom();
    connection.stream.uncork();
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** Escapes a string for a line of COPY. */
export function copyText(text: string): string {
  return /[\\\n\r\t]/.test(text)
    ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character)
    : text;
}

/** The spelling of NULL. */
export const COPY_NULL = "\\N";
