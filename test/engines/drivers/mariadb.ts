import { existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { sharedByProcess } from "../../harness/shared-by-process.ts";
import type { Engine, EngineColumn, EngineValue } from "../engine.ts";
import { load } from "../install.ts";
import { runCommand, type Server, startServer, temporaryDirectory } from "../server.ts";
import { setUpOnce } from "../templates.ts";
import {
  encodeRows,
  quoteName,
  toBoolean,
  toJson,
  toMilliseconds,
  toNumber,
  toSqlTimestamp,
  toText,
} from "./encode.ts";

type Bound = string | number | null;

interface Connection {
  /** Binary: numbers travel as the eight bytes of a float64, both ways. */
  execute(request: {
    readonly sql: string;
    readonly values: readonly Bound[];
  }): Promise<readonly [unknown, unknown]>;
  /** Text, and without parameters here: the driver would write them into the SQL itself. */
  query(sql: string): Promise<unknown>;
  destroy(): void;
  on(event: "error", listener: () => void): void;
}

interface MySql2 {
  createConnection(options: object): Promise<Connection>;
}

/** What a client needs to reach the server of the tests. */
interface MariaDbConnection {
  readonly socketPath: string;
  readonly user: string;
  readonly database: string;
}

export interface MariaDbEngine extends Engine {
  readonly name: "mariadb";
  readonly connection: MariaDbConnection;
}

export interface MariaDbServer extends MariaDbEngine {
  /** Kills the server. What was asked of the engine before is lost, and it takes nothing more until `restart`. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** The server's only process. */
  processes(): Promise<readonly [number]>;
}

const TYPES: Readonly<Record<EngineColumn["storage"], string>> = {
  text: "LONGTEXT",
  "exact-text": "LONGTEXT COLLATE utf8mb4_nopad_bin",
  double: "DOUBLE",
  integer: "BIGINT",
  decimal: "DECIMAL(65, 10)",
  boolean: "BOOLEAN",
  "integer-boolean": "TINYINT",
  timestamp: "DATETIME(3)",
  "epoch-milliseconds": "BIGINT",
  array: "LONGTEXT",
  json: "LONGTEXT",
};

function encode({ storage }: EngineColumn, value: EngineValue): Bound {
  switch (storage) {
    case "text":
    case "exact-text":
    case "integer":
    case "decimal":
      return toText(value);
    case "double":
      return toNumber(value);
    case "boolean":
    case "integer-boolean":
      return toBoolean(value) ? 1 : 0;
    case "timestamp":
      return toSqlTimestamp(value);
    case "epoch-milliseconds":
      return toMilliseconds(value);
    case "array":
    case "json":
      return toJson(value);
  }
}

function program(...names: readonly string[]): string {
  const directories = [
    ...(process.env.PATH ?? "").split(delimiter),
    "/usr/sbin",
    "/usr/local/sbin",
  ];
  for (const name of names) {
    const found = directories.map((directory) => join(directory, name)).find(existsSync);
    if (found !== undefined) return found;
  }
  throw new Error(`there is no ${names[0]} on this machine: install MariaDB`);
}

/** A value of a placeholder may not outgrow a packet, nor rows of one statement the number of placeholders. */
const MOST_PLACEHOLDERS = 2000;

interface MariaDbProcess extends Server {
  readonly socketPath: string;
}

/**
 * Starts a MariaDB server over a socket in a temporary directory. Its settings are the defaults where a formula's meaning could
 * depend on them: texts are compared without regard to case and trailing spaces, and the SQL mode is strict.
 */
async function startMariaDbProcess(): Promise<MariaDbProcess> {
  const mariadbd = program("mariadbd", "mysqld");
  const installDb = program("mariadb-install-db", "mysql_install_db");
  const directory = temporaryDirectory();
  const data = join(directory, "data");
  const socketPath = join(directory, "socket");
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  const options = [
    "--no-defaults",
    `--datadir=${data}`,
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
    "--skip-name-resolve",
    ...user,
  ];
  // Another version asks for another set-up.
  await setUpOnce(`mariadb-${Math.trunc(statSync(mariadbd).mtimeMs)}`, data, () =>
    runCommand(installDb, options, { cwd: directory }),
  );
  const server = startServer({
    command: mariadbd,
    args: [
      "--no-defaults",
      `--datadir=${data}`,
      `--socket=${socketPath}`,
      `--pid-file=${join(directory, "pid")}`,
      `--tmpdir=${directory}`,
      "--skip-networking",
      "--character-set-server=utf8mb4",
      "--collation-server=utf8mb4_general_ci",
      "--default-time-zone=-05:00",
      "--max-allowed-packet=256M",
      "--innodb-buffer-pool-size=32M",
      "--innodb-log-file-size=16M",
      "--innodb-flush-log-at-trx-commit=0",
      "--innodb-doublewrite=0",
      ...user,
    ],
    directory,
    signal: "SIGKILL",
  });
  return { ...server, socketPath };
}

async function connect(socketPath: string): Promise<Connection> {
  const client = await load<MySql2>("mysql2/promise").createConnection({
    socketPath,
    user: "root",
    rowsAsArray: true,
    decimalNumbers: true,
    timezone: "Z",
    maxPreparedStatements: 50,
  });
  client.on("error", () => undefined);
  return client;
}

/** The engine that a client reaches. */
async function engineOf(
  client: () => Connection,
  connection: MariaDbConnection,
): Promise<Omit<MariaDbEngine, "close">> {
  const query = async (sql: string, values: readonly Bound[] = []): Promise<unknown[][]> => {
    const [rows] = await client().execute({ sql, values });
    return rows as unknown[][];
  };

  return {
    name: "mariadb",
    version: String((await query("SELECT version()"))[0]?.[0]),
    connection,
    execute: async (sql) => {
      await client().query(sql);
    },
    query,
    createTable: async (name, columns) => {
      const table = quoteName(name, "`");
      const definitions = columns.map(({ name, storage, notNull, length }) => {
        const type =
          storage === "text" && length !== undefined ? `VARCHAR(${length})` : TYPES[storage];
        return `${quoteName(name, "`")} ${type}${notNull === true ? " NOT NULL" : " NULL"}`;
      });
      await client().query(`DROP TABLE IF EXISTS ${table}`);
      await client().query(`CREATE TABLE ${table} (${definitions.join(", ")})`);
    },
    insert: async (name, columns, rows) => {
      const table = quoteName(name, "`");
      const rowMarks = `(${columns.map(() => "?").join(", ")})`;
      const atOnce = Math.max(1, Math.floor(MOST_PLACEHOLDERS / columns.length));
      const encoded = encodeRows(columns, rows, encode);
      await client().query("BEGIN");
      try {
        for (let start = 0; start < encoded.length; start += atOnce) {
          const chunk = encoded.slice(start, start + atOnce);
          const marks = chunk.map(() => rowMarks).join(", ");
          await query(`INSERT INTO ${table} VALUES ${marks}`, chunk.flat());
        }
        await client().query("COMMIT");
      } catch (error) {
        await client().query("ROLLBACK");
        throw error;
      }
    },
  };
}

/** Starts a server that only the caller uses, who may crash it. */
export async function startMariaDb(): Promise<MariaDbServer> {
  const server = await startMariaDbProcess();
  const { socketPath } = server;
  const connection = { socketPath, user: "root", database: "isoform" };
  let client = await server.ready(() => connect(socketPath));
  await createDatabase(client, connection);
  return {
    ...(await engineOf(() => client, connection)),
    processes: async () => [server.pid()],
    crash: () => server.crash(),
    restart: async () => {
      server.restart();
      client = await server.ready(() => connect(socketPath));
      await client.query(`USE ${connection.database}`);
    },
    close: async () => {
      client.destroy();
      await server.stop();
    },
  };
}

let shared: Promise<MariaDbProcess> | undefined;
let databases = 0;

/** Opens a new database on a server that all tests of this process share. It is dropped when the engine is closed. */
export async function openMariaDb(): Promise<MariaDbEngine> {
  shared ??= sharedByProcess(startMariaDbProcess);
  const server = await shared;
  const { socketPath } = server;
  const connection = { socketPath, user: "root", database: `tests_${++databases}` };
  const client = await server.ready(() => connect(socketPath));
  await createDatabase(client, connection);
  return {
    ...(await engineOf(() => client, connection)),
    close: async () => {
      await client.query(`DROP DATABASE ${connection.database}`);
      client.destroy();
    },
  };
}

async function createDatabase(client: Connection, { database }: MariaDbConnection): Promise<void> {
  await client.query(`CREATE DATABASE ${database}`);
  await client.query(`USE ${database}`);
}
