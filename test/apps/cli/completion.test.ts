import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { SCRIPTS } from "../../../src/apps/cli/completion/scripts.ts";
import { type Need, needForEach } from "../../harness/extent.ts";
import { PROGRAM, runCli, temporaryFolder } from "./run-cli.ts";

function needed(shell: string): Need {
  try {
    execFileSync(shell, ["--version"], { stdio: "ignore" });
    return { missing: undefined };
  } catch {
    return { missing: `${shell} is not installed`, isOptional: true };
  }
}

/** What a shell says that may follow; the last word is begun. */
type Complete = (words: readonly string[], folder: string) => readonly string[];

const shells: Readonly<Record<"bash" | "zsh" | "fish", Complete>> = {
  bash(words, folder) {
    // As readline does it: the equals sign is a word of its own.
    const split = words.flatMap((word) =>
      word.split(/(=)/).filter((part, index) => part !== "" || index === 0 || word.endsWith("=")),
    );
    const quoted = split.map((word) => `'${word}'`).join(" ");
    const script = `${SCRIPTS.bash}
COMP_WORDS=(${quoted}); COMP_CWORD=${split.length - 1}
_isoform
printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines("bash", ["--norc", "-c", script], folder);
  },
  fish(words, folder) {
    const script = `${SCRIPTS.fish}\ncomplete -C '${words.join(" ")}'`;
    return lines("fish", ["--no-config", "-c", script], folder).map(
      (line) => line.split("\t")[0] ?? "",
    );
  },
  zsh(words, folder) {
    mkdirSync(join(folder, ".functions"), { recursive: true });
    writeFileSync(join(folder, ".functions/_isoform"), SCRIPTS.zsh);
    // A shell inside a shell is the only way to make zsh complete without somebody at the keyboard.
    const script = `
zmodload zsh/zpty
zpty -b z zsh -f -i
{
  zpty -w z 'PROMPT="READY> "; fpath=(${folder}/.functions $fpath); autoload -U compinit; compinit -u -d ${folder}/.zcompdump; zstyle ":completion:*" list-colors ""; LISTMAX=1000; COLUMNS=200; bindkey "^T" list-choices; stty cols 200; cd ${folder}; echo SET-UP'
  while zpty -r z line '*SET-UP*READY> '; do break; done
  zpty -w -n z '${words.join(" ")}'$'\\x14'
  zpty -w z $'\\x15''echo FIN""ISHED'
  zpty -r z line '*FINISHED*READY> '
  print -r -- "$line"
} always { zpty -d z }`;
    return lines("zsh", ["-f", "-c", script], folder).flatMap(
      (line) =>
        // Names stand before `--` and what they are for.
        stripEscapes(line)
          .split(/\s+--\s/)[0]
          ?.trim()
          .split(/\s+/) ?? [],
    );
  },
};

function stripEscapes(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  return text.replace(/\u001b(?:\[[0-9;?]*[A-Za-z]|[=>])|[\r\b\u0007]/g, " ");
}

function lines(program: string, args: readonly string[], cwd: string): readonly string[] {
  const path = `${join(cwd, ".bin")}${delimiter}${process.env.PATH ?? ""}`;
  const { stdout, stderr } = spawnSync(program, [...args], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, PATH: path, HOME: cwd, TERM: "xterm" },
  });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

test.each(["bash", "zsh", "fish"] as const)(
  "the program writes the script for %s",
  async (shell) => {
    const { code, out } = await runCli(["completion", shell]);
    expect(code).toBe(0);
    expect(out).toBe(SCRIPTS[shell]);
  },
);

/** The words, and whether file names may follow, that the program offers. */
async function offered(words: readonly string[]): Promise<readonly string[]> {
  const { out } = await runCli(["--complete", ...words]);
  return out
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t")[0] ?? "");
}

test.each<[words: readonly string[], wanted: readonly string[], not: readonly string[]]>([
  [[], ["check", "keys", "schema", "help", "completion"], ["create", "keys create"]],
  [[""], ["check", "keys", "schema", "help", "completion"], ["create", "keys create"]],
  [["ch"], ["check"], ["keys"]],
  [["keys", ""], ["create", "list", "revoke"], ["check"]],
  [["keys", "revoke", "--"], ["--file", "--json", "--help"], ["--schema"]],
  [
    ["check", "--"],
    ["--schema", "--lines", "--json", "--color"],
    ["--file", "--limit"],
  ],
  [
    ["sql", "x", "--dialect", ""],
    ["postgres", "sqlite", "mysql"],
    [":files", "--schema"],
  ],
  [["sql", "x", "--dialect", "my"], ["mysql"], ["postgres"]],
  [["sql", "x", "--dialect=my"], ["mysql"], ["postgres"]],
  [["sql", "x", "--dialect", "="], ["mysql", "postgres"], []],
  [["sql", "x", "--dialect", "=", "my"], ["mysql"], ["postgres"]],
  [["check", "--schema", "cars.s"], [":files"], []],
  [["filter", "cars."], [":files"], ["check"]],
  [["completion", ""], ["bash", "zsh", "fish"], [":files"]],
  [
    ["generate", "cars", "--format", ""],
    ["ndjson", "json", "csv", "parquet", "arrow"],
    ["feather"],
  ],
  [["generate", "--count", ""], [""], ["cars"]],
  [["help", "k"], ["keys"], ["check"]],
  [["help", "keys", ""], ["create", "list", "revoke"], ["check"]],
  [["nothing", "else", ""], [""], ["check"]],
  [["check", "--constructor", ""], [""], ["check"]],
])("after %j the program offers %j", async (words, wanted, not) => {
  const found = await offered(words);
  expect(found).toEqual(expect.arrayContaining([...wanted]));
  for (const word of not) expect(found).not.toContain(word);
});

test("each word has the first sentence of its description", async () => {
  const { out } = await runCli(["--complete", "keys", "revoke", "--f"]);
  expect(out).toBe("--file\tThe file of keys\n");
});

describe.each(Object.entries(shells))("%s", (shell, complete) => {
  needForEach(needed(shell));

  function folder(): string {
    const path = temporaryFolder();
    for (const name of ["cars.ndjson", "cars.schema.json"]) writeFileSync(join(path, name), "");
    mkdirSync(join(path, ".bin"));
    const program = `#!/bin/sh\nexec ${PROGRAM.map((part) => `'${part}'`).join(" ")} "$@"\n`;
    writeFileSync(join(path, ".bin/isoform"), program, { mode: 0o755 });
    return path;
  }

  test.each<[words: readonly string[], wanted: readonly string[], not: readonly string[]]>([
    [
      ["isoform", ""],
      ["check", "keys", "schema", "help", "completion"],
      ["create", "keys create"],
    ],
    [["isoform", "keys", "revoke", "--"], ["--file", "--json", "--help"], ["--schema"]],
    [["isoform", "sql", "x", "--dialect", "my"], ["mysql"], ["postgres"]],
    [["isoform", "sql", "x", "--dialect=po"], ["postgres"], ["mysql"]],
    [["isoform", "check", "--schema", "cars.s"], ["cars.schema.json"], ["cars.ndjson"]],
    [["isoform", "filter", "cars."], ["cars.ndjson", "cars.schema.json"], ["check"]],
  ])("after %j offers %j", (words, wanted, not) => {
    const found = complete(words, folder());
    // One that is alone is written at once.
    const text = found.join(" ");
    for (const word of wanted)
      expect(`${text} `).toMatch(new RegExp(`(?:^|\\s|=)${word}(?:\\s|$)`));
    for (const word of not) expect(found).not.toContain(word);
  });
});
