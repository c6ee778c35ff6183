// ClickHouse's HTTP interface over the library chdb: rows while they come, exceptions in the middle of them as the server writes them, and statements
// that end when their client hangs up. The library runs one at a time.
import { fork } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [library, directory, port, password] = process.argv.slice(2);
const WORKER = fileURLToPath(new URL("clickhouse-worker.mjs", import.meta.url));
const TAG = "dpfnvqzlxfhqnkrt";
/** A statement that does not end in this time is ended with its process. */
const CANCEL_WITHIN_MS = 100;

/** What is no setting. */
const OTHERS = new Set(["query", "query_id", "database", "session_id", "default_format", "role"]);

let worker;

async function startWorker() {
  worker = fork(WORKER, [library, join(directory, "data")], {
    env: { PATH: process.env.PATH, TZ: "America/New_York" },
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const started = await new Promise((resolve) => {
    worker.once("message", () => resolve(true));
    worker.once("exit", () => resolve(false));
  });
  if (!started) await startWorker();
}

/** How a statement's exception is written into its answer, when that has begun: it depends on version and settings. */
let style = "tag";

function exceptionText(message) {
  if (style === "format") {
    return `\n\t],\n\n\t"rows": 0,\n\n\t"exception": ${JSON.stringify(message)}\n}\n`;
  }
  if (style === "plain") return `${message}\n`;
  const size = Buffer.byteLength(message);
  return `\r\n__exception__\r\n${TAG}\r\n${message}\n${size} ${TAG}\r\n__exception__\r\n`;
}

const codeOf = (message) => /Code: (\d+)/.exec(message)?.[1] ?? "1002";

/** Runs a statement on the worker, to the end of its answer. */
function run(request, response) {
  return new Promise((resolve) => {
    let late;
    const finish = () => {
      clearTimeout(late);
      response.off("close", hangUp);
      worker.off("message", receive);
      worker.off("exit", lose);
      resolve();
    };
    const lose = async () => {
      response.off("close", hangUp);
      clearTimeout(late);
      response.destroy();
      await startWorker();
      finish();
    };
    const hangUp = () => {
      worker.send({ cancel: true });
      late = setTimeout(() => {
        // What it says now comes too late.
        worker.off("message", receive);
        worker.kill("SIGKILL");
      }, CANCEL_WITHIN_MS);
    };
    const receive = ({ part, error }) => {
      if (part !== undefined) {
        if (response.destroyed || response.write(part)) worker.send({ more: true });
        else response.once("drain", () => worker.send({ more: true }));
        return;
      }
      if (error === undefined) response.end();
      else if (response.headersSent) response.end(exceptionText(error));
      else {
        const headers = { "X-ClickHouse-Exception-Code": codeOf(error) };
        response.writeHead(500, headers).end(`${error}\n`);
      }
      finish();
    };
    worker.on("message", receive);
    worker.on("exit", lose);
    response.on("close", hangUp);
    response.setHeader("X-ClickHouse-Exception-Tag", TAG);
    worker.send(request);
  });
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

let files = 0;

/** @returns what the worker has to run */
async function statementOf(request, searchParams) {
  const body = await bodyOf(request);
  const query = searchParams.get("query");
  const settings = {};
  for (const [name, value] of searchParams) if (!OTHERS.has(name)) settings[name] = value;
  const database = searchParams.get("database") ?? "default";
  if (query === null) return { sql: body.toString(), settings, database };
  // The library takes bytes from a file only.
  const [, insert, format] = /^(INSERT INTO [\s\S]*) FORMAT (\w+)$/.exec(query.trim()) ?? [];
  if (insert === undefined) return { sql: query, settings, database };
  const file = join(directory, `insert-${++files}`);
  writeFileSync(file, body);
  return { sql: `${insert} FROM INFILE '${file}' FORMAT ${format}`, settings, database, file };
}

function refuse(response) {
  const message =
    "Code: 516. DB::Exception: default: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)";
  response.writeHead(403, { "X-ClickHouse-Exception-Code": "516" }).end(`${message}\n`);
}

let waiting = 0;
let last = Promise.resolve();

const server = createServer({ maxHeaderSize: 2 ** 20 }, async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  if (pathname === "/running") return response.end(String(waiting));
  if (pathname === "/style") {
    style = searchParams.get("is");
    return response.end();
  }
  const given = (request.headers.authorization ?? "").replace(/^Basic /, "");
  if (Buffer.from(given, "base64").toString() !== `default:${password}`) return refuse(response);
  waiting++;
  try {
    const { file, ...statement } = await statementOf(request, searchParams);
    const turn = last.then(() => (response.destroyed ? undefined : run(statement, response)));
    last = turn;
    await turn;
    if (file !== undefined) rmSync(file);
  } finally {
    waiting--;
  }
});

process.on("disconnect", () => {
  worker.kill("SIGKILL");
  process.kill(process.pid, "SIGKILL");
});
await startWorker();
server.listen(Number(port), "127.0.0.1", () => process.send({ port: server.address().port }));
