import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { demoSchema } from "../../../src/apps/demo/index.ts";
import type { StoreRecord } from "../../../src/data/stores/store.ts";
import { type Answer, ask, openSocket } from "../../apps/service/harness/client.ts";
import { type Database, fillTable } from "../../apps/service/harness/databases.ts";
import { type Started, startEngine } from "../../engines/engine.ts";
import { load } from "../../engines/install.ts";
import { becomes } from "../becomes.ts";
import type { ChildSetup, ChildStarted, ChildState } from "./database-child.ts";

/** A service over the table in a process of its own. */
export interface Service {
  readonly port: number;
  readonly pid: number;
  readonly token: string;
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  state(): Promise<ChildState>;
  /** Stops it; resolves with how it ended. */
  stop(): Promise<readonly [number | null, NodeJS.Signals | null]>;
}

/** @param atEnd receives the function that kills the process if a test did not stop the service. Default: `onTestFinished` */
export async function serveApart(
  setup: ChildSetup,
  atEnd: (end: () => void) => void = onTestFinished,
): Promise<Service> {
  const script = fileURLToPath(new URL("database-child.ts", import.meta.url));
  const child = fork(script, [JSON.stringify(setup)], {
    execArgv: ["--import", "tsx", "--expose-gc"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  atEnd(() => {
    child.kill("SIGKILL");
  });
  const exit = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const { url, token } = await messageOf<ChildStarted>(child, exit);
  return {
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    token,
    ask: (path, headers = {}) =>
      ask(`${url}${path}`, { headers: { "x-api-key": token, ...headers } }),
    state: () => {
      child.send("state");
      return messageOf<ChildState>(child, exit);
    },
    stop: () => {
      child.send("stop");
      return exit;
    },
  };
}

async function messageOf<T>(
  child: ChildProcess,
  exit: Promise<readonly [number | null, NodeJS.Signals | null]>,
): Promise<T> {
  const end = exit.then(([code, signal]) => {
    throw new Error(`the service ended with ${code ?? signal}`);
  });
  const [message] = await Promise.race([once(child, "message"), end]);
  return message as T;
}

/** A database over a network that can be killed. */
export interface ServerDatabase extends Database {
  /** Connections of services, and how many of them work. */
  connections(): Promise<number>;
  running(): Promise<number>;
  execute(sql: string): Promise<void>;
  /** Ends the connections of services, which connect again. */
  endSessions(): Promise<void>;
  /** A killed server has what was written before. */
  keep(): Promise<void>;
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** The server's first process, and those that serve its clients now. */
  processes(): Promise<readonly [first: number, ...others: number[]]>;
}

async function startPostgres(): Promise<Started<ServerDatabase>> {
  const started = await startEngine("postgres");
  if (!started.ok) return started;
  const { engine } = started;
  const { host, user, database } = engine.connection;
  const countWhere = async (condition: string): Promise<number> => {
    const [row] = await engine.query(
      `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'isoform' AND ${condition}`,
    );
    return Number(row?.[0]);
  };
  return {
    ok: true,
    engine: {
      source: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
      options: { driver: load("pg") },
      connections: () => countWhere("TRUE"),
      running: () => countWhere("state <> 'idle'"),
      keep: () => engine.execute("CHECKPOINT"),
      crash: () => engine.crash(),
      restart: () => engine.restart(),
      processes: () => engine.processes(),
      execute: (sql) => engine.execute(sql),
      endSessions: () =>
        engine.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'isoform'",
        ),
      close: () => engine.close(),
    },
  };
}

async function startMariadb(): Promise<Started<ServerDatabase>> {
  const started = await startEngine("mariadb");
  if (!started.ok) return started;
  const { engine } = started;
  const { socketPath, user, database } = engine.connection;
  const countWhere = async (condition: string): Promise<number> => {
    const [row] = await engine.query(
      `SELECT COUNT(*) FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND user = 'root' AND ${condition}`,
    );
    return Number(row?.[0]);
  };
  return {
    ok: true,
    engine: {
      source: `mariadb://${user}@localhost/${database}?socket=${encodeURIComponent(socketPath)}`,
      options: { driver: load("mysql2") },
      connections: () => countWhere("TRUE"),
      running: () => countWhere("command <> 'Sleep'"),
      keep: () => engine.execute("FLUSH LOGS"),
      crash: () => engine.crash(),
      restart: () => engine.restart(),
      processes: () => engine.processes(),
      execute: (sql) => engine.execute(sql),
      endSessions: () => Promise.reject(new Error("a thread serves each connection")),
      close: () => engine.close(),
    },
  };
}

/** Databases over a network that can be killed, by name. */
export const SERVERS = { PostgreSQL: startPostgres, MariaDB: startMariadb };

/** Puts cars into a table of the database, once. */
export function filled<D extends Database>(
  start: () => Promise<Started<D>>,
  cars: readonly StoreRecord[],
): () => Promise<Started<D>> {
  return async () => {
    const started = await start();
    if (started.ok) await (await fillTable(started.engine, "cars", demoSchema, cars)).close();
    return started;
  };
}

/** An answer whose beginning was read. */
export interface Reading {
  readonly socket: Socket;
  /** Its bytes so far, one character each. */
  readonly received: () => string;
  readonly status: number;
}

/** Takes the beginning of all cars, and then no more. */
export async function beginReading(
  service: Service,
  accept = "application/json",
  path = "/cars",
): Promise<Reading> {
  const socket = await openSocket(service.port);
  let received = "";
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    received += text;
    socket.pause();
  });
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.token}\r\naccept: ${accept}\r\nconnection: close\r\n\r\n`,
  );
  await becomes("the beginning of an answer", () => received !== "", true);
  return { socket, received: () => received, status: Number(received.split(" ")[1]) };
}

/** Reads on until the connection is closed, with a pause in milliseconds after each read. */
export async function readRest(socket: Socket, pause = 0): Promise<void> {
  if (pause > 0) socket.on("data", () => setTimeout(() => socket.resume(), pause));
  else socket.on("data", () => socket.resume());
  socket.resume();
  await becomes("the end of an answer", () => socket.closed, true);
}
