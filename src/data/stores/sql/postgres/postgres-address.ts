// This folder connects to PostgreSQL, and to other servers with its protocol.

import { wrongAddress } from "../sessions/read-address.ts";
import { CONNECT_WITHIN_MS, type StatementLimits } from "../sessions/statement-limits.ts";
import type { Pg, PgClient, PgConfig } from "./pg.ts";

/** How long a transaction may wait for its reader before the server ends it: an open transaction blocks VACUUM. */
const IDLE_MS = 300_000;

const EXAMPLE = "postgres://user:password@host:5432/database";

/** The address of the server, and the settings of a session. */
export interface PostgresAddress {
  readonly config: PgConfig;
  /** The statement that begins each transaction; `undefined` if the session has the settings from the start. */
  readonly settings: string | undefined;
}

/**
 * Parses `postgres://user:password@host:5432/database`, with the parameters of `pg`. With `?pgbouncer=true` no session
 * settings are used: a connection pooler would reject them, or share the session with others.
 */
export function addressOf(source: string, { timeoutMs }: StatementLimits): PostgresAddress {
  const [base = "", query = ""] = source.split(/\?(.*)/s);
  // Rejects a password with unescaped characters, which would be parsed as another part of the URL.
  if (/^[a-z]+:\/\/[^/]*\/.*@/s.test(base)) throw wrongAddress("PostgreSQL", EXAMPLE);
  const parameters = new URLSearchParams(query);
  const isPooled = parameters.get("pgbouncer") === "true";
  const own = parameters.get("options");
  parameters.delete("pgbouncer");
  parameters.delete("options");
  const wanted = {
    client_encoding: "UTF8",
    extra_float_digits: "3",
    statement_timeout: String(Math.ceil(timeoutMs)),
    idle_in_transaction_session_timeout: String(IDLE_MS),
  };
  const rest = parameters.size === 0 ? "" : `?${parameters}`;
  const config = {
    connectionString: `${base}${rest}`,
    application_name: "isoform",
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
  };
  if (isPooled) {
    const calls = Object.entries(wanted)
      // The pooler sets the encoding itself.
      .filter(([name]) => name !== "client_encoding")
      .map(([name, value]) => `set_config('${name}', '${value}', true)`);
    return { config, settings: `SELECT ${calls.join(", ")}` };
  }
  const options = Object.entries({ ...wanted, default_transaction_read_only: "on" }).map(
    ([name, value]) => `-c ${name}=${value}`,
  );
  return {
    config: { ...config, options: [...(own === null ? [] : [own]), ...options].join(" ") },
    settings: undefined,
  };
}

/** Creates a client without connecting. The package's own message may contain the address, and is not repeated. */
export function clientOf(pg: Pg, { config }: PostgresAddress): PgClient {
  try {
    return new pg.Client(config);
  } catch {
    throw wrongAddress("PostgreSQL", EXAMPLE);
  }
}

/** The server's name for messages, without secrets. */
export function serverName({ host, port, database }: PgClient): string {
  return `PostgreSQL ${host}:${port}/${database ?? ""}`;
}
