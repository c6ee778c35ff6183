import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeExtension } from "../../../src/editors/vscode/extension-folder.ts";
import { PROGRAM } from "../../apps/cli/run-cli.ts";

const extension = mkdtempSync(join(tmpdir(), "isoform-vscode-"));
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const read = (name: string) => readFileSync(join(extension, name), "utf8");

beforeAll(() => writeExtension(extension));
afterAll(() => rmSync(extension, { recursive: true }));

describe("the extension for Visual Studio Code", () => {
  test("has every file that its manifest names", () => {
    const manifest = JSON.parse(read("package.json"));
    const { version } = JSON.parse(readFileSync(here("../../../package.json"), "utf8"));
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
      expect(JSON.parse(read(path)).scopeName).toBe(scopeName);
    }
  });

  test("passes on the licences of what is bundled", () => {
    for (const name of ["chevrotain", "vscode-languageclient"]) {
      expect(read("NOTICES.txt")).toContain(name);
    }
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
