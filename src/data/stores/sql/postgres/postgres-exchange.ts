import type { PgConnection, PgField, Submittable } from "./pg.ts";

/** A protocol exchange: the messages sent, and the responses up to `ReadyForQuery`. */
export abstract class PostgresExchange implements Submittable {
  readonly #settled: Promise<void>;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor() {
    this.#settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // An unobserved rejection would end the program.
    this.#settled.catch(() => undefined);
  }

  /** Resolves when the server is ready for the next exchange; rejects with the server's error. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  abstract send(connection: PgConnection): void;

  submit(connection: PgConnection): void {
    // Corked, so that the messages leave in one packet.
    connection.stream.cork();
    try {
      this.send(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleError(error: unknown, _connection: PgConnection): void {
    this.#reject(error);
  }

  handleRowDescription(_message: { readonly fields: readonly PgField[] }): void {
    // Ignored here, like the messages below.
  }
  handleDataRow(_message: { readonly fields: (string | null)[] }): void {
    return;
  }
  handlePortalSuspended(): void {
    return;
  }
  handleCommandComplete(): void {
    return;
  }
  handleEmptyQuery(): void {
    return;
  }
  handleCopyInResponse(connection: PgConnection): void {
    // The server is waiting for data.
    connection.sendCopyFail("there is nothing to copy");
  }
}

/** Statements without parameters. Results are ignored. */
export class PostgresCommand extends PostgresExchange {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  send(connection: PgConnection): void {
    connection.query(this.#text);
  }
}
