// The process of its own that chdb needs: it holds one data directory per process, and may crash as it ends.
import { createRequire } from "node:module";

const [library, directory] = process.argv.slice(2);
const { Session } = createRequire(import.meta.url)(library);
const session = new Session(directory, {
  connectionArgs: [
    "--max_threads=1",
    // On the third use it would turn an expression into machine code, which takes seconds for hundreds of them.
    "--compile_expressions=0",
    "--output_format_json_quote_64bit_integers=0",
    "--output_format_json_quote_denormals=1",
  ],
});

let last = Promise.resolve();

async function answer({ id, sql, parameters }) {
  try {
    const options = { format: "JSONCompact" };
    const result =
      parameters === undefined
        ? await session.queryAsync(sql, options)
        : await session.queryBindAsync(sql, parameters, options);
    process.send({ id, text: result.text() });
  } catch (error) {
    // What a statement wrote before it failed would come before the next answer: this one takes it.
    await session.queryAsync("SELECT 1", { format: "Null" });
    process.send({ id, error: error.message });
  }
}

process.on("message", (request) => {
  last = last.then(() => answer(request));
});
// Not `exit`, which would run the library's own, and crash.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send({ ready: true });
