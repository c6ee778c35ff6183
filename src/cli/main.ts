#!/usr/bin/env node
import { run } from "./run.ts";

// There is no `await` here, since this file is built as CommonJS too.
run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
