// ClickHouse's HTTP interface, as far as its client needs it here, over the library chdb. Parameters and settings arrive in the URL;
// the values of parameters reach the engine as they are, so that the engine reads them, as its server does.
import { createServer } from "node:http";
import { createRequire } from "node:module";

const [library, directory] = process.argv.slice(2);
const { Session } = createRequire(import.meta.url)(library);
const session = new Session(directory, { connectionArgs: ["--max_threads=1"] });

/** What is no setting. */
const OTHERS = new Set(["query", "query_id", "database", "session_id", "default_format", "role"]);

const quote = (text) => `'${text.replace(/[\\']/g, "\\$&")}'`;

/** The names of parameters; what looks like one may stand in a quoted name. */
function parametersOf(sql) {
  const unquoted = sql.replace(/`(?:\\.|[^`\\])*`/g, "");
  return Array.from(unquoted.matchAll(/\{(p\d+):/g), ([, name]) => name);
}

async function answer(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const { searchParams } = new URL(request.url, "http://localhost");
  const query = searchParams.get("query");
  const sql = query === null ? body : `${query}\n${body}`;
  for (const [name, value] of searchParams) {
    if (!OTHERS.has(name)) await session.queryAsync(`SET ${name} = ${quote(value)}`);
  }
  // The parameters of earlier requests are still set.
  for (const name of query === null ? parametersOf(sql) : []) {
    if (!searchParams.has(`param_${name}`))
      throw new Error(`Code: 456. There is no parameter ${name}`);
  }
  return (await session.queryAsync(sql, { format: "TabSeparated" })).text();
}

let last = Promise.resolve();

const server = createServer({ maxHeaderSize: 2 ** 20 }, (request, response) => {
  last = last.then(async () => {
    try {
      response.end(await answer(request));
    } catch (error) {
      // What a statement wrote before it failed would come before the next answer: this one takes it.
      await session.queryAsync("SELECT 1", { format: "Null" });
      response.writeHead(500).end(error.message);
    }
  });
});

// Not `exit`, which would run the library's own, and crash.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
