import { pbkdf2 } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";
import { SCHEMA_FILE, SchemaFiles } from "../../src/lsp/schema-files.ts";
import { folderWith } from "./client.ts";

const PRICE = '{"fields":{"price":"number"}}';

/** Has the threads of Node busy, so that what looks at files comes later. */
function busy(): void {
  for (let task = 0; task < 8; task++) pbkdf2("a", "b", 100_000, 64, "sha512", () => undefined);
}

/** A schema file that was read for a formula, and what was told of it since. */
function followed(text: string) {
  const path = join(folderWith({ [SCHEMA_FILE]: text }), SCHEMA_FILE);
  const told = vi.fn();
  const files = new SchemaFiles(({ text: now, unread }) =>
    told(unread === undefined ? now : unread),
  );
  onTestFinished(() => files.close());
  busy();
  files.of(pathToFileURL(join(path, "..", "a.isoform")).href, "");
  return { path, told };
}

it.each(["", '{"fields":{"wheels":"number"}}'])(
  "a schema file that becomes %j as soon as it was read is read again",
  async (text) => {
    const { path, told } = followed(PRICE);
    writeFileSync(path, text);
    await vi.waitFor(() => expect(told.mock.calls).toEqual([[PRICE], [text]]), 60_000);
  },
);

it("a schema file that is removed as soon as it was read is gone, and may come back empty", async () => {
  const { path, told } = followed(PRICE);
  rmSync(path);
  await vi.waitFor(
    () => expect(told).toHaveBeenLastCalledWith(expect.stringContaining("ENOENT")),
    60_000,
  );
  writeFileSync(path, "");
  await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(""), 60_000);
  expect(told).toHaveBeenCalledTimes(3);
});
