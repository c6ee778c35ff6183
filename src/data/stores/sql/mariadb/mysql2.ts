import { databasePackage, property } from "../../load-package.ts";

export type Bound = string | number | null;

/** A statement that runs. Its rows are events, as long as there is no callback. */
export interface MysqlCommand {
  on(event: "result", listener: (row: unknown) => void): void;
  on(event: "error", listener: (error: unknown) => void): void;
  on(event: "end", listener: () => void): void;
}

export interface MysqlConnection {
  readonly threadId: number | null;
  /** Binary: numbers travel as the eight bytes of a float64, both ways. */
  execute(request: { readonly sql: string; readonly values: readonly Bound[] }): MysqlCommand;
  /** Text, and without parameters here: the package would write them into the SQL by itself. */
  query(request: { readonly sql: string }): MysqlCommand;
  pause(): void;
  resume(): void;
  end(done: () => void): void;
  destroy(): void;
  /** `destroy` only says goodbye to the server, which does not hear it while it has rows to send. */
  readonly stream: { destroy(): void };
  on(event: "connect" | "end", listener: () => void): void;
  on(event: "error", listener: (error: unknown) => void): void;
}

/** The part of the package `mysql2` that is used. */
export interface Mysql2 {
  createConnection(config: object): MysqlConnection;
}

export function loadMysql2(given: unknown): Promise<Mysql2> {
  return databasePackage("mysql2", given, isMysql2);
}

function isMysql2(candidate: unknown): candidate is Mysql2 {
  return typeof property(candidate, "createConnection") === "function";
}
