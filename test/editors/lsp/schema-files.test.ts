import { pbkdf2 } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { SCHEMA_FILE, SchemaFiles } from "../../../src/editors/lsp/schema-files.ts";
import { folderWith } from "./client.ts";

const PRICE = '{"fields":{"price":"number"}}';

/** Has the threads of Node busy, so that what looks at files comes later. */
function busy(): void {
  for (let task = 0; task < 8; task++) pbkdf2("a", "b", 100_000, 64, "sha512", () => undefined);
}

/** A schema file that was read for a formula, and the calls of its listener since: texts of the file, or reasons why it could not be read. */
function followed(text: string) {
  const path = join(folderWith({ [SCHEMA_FILE]: text }), SCHEMA_FILE);
  const told: string[] = [];
  const events = new EventEmitter();
  const files = new SchemaFiles(({ text: now, unread }) => {
    told.push(unread?.message ?? now);
    events.emit("told");
  });
  onTestFinished(() => files.close());
  busy();
  files.of(pathToFileURL(join(path, "..", "a.isoform")).href, "");
  const until = async (isLast: (last: string) => boolean): Promise<readonly string[]> => {
    for (let last = told.at(-1); last === undefined || !isLast(last); last = told.at(-1)) {
      await once(events, "told");
    }
    return told;
  };
  return { path, until };
}

it.each(["", '{"fields":{"wheels":"number"}}'])(
  "a schema file that becomes %j just after it was read is read again",
  async (text) => {
    const { path, until } = followed(PRICE);
    writeFileSync(path, text);
    expect(await until((last) => last === text)).toEqual([PRICE, text]);
  },
);

it("a schema file that is removed just after it was read is missing, and may come back empty", async () => {
  const { path, until } = followed(PRICE);
  rmSync(path);
  await until((last) => last.includes("ENOENT"));
  writeFileSync(path, "");
  expect(await until((last) => last === "")).toEqual([
    PRICE,
    expect.stringContaining("ENOENT"),
    "",
  ]);
});
