// This folder connects to MariaDB and MySQL.

import { readFileSync } from "node:fs";
import { StoreError } from "../../store.ts";
import { expectParameters, readAddress } from "../sessions/read-address.ts";
import { CONNECT_WITHIN_MS } from "../sessions/statement-limits.ts";

export interface MariadbAddress {
  /** The options of `createConnection`. */
  readonly config: object;
  /** The server's name for messages, without secrets. */
  readonly serverName: string;
}

const PARAMETERS = ["socket", "sslmode", "sslrootcert"];

/**
 * Parses `mariadb://user:password@host:3306/database`. The parameter `socket` is the path of a Unix socket; `sslmode`
 * and `sslrootcert` are those of PostgreSQL: `disable` (default), `require`, `verify-ca` or `verify-full`.
 */
export function addressOf(source: string): MariadbAddress {
  const url = readAddress(source, "MariaDB", "mariadb://user:password@host:3306/database");
  expectParameters(url, "MariaDB", PARAMETERS);
  const { searchParams } = url;
  const socketPath = searchParams.get("socket");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? 3306 : Number(url.port);
  const database = decodeURIComponent(url.pathname.slice(1));
  const ssl = sslOf(searchParams);
  return {
    serverName: `MariaDB ${socketPath ?? `${host}:${port}`}/${database}`,
    config: {
      ...(socketPath === null ? { host, port } : { socketPath }),
      ...(url.username === "" ? {} : { user: decodeURIComponent(url.username) }),
      ...(url.password === "" ? {} : { password: decodeURIComponent(url.password) }),
      ...(database === "" ? {} : { database }),
      ...(ssl === undefined ? {} : { ssl }),
      charset: "utf8mb4",
      connectTimeout: CONNECT_WITHIN_MS,
      enableKeepAlive: true,
      rowsAsArray: true,
      dateStrings: true,
      jsonStrings: true,
      maxPreparedStatements: 100,
    },
  };
}

function sslOf(parameters: URLSearchParams): object | undefined {
  const mode = parameters.get("sslmode") ?? "disable";
  const file = parameters.get("sslrootcert");
  const ca = file === null ? {} : { ca: readCertificate(file) };
  switch (mode) {
    case "disable":
      return undefined;
    case "require":
      return { ...ca, rejectUnauthorized: file !== null };
    case "verify-ca":
      return { ...ca, rejectUnauthorized: true };
    case "verify-full":
      return { ...ca, rejectUnauthorized: true, verifyIdentity: true };
    default:
      throw new StoreError("setup", `MariaDB's address has no sslmode ${mode}`);
  }
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new StoreError("setup", `the certificate ${file} cannot be read`);
  }
}
