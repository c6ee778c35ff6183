import { COMMON_OPTIONS, type Command, type Option } from "../command-line/define-command.ts";

/** The commands with the same first word. */
export interface CommandGroup {
  readonly word: string;
  readonly commands: readonly Command[];
}

/** The first words of commands. */
export function groupsOf(commands: readonly Command[]): readonly CommandGroup[] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const [word = ""] = command.name.split(" ");
    groups.set(word, [...(groups.get(word) ?? []), command]);
  }
  return [...groups].map(([word, inside]) => ({ word, commands: inside }));
}

/** Whether the commands of a group have a second word. */
export function isFamily({ word, commands }: CommandGroup): boolean {
  return commands.every(({ name }) => name !== word);
}

/** All options of a command, by name. */
export function optionsOf(command: Command): readonly (readonly [string, Option])[] {
  return Object.entries({ ...command.options, ...COMMON_OPTIONS });
}

/** The choices of a command's operands. */
export function operandChoices({ operands }: Command): readonly string[] {
  return Object.values(operands).flatMap(({ choices = [] }) => choices);
}

export function takesFiles({ operands }: Command): boolean {
  return Object.values(operands).some(({ isFile }) => isFile === true);
}

/** The choices of an option's value; empty if any value is allowed. */
export function choicesOf(option: Option): readonly string[] {
  return option.type === "text" ? (option.choices ?? []) : [];
}

export function isFileOption(option: Option): boolean {
  return option.type === "text" && option.isFile === true;
}

/** The first sentence of a description, without Markdown. */
export function oneSentence(text: string): string {
  const [sentence = ""] = text.split(/(?<=[.:;]) /);
  return sentence.replaceAll("`", "").replace(/[.:;]$/, "");
}

export const HELP_SUMMARY = "Shows help for a command";
