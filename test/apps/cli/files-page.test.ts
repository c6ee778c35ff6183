import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli, temporaryFolder } from "./run-cli.ts";

const PAGE = new URL("../../../grammar/reference/files.md", import.meta.url);

/** A block of the page as commands, each with the lines behind it: those of a file for `cat`, and else the output. */
function commandsOf(block: string): readonly { readonly line: string; readonly text: string }[] {
  return block.split(/^\$ /m).flatMap((part) => {
    const end = part.indexOf("\n");
    return end < 0 ? [] : [{ line: part.slice(0, end), text: part.slice(end + 1) }];
  });
}

/** The words of a command as a shell takes them; on the page they have no quotes but single ones. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

describe("the page on files", () => {
  const blocks = [...readFileSync(PAGE, "utf8").matchAll(/^```console\n([\s\S]*?)^```$/gm)];

  test("has examples", () => {
    expect(blocks.length).toBeGreaterThan(5);
  });

  test.each(blocks.map(([, block = ""]) => block))(
    "shows what the command prints: %s",
    async (block) => {
      const cwd = temporaryFolder();
      for (const { line, text } of commandsOf(block)) {
        const [program, ...words] = wordsOf(line);
        if (program === "cat") {
          writeFileSync(join(cwd, words[0] ?? ""), text);
          continue;
        }
        expect(program).toBe("isoform");
        const { out, err } = await runCli(words, { cwd });
        expect(out + err).toBe(text);
      }
    },
  );
});
