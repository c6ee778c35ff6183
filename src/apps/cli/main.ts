#!/usr/bin/env node
import { EXIT_CODES } from "./cli-failure.ts";
import { run } from "./run-cli.ts";

/**
 * If the reader of the output closes the pipe, as `head` does, the program ends without a failure. A full disk is a
 * failure.
 */
function watchOutput(): void {
  // Unwritable messages do not stop the program.
  process.stderr.on("error", () => undefined);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT_CODES.ok.code);
    process.stderr.write(`isoform: the result cannot be written: ${error.message}\n`);
    process.exit(EXIT_CODES.store.code);
  });
}

/** The event loop is empty, but the command has not finished: this must not look like a success. */
function reportUnfinished(): void {
  process.stderr.write(`isoform: ${EXIT_CODES.bug.meaning}: it ended before its work was done\n`);
  process.exitCode = EXIT_CODES.bug.code;
}

watchOutput();
process.once("beforeExit", reportUnfinished);
// No top-level `await`, since this file is also built as CommonJS.
run(process.argv.slice(2), process).then((code) => {
  process.off("beforeExit", reportUnfinished);
  process.exitCode = code;
});
