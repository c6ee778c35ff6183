import { execFile, execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extensionPackage } from "../../grammar/tools/extension-package.ts";
import { PROGRAM } from "../cli/run-cli.ts";
import { needForEach } from "../harness/extent.ts";

/** A reader of zip archives that is not ours. */
const python = ["/usr/bin/python3", "/usr/local/bin/python3"].find((path) => existsSync(path));

const folder = mkdtempSync(join(tmpdir(), "isoform-vscode-"));
const extension = join(folder, "extension");
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), "utf8");

beforeAll(async () => {
  if (python === undefined) return;
  const file = join(folder, "isoform.vsix");
  writeFileSync(file, await extensionPackage());
  execFileSync(python, ["-m", "zipfile", "-t", file]);
  execFileSync(python, ["-m", "zipfile", "-e", file, folder]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the package for Visual Studio Code", () => {
  needForEach({ missing: python === undefined ? "there is no python3 to unpack with" : undefined });

  test("has every file that its manifest names", () => {
    const manifest = JSON.parse(read("extension/package.json"));
    const { version } = JSON.parse(readFileSync(here("../../package.json"), "utf8"));
    expect(manifest).toMatchObject({ version, main: "./extension.js" });
    const { languages, grammars } = manifest.contributes;
    expect(languages[0].extensions).toEqual([".isoform", ".formula"]);
    const named = [
      manifest.main,
      ...languages.map(({ configuration }: { configuration: string }) => configuration),
      ...grammars.map(({ path }: { path: string }) => path),
    ];
    for (const name of named) expect(existsSync(join(extension, name)), name).toBe(true);
    for (const { scopeName, path } of grammars) {
      expect(JSON.parse(read(join("extension", path))).scopeName).toBe(scopeName);
    }
  });

  test("describes itself as the editor's installer asks for", () => {
    const manifest = read("extension.vsixmanifest");
    expect(manifest).toContain('Id="isoform" Version="');
    expect(manifest).toContain('<InstallationTarget Id="Microsoft.VisualStudio.Code"/>');
    for (const [, path] of manifest.matchAll(/<Asset [^>]*Path="([^"]+)"/g)) {
      expect(existsSync(join(folder, path ?? "")), path).toBe(true);
    }
    const types = read("[Content_Types].xml");
    for (const ending of [".json", ".js", ".mjs", ".md", ".txt", ".vsixmanifest"]) {
      expect(types).toContain(`Extension="${ending}"`);
    }
    expect(read("extension/NOTICES.txt")).toContain("chevrotain");
  });

  // The editor itself is not there: this shows only that the extension loads, and starts a server that works.
  test.each([
    ["its own server", []],
    ["the server that the settings name", [...PROGRAM, "lsp"]],
  ])("starts %s", async (_, server) => {
    const standIn = join(extension, "node_modules/vscode");
    mkdirSync(standIn, { recursive: true });
    copyFileSync(here("stand-in.cjs"), join(standIn, "index.js"));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [here("activate.cjs"), extension],
      { env: { ...process.env, FORMULA: 'LEFTT("a") +', SERVER: JSON.stringify(server) } },
    );
    const codes = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).code);
    expect(codes.slice(0, 2)).toEqual(["unknown-function", "missing-operand"]);
  });
});
