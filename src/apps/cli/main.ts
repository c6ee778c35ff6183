#!/usr/bin/env node
import { EXIT_CODES } from "./cli-failure.ts";
import { run } from "./run-cli.ts";

/** If a reader of the output stops reading, as `head` does, the program ends without a failure. A full disk is one. */
function watchOutput(): void {
  // If messages cannot be written, the program goes on.
  process.stderr.on("error", () => undefined);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT_CODES.ok.code);
    process.stderr.write(`isoform: the result cannot be written: ${error.message}\n`);
    process.exit(EXIT_CODES.store.code);
  });
}

/** The program waits for something that will not come. It must not end as if all were well. */
function isLeft(): void {
  process.stderr.write(`isoform: ${EXIT_CODES.bug.meaning}: it ended before its work was done\n`);
  process.exitCode = EXIT_CODES.bug.code;
}

watchOutput();
process.once("beforeExit", isLeft);
// There is no `await` here, since this file is built as CommonJS too.
run(process.argv.slice(2), process).then((code) => {
  process.off("beforeExit", isLeft);
  process.exitCode = code;
});
