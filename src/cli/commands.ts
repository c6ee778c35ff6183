import type { Command } from "./command/command.ts";

type Load = () => Promise<Command>;

/** Every command; each is loaded when it is called. */
const COMMANDS: Readonly<Record<string, Load>> = {
  check: async () => (await import("./commands/check.ts")).check,
  eval: async () => (await import("./commands/eval.ts")).evaluate,
  format: async () => (await import("./commands/format.ts")).format,
  sql: async () => (await import("./commands/sql.ts")).sql,
  explain: async () => (await import("./commands/explain.ts")).explain,
  filter: async () => (await import("./commands/filter.ts")).filter,
  serve: async () => (await import("./commands/serve.ts")).serve,
  import: async () => (await import("./commands/import.ts")).importRecords,
  generate: async () => (await import("./commands/generate.ts")).generate,
  "schema infer": async () => (await import("./commands/schema-infer.ts")).schemaInfer,
  "keys create": async () => (await import("./commands/keys-create.ts")).keysCreate,
  "keys list": async () => (await import("./commands/keys-list.ts")).keysList,
  "keys revoke": async () => (await import("./commands/keys-revoke.ts")).keysRevoke,
  completion: async () => (await import("./commands/completion.ts")).completion,
};

/** The names of all commands. */
export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** A command by its whole name. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
}

export async function loadAllCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}
