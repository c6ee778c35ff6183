import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Engine, EngineColumn, EngineValue, SqlParameter } from "../engine.ts";
import { locate } from "../install.ts";
import { removeDirectory, temporaryDirectory, watchProcess } from "../server.ts";
import {
  encodeRows,
  numberText,
  toBoolean,
  toJson,
  toList,
  toMilliseconds,
  toSqlTimestamp,
  toText,
} from "./encode.ts";

interface Answer {
  readonly id?: number;
  readonly ready?: true;
  readonly text?: string;
  readonly error?: string;
}

interface Result {
  readonly meta: readonly { readonly type: string }[];
  readonly data: readonly (readonly unknown[])[];
}

const TYPES: Readonly<Record<EngineColumn["storage"], string>> = {
  text: "String",
  "exact-text": "String",
  double: "Float64",
  integer: "Int64",
  decimal: "Decimal(38, 10)",
  boolean: "Bool",
  "integer-boolean": "UInt8",
  timestamp: "DateTime64(3, 'UTC')",
  "epoch-milliseconds": "Int64",
  array: "Array(String)",
  json: "String",
};

function typeOf({ storage, notNull }: EngineColumn): string {
  const type = TYPES[storage];
  // A list is never NULL: where a row has none, it is empty.
  return notNull === true || storage === "array" ? type : `Nullable(${type})`;
}

/** What stands for NULL. The engine would take a default for it where a column has no NULL: that is a mistake in a test. */
function blankOf(column: EngineColumn | undefined): unknown {
  if (column?.storage === "array") return [];
  if (column?.notNull === true) throw new Error(`the column ${column.name} has no NULL`);
  return null;
}

/** As JSON has it. */
function encode({ storage }: EngineColumn, value: EngineValue): unknown {
  switch (storage) {
    case "text":
    case "exact-text":
    case "double":
    case "integer":
    case "decimal":
      return toText(value);
    case "boolean":
      return toBoolean(value);
    case "integer-boolean":
      return toBoolean(value) ? 1 : 0;
    case "timestamp":
      return toSqlTimestamp(value);
    case "epoch-milliseconds":
      return toMilliseconds(value);
    case "array":
      return toList(value);
    case "json":
      return toJson(value);
  }
}

/** Doubled, a quote would end the name. */
function quoted(name: string): string {
  return `\`${name.replace(/[\\`]/g, "\\$&")}\``;
}

const FLOAT = /^(Nullable\()?Float/;
const MOMENT = /^(Nullable\()?DateTime(64)?\(.*'UTC'/;

function decoder(type: string): ((value: unknown) => unknown) | undefined {
  // What is no number is a text in JSON: `nan`, `inf` and `-inf`.
  if (FLOAT.test(type)) {
    return (value) =>
      typeof value === "string" ? Number(value.replace("inf", "Infinity")) : value;
  }
  if (MOMENT.test(type)) {
    return (value) => (typeof value === "string" ? new Date(`${value.replace(" ", "T")}Z`) : value);
  }
  return undefined;
}

function decode(text: string): readonly (readonly unknown[])[] {
  if (text === "") return [];
  const { meta, data } = JSON.parse(text) as Result;
  const decoders = meta.map(({ type }) => decoder(type));
  if (decoders.every((one) => one === undefined)) return data;
  return data.map((row) => row.map((value, index) => decoders[index]?.(value) ?? value));
}

/** ClickHouse as the library chdb, in a child process. A column without a time zone of its own has New York's. */
export async function startClickHouse(): Promise<Engine> {
  const script = fileURLToPath(new URL("clickhouse-child.mjs", import.meta.url));
  const library = locate("chdb");
  const directory = temporaryDirectory();
  const child = fork(script, [library, directory], {
    env: { PATH: process.env.PATH, TZ: "America/New_York" },
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  watchProcess(child, "SIGKILL");

  let log = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-2000);
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  let settle: (answer: Answer) => void = () => undefined;
  const ready = new Promise<Answer>((resolve) => {
    settle = resolve;
  });
  child.on("message", (answer: Answer) => {
    if (answer.ready === true) settle(answer);
    else if (answer.id !== undefined) {
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    }
  });
  let failure: string | undefined;
  const ended = new Promise<void>((resolve) => {
    child.once("exit", (code, signal) => {
      failure = `the process of chdb ended with ${code ?? signal}: ${log}`;
      settle({ error: failure });
      for (const answer of waiting.values()) answer({ error: failure });
      waiting.clear();
      resolve();
    });
  });

  let next = 0;
  const request = (
    sql: string,
    parameters?: Readonly<Record<string, SqlParameter>>,
  ): Promise<string> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) {
        reject(new Error(failure));
        return;
      }
      const id = next++;
      waiting.set(id, ({ text, error }) => {
        if (text === undefined) reject(new Error(error));
        else resolve(text);
      });
      child.send({ id, sql, parameters });
    });

  const query = async (
    sql: string,
    parameters: readonly SqlParameter[] = [],
  ): Promise<readonly (readonly unknown[])[]> => {
    const named = parameters.map((value, index) => [
      `p${index + 1}`,
      typeof value === "number" ? numberText(value) : value,
    ]);
    return decode(await request(sql, named.length === 0 ? undefined : Object.fromEntries(named)));
  };

  const close = async (): Promise<void> => {
    if (failure === undefined) child.kill("SIGKILL");
    await ended;
    removeDirectory(directory);
  };

  const { error } = await ready;
  if (error !== undefined) {
    await close();
    throw new Error(error);
  }

  return {
    name: "clickhouse",
    version: String((await query("SELECT version()"))[0]?.[0]),
    execute: async (sql) => {
      await request(sql);
    },
    query,
    createTable: async (name, columns, { orderBy } = {}) => {
      const table = quoted(name);
      const definitions = columns.map((column) => `${quoted(column.name)} ${typeOf(column)}`);
      const order = orderBy?.map((column) => quoted(column)).join(", ");
      const storage =
        order === undefined
          ? "Memory"
          : `MergeTree ORDER BY (${order}) SETTINGS allow_nullable_key = 1`;
      await request(`DROP TABLE IF EXISTS ${table} SYNC`);
      await request(`CREATE TABLE ${table} (${definitions.join(", ")}) ENGINE = ${storage}`);
    },
    insert: async (name, columns, rows) => {
      const lines = encodeRows(columns, rows, encode).map((row) =>
        JSON.stringify(row.map((value, index) => value ?? blankOf(columns[index]))),
      );
      await request(`INSERT INTO ${quoted(name)} FORMAT JSONCompactEachRow\n${lines.join("\n")}\n`);
    },
    close,
  };
}
