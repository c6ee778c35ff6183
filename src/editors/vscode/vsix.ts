import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeExtension } from "./extension-folder.ts";

/*
 * `npm run vsix` writes the extension for Visual Studio Code, to `isoform.vsix` or to the given path. The packager is
 * downloaded on demand: with its 230 packages of 125 MB, it would slow down every `npm ci`.
 */
const path = resolve(process.argv[2] ?? "isoform.vsix");
const folder = mkdtempSync(join(tmpdir(), "isoform-extension-"));
try {
  await writeExtension(folder);
  const packager = ["--yes", "--ignore-scripts", "@vscode/vsce@3"];
  const call = ["package", "--no-dependencies", "--allow-missing-repository", "--out", path];
  execFileSync("npx", [...packager, ...call], { cwd: folder, stdio: "inherit" });
} finally {
  rmSync(folder, { recursive: true });
}
