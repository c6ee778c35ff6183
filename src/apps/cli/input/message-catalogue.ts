import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Messages } from "../../../language/source/messages/messages.ts";
import { CliFailure } from "../cli-failure.ts";

export const MESSAGES_OPTION = {
  type: "text",
  value: "module",
  isFile: true,
  description:
    "The language of the texts: a JavaScript module whose default export is a catalogue of messages. It runs as part of the program.",
} as const;

/**
 * Loads a catalogue of messages.
 *
 * @throws {@link CliFailure} if there is none
 */
export async function readMessages(path: string): Promise<Messages> {
  let module: { readonly default?: unknown };
  try {
    module = await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliFailure("data", `${path} cannot be loaded: ${reason}`, { cause: error });
  }
  if (isCatalogue(module.default)) return module.default;
  throw new CliFailure("data", `${path} has no catalogue of messages as its default export`);
}

function isCatalogue(value: unknown): value is Messages {
  return typeof value === "object" && value !== null;
}
