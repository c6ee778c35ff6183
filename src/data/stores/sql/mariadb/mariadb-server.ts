import type { Dialect } from "../../../../backends/sql/dialect.ts";
import { createMariadb } from "../../../../backends/sql/dialects/mariadb.ts";
import { StoreError } from "../../store.ts";

/** The server's product, MariaDB or MySQL, and how they differ. */
export interface MariadbServer {
  readonly dialect: Dialect;
  /** Adds the server's own time limit to a SELECT. */
  readonly limited: (text: string, timeoutMs: number) => string;
}

const OLDEST = { MariaDB: [10, 6, 0], MySQL: [8, 0, 17] } as const;

/** @param version the result of `VERSION()`: `10.11.6-MariaDB-0+deb12u1`, or `8.4.0` */
export function serverOf(version: string): MariadbServer {
  const product = /mariadb/i.test(version) ? "MariaDB" : "MySQL";
  const numbers = (/^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
  const oldest = OLDEST[product];
  if (isBefore(numbers, oldest)) {
    const wanted = oldest.join(".");
    throw new StoreError(
      "setup",
      `${product} ${version} is too old: it has to be ${wanted} or later`,
    );
  }
  return product === "MariaDB" ? MARIADB : MYSQL;
}

const MARIADB: MariadbServer = {
  dialect: createMariadb(),
  limited: (text, timeoutMs) =>
    `SET STATEMENT max_statement_time = ${(timeoutMs / 1_000).toFixed(3)} FOR ${text}`,
};

const MYSQL: MariadbServer = {
  dialect: createMariadb({ product: "mysql" }),
  limited: (text, timeoutMs) =>
    text.replace(/^SELECT /, `SELECT /*+ MAX_EXECUTION_TIME(${Math.ceil(timeoutMs)}) */ `),
};

function isBefore(numbers: readonly number[], others: readonly number[]): boolean {
  for (const [index, other] of others.entries()) {
    const number = numbers[index] ?? 0;
    if (number !== other) return number < other;
  }
  return false;
}
