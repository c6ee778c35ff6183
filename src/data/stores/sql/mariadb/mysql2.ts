import { databasePackage, property } from "../../load-package.ts";

export type BoundValue = string | number | null;

/** A running statement. It emits rows as events if it has no callback. */
export interface MysqlCommand {
  on(event: "result", listener: (row: unknown) => void): void;
  on(event: "error", listener: (error: unknown) => void): void;
  on(event: "end", listener: () => void): void;
}

export interface MysqlConnection {
  readonly threadId: number | null;
  /** The binary protocol: numbers are sent as float64 both ways. */
  execute(request: { readonly sql: string; readonly values: readonly BoundValue[] }): MysqlCommand;
  /** The text protocol, without parameters: the package would interpolate them itself. */
  query(request: { readonly sql: string }): MysqlCommand;
  pause(): void;
  resume(): void;
  end(done: () => void): void;
  destroy(): void;
  /** `destroy` only sends a quit packet, which the server does not read while it has rows to send. */
  readonly stream: { destroy(): void };
  on(event: "connect" | "end", listener: () => void): void;
  on(event: "error", listener: (error: unknown) => void): void;
}

/** The parts of the package `mysql2` that we use. */
export interface Mysql2 {
  createConnection(config: object): MysqlConnection;
}

export function loadMysql2(given: unknown): Promise<Mysql2> {
  return databasePackage("mysql2", given, isMysql2);
}

function isMysql2(candidate: unknown): candidate is Mysql2 {
  return typeof property(candidate, "createConnection") === "function";
}
