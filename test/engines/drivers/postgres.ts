import { sharedByProcess } from "../../harness/shared-by-process.ts";
import type { Engine, EngineColumn, EngineValue } from "../engine.ts";
import { load } from "../install.ts";
import {
  encodeRows,
  numberText,
  quoteName,
  toBoolean,
  toIso,
  toJson,
  toList,
  toMilliseconds,
  toText,
} from "./encode.ts";
import { killProcess, type PostgresProcess, startPostgresProcess } from "./postgres-process.ts";

interface Client {
  connect(): Promise<void>;
  query(request: {
    readonly text: string;
    readonly values?: readonly unknown[];
    readonly rowMode: "array";
  }): Promise<{ readonly rows: unknown[][] }>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): void;
}

type Parser = (text: string) => unknown;

interface Pg {
  readonly Client: new (options: PostgresConnection & { readonly types: object }) => Client;
  readonly types: { getTypeParser(type: number, format: string): Parser };
}

/** What a client needs to reach a server of the tests; `host` is the directory of its socket. */
interface PostgresConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface PostgresEngine extends Engine {
  readonly name: "postgres";
  readonly connection: PostgresConnection;
}

export interface PostgresServer extends PostgresEngine {
  /** Kills the server and all of its processes. What was asked of the engine before is lost, and it takes nothing more until `restart`. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** The server's first process, and those that serve its clients now. */
  processes(): Promise<readonly [first: number, ...others: number[]]>;
}

const TYPES: Readonly<Record<EngineColumn["storage"], string>> = {
  text: "text",
  "exact-text": 'text COLLATE "C"',
  double: "float8",
  integer: "int8",
  decimal: "numeric",
  boolean: "boolean",
  "integer-boolean": "int2",
  timestamp: "timestamptz",
  "epoch-milliseconds": "int8",
  array: "text[]",
  json: "text",
};

const PARSERS: Readonly<Record<number, Parser>> = {
  /** int8 */ 20: Number,
  /** numeric */ 1700: Number,
  /** timestamp without time zone */ 1114: (text) => new Date(`${text.replace(" ", "T")}Z`),
};

/** The form that the server reads each type from. */
function encode({ storage }: EngineColumn, value: EngineValue): string {
  switch (storage) {
    case "text":
    case "exact-text":
    case "double":
    case "integer":
    case "decimal":
      return toText(value);
    case "boolean":
      return String(toBoolean(value));
    case "integer-boolean":
      return toBoolean(value) ? "1" : "0";
    case "timestamp":
      return toIso(value);
    case "epoch-milliseconds":
      return String(toMilliseconds(value));
    case "array":
      return arrayLiteral(toList(value));
    case "json":
      return toJson(value);
  }
}

function arrayLiteral(items: readonly (string | null)[]): string {
  const literals = items.map((item) =>
    item === null ? "NULL" : `"${item.replace(/["\\]/g, "\\$&")}"`,
  );
  return `{${literals.join(",")}}`;
}

/** The engine that a client reaches. */
async function engineOf(
  client: () => Client,
  connection: PostgresConnection,
): Promise<Omit<PostgresEngine, "close">> {
  const query = async (text: string, values: readonly unknown[] = []): Promise<unknown[][]> =>
    (await client().query({ text, values, rowMode: "array" })).rows;

  return {
    name: "postgres",
    version: String((await query("SHOW server_version"))[0]?.[0]),
    connection,
    execute: async (sql) => {
      await query(sql);
    },
    query: (sql, parameters = []) =>
      query(
        sql,
        parameters.map((value) => (typeof value === "number" ? numberText(value) : value)),
      ),
    createTable: async (name, columns) => {
      const table = quoteName(name, '"');
      const definitions = columns.map((column) => {
        const notNull = column.notNull === true ? " NOT NULL" : "";
        return `${quoteName(column.name, '"')} ${TYPES[column.storage]}${notNull}`;
      });
      await query(`DROP TABLE IF EXISTS ${table}`);
      await query(`CREATE TABLE ${table} (${definitions.join(", ")})`);
    },
    insert: async (name, columns, rows) => {
      // One list of texts for each column: the number of parameters does not grow with that of the rows.
      const encoded = encodeRows(columns, rows, encode);
      const lists = columns.map((_, index) =>
        arrayLiteral(encoded.map((row) => row[index] ?? null)),
      );
      const values = columns.map(({ storage }, index) => `c${index}::${TYPES[storage]}`);
      const placeholders = columns.map((_, index) => `$${index + 1}::text[]`);
      const names = columns.map((_, index) => `c${index}`);
      await query(
        `INSERT INTO ${quoteName(name, '"')} SELECT ${values.join(", ")} FROM unnest(${placeholders.join(", ")}) AS t(${names.join(", ")})`,
        lists,
      );
    },
  };
}

async function connect(connection: PostgresConnection): Promise<Client> {
  const pg = load<Pg>("pg");
  const getTypeParser = (type: number, format: string): Parser =>
    PARSERS[type] ?? pg.types.getTypeParser(type, format);
  const client = new pg.Client({ ...connection, types: { getTypeParser } });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** What reaches a server as its administrator. */
function administrator({ host }: PostgresProcess): PostgresConnection {
  return { host, port: 5432, user: "postgres", database: "postgres" };
}

/** Starts a server that only the caller uses, who may crash it. */
export async function startPostgres(): Promise<PostgresServer> {
  const server = await startPostgresProcess();
  const connection = administrator(server);
  let client = await server.ready(() => connect(connection));
  const engine = await engineOf(() => client, connection);
  const processes = async (): Promise<readonly [number, ...number[]]> => {
    const rows = await engine.query("SELECT pid FROM pg_stat_activity");
    return [server.pid(), ...rows.map(([pid]) => Number(pid))];
  };
  return {
    ...engine,
    processes,
    crash: async () => {
      // They would notice by themselves, but not at once, and no other server starts while one is there.
      const [, ...others] = await processes();
      await server.crash();
      for (const pid of others) killProcess(pid);
    },
    restart: async () => {
      server.restart();
      client = await server.ready(() => connect(connection));
    },
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

let shared: Promise<PostgresProcess> | undefined;
let databases = 0;

/** Opens a new database on a server that all tests of this process share. It is dropped when the engine is closed. */
export async function openPostgres(): Promise<PostgresEngine> {
  shared ??= sharedByProcess(startPostgresProcess);
  const server = await shared;
  const connection = { ...administrator(server), database: `tests_${++databases}` };
  await administrate(server, `CREATE DATABASE ${connection.database}`);
  const client = await connect(connection);
  return {
    ...(await engineOf(() => client, connection)),
    close: async () => {
      await client.end();
      await administrate(server, `DROP DATABASE ${connection.database} WITH (FORCE)`);
    },
  };
}

async function administrate(server: PostgresProcess, text: string): Promise<void> {
  const client = await server.ready(() => connect(administrator(server)));
  await client.query({ text, rowMode: "array" });
  await client.end();
}

/** Several databases, for one of them to reach the others with postgres_fdw as if they were on other machines: `connection` says how. */
export function startPostgresCluster(count: number): Promise<readonly PostgresEngine[]> {
  return Promise.all(Array.from({ length: count }, () => openPostgres()));
}
