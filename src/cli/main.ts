#!/usr/bin/env node
import { run } from "./run.ts";

// No `await` here: this file is built as CommonJS too.
run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
