import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";
import { SOURCE_BUGS, type SourceBug } from "./source-bugs.ts";

const pathOf = (file: string): string =>
  fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** The text of a file with a bug. */
function withBug({ name, from, to }: SourceBug, code: string): string {
  const parts = code.split(from);
  if (parts.length !== 2)
    throw new Error(`${name}: the text to replace is there ${parts.length - 1} times`);
  return parts.join(to);
}

/** Vite's plugin that plants the bug of this name in the sources that tests load. */
export function plant(name: string): Plugin {
  const bug = SOURCE_BUGS.find((one) => one.name === name);
  if (bug === undefined) throw new Error(`there is no bug ${name}`);
  const path = pathOf(bug.file);
  return {
    name: "plant-a-bug",
    enforce: "pre",
    load: (id) =>
      id.split("?")[0] === path ? withBug(bug, readFileSync(path, "utf8")) : undefined,
  };
}
