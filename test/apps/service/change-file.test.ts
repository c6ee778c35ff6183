import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { changeFile } from "../../../src/apps/service/change-file.ts";
import { temporaryFolder } from "./harness/closing.ts";

let path = "";
beforeEach(() => {
  path = join(temporaryFolder("change-file"), "file");
});

const NEVER = Number.POSITIVE_INFINITY;
const lines = async (): Promise<readonly string[]> =>
  (await readFile(path, "utf8")).trimEnd().split("\n").sort();

describe("a file that several callers change at once", () => {
  it("has the changes of all calls within a process", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `line ${index}`);
    const add = (name: string): Promise<void> =>
      changeFile(
        path,
        async (target, isNew) => `${isNew ? "" : await readFile(target, "utf8")}${name}\n`,
        NEVER,
      );
    await Promise.all(names.map(add));
    expect(await lines()).toEqual(names);
  });

  it("has the changes of two processes", async () => {
    const source = pathToFileURL(
      join(import.meta.dirname, "../../../src/apps/service/change-file.ts"),
    ).href;
    const code = `
      import { readFile } from "node:fs/promises";
      const { changeFile } = await import(${JSON.stringify(source)});
      const [name, path] = process.argv.slice(1);
      const add = (index) => changeFile(
        path,
        async (target, isNew) => (isNew ? "" : await readFile(target, "utf8")) + name + index + "\\n",
        Infinity,
      );
      for (let index = 0; index < 5; index++) await add(index);
    `;
    const args = ["--import", "tsx", "--input-type=module", "-e", code];
    const run = (name: string): Promise<unknown> =>
      promisify(execFile)(process.execPath, [...args, name, path]);
    await Promise.all([run("a"), run("b")]);
    const expected = ["a", "b"].flatMap((name) => [0, 1, 2, 3, 4].map((index) => name + index));
    expect(await lines()).toEqual(expected);
  });

  it("is not changed while the lock of another change exists", async () => {
    await writeFile(path, "old");
    await writeFile(`${path}.lock`, "");
    await expect(changeFile(path, async () => "new", 0)).rejects.toThrow(
      /file\.lock exists: remove it if no other command runs/,
    );
    expect(await readFile(path, "utf8")).toBe("old");
  });
});
