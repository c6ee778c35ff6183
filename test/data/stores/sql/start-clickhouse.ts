import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Started, start } from "../../../engines/engine.ts";
import { locate } from "../../../engines/install.ts";
import { removeDirectory, temporaryDirectory, watchProcess } from "../../../engines/server.ts";

/** ClickHouse over HTTP. */
export interface ClickHouseServer {
  /** For `openClickHouse`. */
  readonly source: string;
  readonly port: number;
  /** Asks it beside the driver, for one column of texts. */
  query(sql: string): Promise<readonly string[]>;
  /** How many statements run, or wait to. */
  running(): Promise<number>;
  /**
   * How the server writes an exception into an answer that has begun: between tags, as from 25.11 on, within the format (`http_write_exception_in_output_format`),
   * or as it is.
   */
  writeExceptions(style: "tag" | "format" | "plain"): Promise<void>;
  crash(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const PASSWORD = "p@ss/word:1";

export function startClickHouseServer(): Promise<Started<ClickHouseServer>> {
  return start("clickhouse", open);
}

async function open(): Promise<ClickHouseServer> {
  const directory = temporaryDirectory();
  const script = fileURLToPath(new URL("clickhouse-server.mjs", import.meta.url));
  let child: ChildProcess | undefined;

  const begin = async (port: number): Promise<number> => {
    const started = fork(script, [locate("chdb"), directory, String(port), PASSWORD], {
      env: { PATH: process.env.PATH },
      execArgv: [],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child = started;
    watchProcess(started, "SIGKILL");
    const [message] = await once(started, "message");
    return Number(Reflect.get(Object(message), "port"));
  };
  const end = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined) return;
    running.kill("SIGKILL");
    await once(running, "exit");
  };

  const port = await begin(0);
  const base = `http://127.0.0.1:${port}`;
  const text = async (path: string, init: RequestInit = {}): Promise<string> => {
    const authorization = `Basic ${Buffer.from(`default:${PASSWORD}`).toString("base64")}`;
    const answer = await fetch(`${base}${path}`, { ...init, headers: { authorization } });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.text();
  };
  return {
    source: `clickhouse://default:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/default`,
    port,
    query: async (sql) => {
      const answer: unknown = JSON.parse(
        await text("/", { method: "POST", body: `${sql}\nFORMAT JSONCompact` }),
      );
      const rows: unknown = Reflect.get(Object(answer), "data");
      return Array.isArray(rows) ? rows.map((row: unknown) => String(Object(row)[0])) : [];
    },
    running: async () => Number(await text("/running")),
    writeExceptions: async (style) => {
      await text(`/style?is=${style}`);
    },
    crash: end,
    restart: async () => {
      await begin(port);
    },
    close: async () => {
      await end();
      removeDirectory(directory);
    },
  };
}
