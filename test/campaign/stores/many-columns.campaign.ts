import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PROGRAM, plainEnvironment } from "../../apps/cli/run-cli.ts";
import { useFolder } from "../../data/stores/files/folder.ts";
import { expectBelow, extent } from "../figures.ts";

const COLUMNS = extent(100_000, 300_000);
const HEAP_MB = 256;

const names = Array.from({ length: COLUMNS }, (_, index) => `a_field_with_the_number_${index}`);
const numbers = names.map((_, index) => index);

/** A record with all names, thrice, as each format writes it. */
const FILES = {
  "wide.csv": `${[names, numbers, numbers, numbers].map((cells) => cells.join()).join("\n")}\n`,
  "wide.ndjson":
    `${JSON.stringify(Object.fromEntries(names.map((name, index) => [name, index])))}\n`.repeat(3),
};

describe("a file with very many columns", () => {
  const folder = useFolder();

  it.each(Object.entries(FILES))(
    `is filtered by the program with a heap of ${HEAP_MB} MB: %s`,
    (name, text) => {
      const path = folder.path(name);
      writeFileSync(path, text);
      const [node, ...program] = PROGRAM;
      const from = performance.now();
      const { status, stdout, stderr } = spawnSync(
        node,
        [
          `--max-old-space-size=${HEAP_MB}`,
          ...program,
          "filter",
          "{a_field_with_the_number_7} = 7",
          path,
        ],
        { env: plainEnvironment(), encoding: "utf8", maxBuffer: 2 ** 30 },
      );
      expect(stderr).toBe("");
      expect(status).toBe(0);
      expect(stdout.match(/a_field_with_the_number_7\b/g)?.length).toBeGreaterThan(0);
      expectBelow(name, performance.now() - from, 90_000, "ms");
    },
  );
});
