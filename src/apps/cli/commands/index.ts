// This folder holds the commands of the program, one per file.

import type { Command } from "../command-line/define-command.ts";

type Load = () => Promise<Command>;

/** All commands; each is loaded on demand. */
const COMMANDS: Readonly<Record<string, Load>> = {
  check: async () => (await import("./check.ts")).check,
  eval: async () => (await import("./eval.ts")).evaluate,
  format: async () => (await import("./format.ts")).format,
  sql: async () => (await import("./sql.ts")).sql,
  explain: async () => (await import("./explain.ts")).explain,
  filter: async () => (await import("./filter.ts")).filter,
  summarize: async () => (await import("./summarize.ts")).summarizeCommand,
  serve: async () => (await import("./serve.ts")).serve,
  lsp: async () => (await import("./lsp.ts")).lsp,
  import: async () => (await import("./import.ts")).importRecords,
  generate: async () => (await import("./generate.ts")).generate,
  "schema infer": async () => (await import("./schema-infer.ts")).schemaInfer,
  "schema from": async () => (await import("./schema-from.ts")).schemaFrom,
  "keys create": async () => (await import("./keys.ts")).keysCreate,
  "keys list": async () => (await import("./keys.ts")).keysList,
  "keys revoke": async () => (await import("./keys.ts")).keysRevoke,
  completion: async () => (await import("./completion.ts")).completion,
};

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** Loads a command by its full name. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
}

export async function loadAllCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}
