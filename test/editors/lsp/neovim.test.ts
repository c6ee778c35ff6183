import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { PROGRAM } from "../../apps/cli/run-cli.ts";
import { findProgram, neededProgram } from "../../apps/service/harness/programs.ts";
import { need } from "../../harness/extent.ts";
import { folderWith, SCHEMA } from "./client.ts";

const SCRIPT = fileURLToPath(new URL("neovim.lua", import.meta.url));
const neovim = findProgram("nvim");

it("Neovim shows mistakes, fixes them, completes, formats and renames", async (context) => {
  need(context, neededProgram("nvim", neovim));
  const folder = folderWith({
    "isoform.schema.json": JSON.stringify(SCHEMA),
    "cheap.isoform": "{contry}",
  });
  const result = join(folder, "result.json");
  const editor = spawn(neovim ?? "", ["--headless", "--clean", "-n", "-S", SCRIPT], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ISOFORM_RESULT: result,
      ISOFORM_PROGRAM: JSON.stringify([...PROGRAM, "lsp"]),
    },
  });
  await once(editor, "exit");
  const seen = JSON.parse(readFileSync(result, "utf8")) as Record<string, unknown>;
  expect(seen).toMatchObject({
    codes: ["unknown-field"],
    mended: "{country}",
    labels: expect.arrayContaining([expect.stringContaining("price")]),
    hover: { value: expect.stringContaining("country") },
    formatted: 'AND({country} = "Italy")',
    renamed: 'AND({place} = "Italy")',
  });
  expect(seen.late).toBeUndefined();
});
