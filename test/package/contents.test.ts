import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

const [packed]: readonly Packed[] = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: fileURLToPath(root),
    encoding: "utf8",
  }),
);
const paths = packed?.files.map(({ path }) => path) ?? [];
const folders = new Set(paths.map((path) => posix.dirname(path)));

it.each(paths.filter((path) => path.endsWith(".md")))(
  "every relative link of %s leads to a file of the package",
  (page) => {
    const text = readFileSync(new URL(page, root), "utf8").replace(/```[\s\S]*?```/g, "");
    const targets = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(({ 1: link = "" }) =>
      posix.normalize(posix.join(posix.dirname(page), link)).replace(/\/$/, ""),
    );
    expect(targets.filter((path) => !paths.includes(path) && !folders.has(path))).toEqual([]);
  },
);

it("has no tests, sources or tools", () => {
  const tops = new Set(paths.map((path) => path.split("/")[0]));
  expect([...tops].filter((top) => ["src", "test", ".ci"].includes(top ?? ""))).toEqual([]);
  expect(paths.filter((path) => path.startsWith("grammar/tools/"))).toEqual([]);
});
