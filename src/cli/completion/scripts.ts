import type { Command } from "../command-line/define-command.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { zshScript } from "./zsh.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export type Shell = keyof typeof SCRIPTS;

export const SHELLS = ["bash", "zsh", "fish"] as const satisfies readonly Shell[];

/** The script that teaches a shell to complete the program's commands and options. */
export function scriptFor(shell: Shell, commands: readonly Command[]): string {
  return SCRIPTS[shell](commands);
}
