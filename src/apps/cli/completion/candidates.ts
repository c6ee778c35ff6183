import {
  COMMON_OPTIONS,
  type Command,
  type Operand,
  type Option,
} from "../command-line/define-command.ts";

// This folder completes calls of the program in shells.

/** A word that may follow. */
interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** What may follow: some words, or the name of a file. */
type Candidates = readonly Candidate[] | "files";

const HELP: Candidate = { word: "help", description: "Shows help for a command" };

/**
 * What may follow in a call. Shells run the program to ask for it.
 *
 * @param given the words after the program's name; the last one is incomplete, and may be empty
 */
export function candidatesFor(given: readonly string[], commands: readonly Command[]): Candidates {
  const words = given.flatMap(splitOption);
  const last = words.pop() ?? "";
  const current = last === "=" ? "" : last;
  const before = words.filter((word) => word !== "=");
  const isHelp = before[0] === "help";
  const found = candidatesAfter(isHelp ? before.slice(1) : before, current, commands);
  if (found === "files") return found;
  const all = before.length === 0 ? [...found, HELP] : found;
  return all.filter(({ word }) => word.startsWith(current));
}

/** Bash splits `--name=value` at the equals sign by itself. */
function splitOption(word: string): readonly string[] {
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  return name === undefined || value === undefined ? [word] : [name, value];
}

function candidatesAfter(
  before: readonly string[],
  current: string,
  commands: readonly Command[],
): Candidates {
  const [first, second] = before;
  if (first === undefined) return firstWords(commands);
  const command = commands.find(({ name }) => name === first || name === `${first} ${second}`);
  if (command !== undefined) return candidatesOf(command, before.at(-1) ?? "", current);
  if (second !== undefined) return [];
  return commands.flatMap(({ name, summary }) =>
    name.startsWith(`${first} `) ? [candidate(name.slice(first.length + 1), summary)] : [],
  );
}

function firstWords(commands: readonly Command[]): readonly Candidate[] {
  const words = new Map<string, string[]>();
  for (const { name, summary } of commands) {
    const [word = ""] = name.split(" ");
    words.set(word, [...(words.get(word) ?? []), sentence(summary)]);
  }
  return [...words].map(([word, summaries]) => ({ word, description: summaries.join("; ") }));
}

/** @param previous the word before the incomplete one */
function candidatesOf(command: Command, previous: string, current: string): Candidates {
  const options: Readonly<Record<string, Option>> = { ...command.options, ...COMMON_OPTIONS };
  const option = previous.startsWith("--") ? options[previous.slice(2)] : undefined;
  if (option !== undefined && option.type !== "flag") {
    return option.type === "text" ? valuesOf([option]) : [];
  }
  if (!current.startsWith("-")) return valuesOf(Object.values(command.operands));
  return Object.entries(options).map(([name, { description }]) =>
    candidate(`--${name}`, description),
  );
}

function valuesOf(declared: readonly Pick<Operand, "choices" | "isFile">[]): Candidates {
  const choices = declared.flatMap((one) => one.choices ?? []);
  if (choices.length > 0) return choices.map((word) => ({ word, description: "" }));
  return declared.some(({ isFile }) => isFile === true) ? "files" : [];
}

function candidate(word: string, description: string): Candidate {
  return { word, description: sentence(description) };
}

/** The first sentence of a description, without Markdown. */
function sentence(text: string): string {
  const [first = ""] = text.split(/(?<=[.:;]) /);
  return first.replaceAll("`", "").replace(/[.:;]$/, "");
}

/** A line for each candidate, with its description after a tab; or `:files`, where the shell completes file names. */
export function candidateLines(candidates: Candidates): string {
  if (candidates === "files") return ":files\n";
  return candidates.map(({ word, description }) => `${word}\t${description}\n`).join("");
}
