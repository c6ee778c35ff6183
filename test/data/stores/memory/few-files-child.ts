import { closeSync, openSync } from "node:fs";
import { createInterface } from "node:readline";
import { FileStore } from "../../../../src/data/stores/memory/file-store.ts";
import { defineSchema } from "../../../../src/language/schema/index.ts";

// A process that may open few files: its file of records changes while it has opened all of them.

const [, , path = ""] = process.argv;
const schema = defineSchema({ vin: { type: "text", key: true }, price: "number" });
let look = async (): Promise<void> => undefined;
const store = await FileStore.open(path, {
  schema,
  onProblem: ({ message }) => console.log(message),
  watchFiles: (onSign) => {
    look = onSign;
    return { close: () => undefined };
  },
});
const files: number[] = [];

const ANSWERS: Readonly<Record<string, () => Promise<string>>> = {
  open: async () => {
    try {
      for (;;) files.push(openSync(path, "r"));
    } catch {
      return "no file can be opened";
    }
  },
  look: async () => {
    await look();
    return `${store.size} records`;
  },
  close: async () => {
    for (const file of files) closeSync(file);
    return "closed";
  },
};

console.log("loaded");
for await (const word of createInterface(process.stdin)) console.log(await ANSWERS[word]?.());
await store.close();
