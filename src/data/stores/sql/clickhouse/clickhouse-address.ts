// This folder connects to ClickHouse.

import { Agent, type AgentOptions } from "node:http";
import { Agent as SecureAgent } from "node:https";
import type { Socket } from "node:net";
import { expectParameters, readAddress } from "../sessions/read-address.ts";
import { CONNECT_WITHIN_MS } from "../sessions/statement-limits.ts";

/** How long the server waits for a reader that takes no rows, and the reader for the server. */
const IDLE_MS = 300_000;

export interface ClickHouseAddress {
  /** The options of `createClient`; a new object for each client, since each has its own connection. */
  readonly config: () => object;
  /** The server's name for messages, without secrets. */
  readonly serverName: string;
}

/** Parses `clickhouse://user:password@host:8123/database` (HTTP) or `clickhouses://…:8443/…` (HTTPS). */
export function addressOf(source: string): ClickHouseAddress {
  const url = readAddress(source, "ClickHouse", "clickhouse://user:password@host:8123/database");
  expectParameters(url, "ClickHouse", []);
  const isSecure = url.protocol === "clickhouses:";
  const port = url.port === "" ? (isSecure ? "8443" : "8123") : url.port;
  const database = decodeURIComponent(url.pathname.slice(1)) || "default";
  const base = `${isSecure ? "https" : "http"}://${url.hostname}:${port}`;
  return {
    serverName: `ClickHouse ${url.hostname}:${port}/${database}`,
    config: () => ({
      url: base,
      username: decodeURIComponent(url.username) || "default",
      password: decodeURIComponent(url.password),
      database,
      application: "isoform",
      request_timeout: IDLE_MS,
      http_agent: isSecure
        ? withinTime(new SecureAgent(AGENT), "secureConnect")
        : withinTime(new Agent(AGENT), "connect"),
      set_basic_auth_header: true,
      // By default, the client logs to the console.
      log: { level: 127 },
    }),
  };
}

const AGENT: AgentOptions = { keepAlive: true, maxSockets: 1 };

type CreateConnection = (options: object, callback?: (...values: unknown[]) => void) => Socket;

/** An agent with a time limit for connecting: without one, it would wait for minutes. */
function withinTime<A extends Agent>(agent: A, event: "connect" | "secureConnect"): A {
  const createConnection: unknown = Reflect.get(agent, "createConnection");
  if (typeof createConnection !== "function") return agent;
  const create: CreateConnection = (...values) => {
    const socket: Socket = Reflect.apply(createConnection, agent, values);
    const timer = setTimeout(() => {
      const error = new Error(`no connection within ${CONNECT_WITHIN_MS} ms`);
      socket.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
    }, CONNECT_WITHIN_MS);
    socket.once(event, () => clearTimeout(timer));
    socket.once("close", () => clearTimeout(timer));
    return socket;
  };
  Reflect.set(agent, "createConnection", create);
  return agent;
}
