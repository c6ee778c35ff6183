import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import {
  SCHEMA_FILE,
  type SchemaFile,
  SchemaFiles,
} from "../../../src/editors/lsp/schema-files.ts";
import { advanceUntil, Changes } from "../../apps/service/harness/waiting.ts";
import { ManualClock } from "../../harness/manual-clock.ts";
import { folderWith } from "./client.ts";

const PRICE = '{"fields":{"price":"number"}}';

/** A schema file that was read for a formula, and the calls of its listener since: texts of the file, or reasons why it could not be read. */
function followed(text: string) {
  const path = join(folderWith({ [SCHEMA_FILE]: text }), SCHEMA_FILE);
  const told: string[] = [];
  const changes = new Changes();
  const clock = new ManualClock();
  const onChange = ({ text: now, unread }: SchemaFile): void => {
    told.push(unread?.message ?? now);
    changes.changed();
  };
  const files = new SchemaFiles(onChange, {}, clock);
  onTestFinished(() => files.close());
  files.of(pathToFileURL(join(path, "..", "a.isoform")).href, "");
  const until = async (isLast: (last: string) => boolean): Promise<readonly string[]> => {
    const isNow = (): boolean => told.length > 0 && isLast(told.at(-1) ?? "");
    await advanceUntil(changes.until("the schema file to be read again", isNow), clock, 100);
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
