// The process that holds chdb: it runs one statement after the other, and hands rows over when they are asked for.
import { createRequire } from "node:module";

const [library, directory] = process.argv.slice(2);
const { Session } = createRequire(import.meta.url)(library);
const session = new Session(directory, {
  connectionArgs: ["--max_threads=1", "--compile_expressions=0"],
});

const quote = (text) => `'${text.replace(/[\\']/g, "\\$&")}'`;

/** Settings and parameters stay set until another request. */
let before = [];

async function prepare({ database, settings }) {
  for (const name of before) {
    if (!name.startsWith("param_")) await session.queryAsync(`SET ${name} = DEFAULT`);
  }
  before = Object.keys(settings);
  // What a statement wrote before it failed would come before the next answer: this one takes it.
  await session.queryAsync(`USE \`${database.replace(/[\\`]/g, "\\$&")}\``);
  for (const [name, value] of Object.entries(settings)) {
    await session.queryAsync(`SET ${name} = ${quote(value)}`);
  }
}

let more = () => undefined;
let isCancelled = false;

/** Waits until the last part was sent on. */
const send = (part) =>
  new Promise((resolve) => {
    more = resolve;
    process.send({ part });
  });

/** Each chunk of the library is a document of its own: their rows become one. What is no SELECT comes as a whole. */
async function stream(sql) {
  const whole = async () => (await session.queryAsync(sql, { format: "JSONCompact" })).text();
  if (!sql.startsWith("SELECT ")) return send(await whole());
  let rows = 0;
  for await (const chunk of session.queryStream(sql, { format: "JSONCompact" })) {
    if (chunk.numRows === 0) continue;
    const text = chunk.text();
    const start = text.indexOf('\n\t"data":\n\t[\n') + '\n\t"data":\n\t[\n'.length;
    const end = text.lastIndexOf('\n\t],\n\n\t"rows":');
    await send((rows === 0 ? text.slice(0, start) : ",\n") + text.slice(start, end));
    rows += chunk.numRows;
    if (isCancelled) return;
  }
  if (rows > 0) await send(`\n\t],\n\n\t"rows": ${rows}\n}\n`);
  else await send(await whole());
}

process.on("message", async (request) => {
  if (request.more === true) return more();
  if (request.cancel === true) {
    isCancelled = true;
    return more();
  }
  isCancelled = false;
  try {
    await prepare(request);
    const select = /^([\s\S]*)\nFORMAT JSONCompact$/.exec(request.sql)?.[1];
    if (select === undefined) await session.queryAsync(request.sql);
    else await stream(select);
    process.send({ done: true });
  } catch (error) {
    process.send({ error: error.message });
  }
});
// Not `exit`, which would run the library's own, and crash.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send({ ready: true });
