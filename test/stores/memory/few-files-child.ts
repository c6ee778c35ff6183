import { closeSync, openSync } from "node:fs";
import { createInterface } from "node:readline";
import { defineSchema } from "../../../src/schema/index.ts";
import { openFileStore } from "../../../src/stores/memory/file-store.ts";

// A process that may open few files: its file of records changes while it has opened all of them.

const [, , path = ""] = process.argv;
const schema = defineSchema({ vin: { type: "text", key: true }, price: "number" });
const onProblem = ({ message }: Error): void => console.log(message);
const store = await openFileStore(path, { schema, onProblem });
const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
console.log("loaded");
await lines.next();
const files: number[] = [];
try {
  for (;;) files.push(openSync(path, "r"));
} catch {
  console.log("no file can be opened");
}
await lines.next();
for (const file of files) closeSync(file);
const look = setInterval(() => {
  if (store.size !== 5) return;
  clearInterval(look);
  console.log(`${store.size} records`);
  store.close().then(() => process.exit());
}, 50);
