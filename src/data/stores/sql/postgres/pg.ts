import { databasePackage, property } from "../../load-package.ts";

/** The protocol messages that we use, as do `pg-cursor` and `pg-copy-streams`. */
export interface PgConnection {
  readonly stream: {
    cork(): void;
    uncork(): void;
    destroy(): void;
  };
  query(text: string): void;
  parse(message: { readonly name: string; readonly text: string }): void;
  bind(message: { readonly values: readonly string[] }): void;
  describe(message: { readonly type: "P"; readonly name: string }): void;
  execute(message: { readonly rows?: number }): void;
  sync(): void;
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(reason: string): void;
  endCopyFrom(): void;
  // For cancel requests.
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
  on(event: "connect" | "sslconnect" | "end", listener: () => void): void;
  on(event: "error", listener: (error: unknown) => void): void;
}

/** The interface of an object that writes protocol messages itself. */
export interface Submittable {
  submit(connection: PgConnection): void;
  handleRowDescription(message: { readonly fields: readonly PgField[] }): void;
  handleDataRow(message: { readonly fields: (string | null)[] }): void;
  handlePortalSuspended(): void;
  handleCommandComplete(): void;
  handleEmptyQuery(): void;
  handleCopyInResponse(connection: PgConnection): void;
  handleError(error: unknown, connection: PgConnection): void;
  handleReadyForQuery(): void;
}

export interface PgField {
  readonly dataTypeID: number;
}

export interface PgClient {
  readonly connection: PgConnection;
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly database: string | undefined;
  readonly ssl: unknown;
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly password: unknown;
  connect(): Promise<unknown>;
  query(request: Submittable): unknown;
  end(): Promise<void>;
  on(event: "error" | "end", listener: () => void): void;
}

export interface PgConfig {
  readonly connectionString: string;
  readonly options?: string;
  readonly application_name: string;
  readonly connectionTimeoutMillis: number;
  readonly keepAlive: boolean;
}

/** The parts of the package `pg` that we use. */
export interface Pg {
  readonly Client: new (config: PgConfig) => PgClient;
  readonly types: { getTypeParser(type: number): (text: string) => unknown };
}

export function loadPg(given: unknown): Promise<Pg> {
  return databasePackage("pg", given, isPg);
}

function isPg(candidate: unknown): candidate is Pg {
  return (
    typeof property(candidate, "Client") === "function" &&
    property(candidate, "types") !== undefined
  );
}
