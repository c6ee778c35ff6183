import { EXIT_CODES } from "../cli-failure.ts";
import { COMMON_OPTIONS, type Command, type Option, type Options } from "./define-command.ts";

const WIDTH = 80;

/** The usage line of a command. */
export function usageOf({ name, operands }: Command): string {
  const words = Object.entries(operands).map(([operand, { optional = false, repeats = false }]) => {
    const dots = repeats ? "..." : "";
    return optional ? `[${operand}${dots}]` : `<${operand}>${dots}`;
  });
  return ["isoform", name, ...words, "[options]"].join(" ");
}

/** An option in command-line syntax. */
export function writtenOption(name: string, option: Option): string {
  return option.type === "flag" ? `--${name}` : `--${name} <${option.value}>`;
}

/** The description of an option, with its choices and default. */
export function describeOption(option: Option): string {
  const parts = [option.description];
  if (option.type === "text" && option.choices !== undefined) {
    parts.push(`One of ${option.choices.map((choice) => `\`${choice}\``).join(", ")}.`);
  }
  if (option.type === "text" && option.repeats === true) parts.push("May be given several times.");
  if (option.type !== "flag" && option.default !== undefined) {
    parts.push(`Default: \`${option.default}\`.`);
  }
  return parts.join(" ");
}

/** Help for a command. */
export function commandHelp(command: Command): string {
  const { summary, details = [], operands, options, examples } = command;
  const sections = [
    wrapped(summary, WIDTH),
    `Usage: ${usageOf(command)}`,
    ...details.map((paragraph) => wrapped(paragraph, WIDTH)),
  ];
  const described = Object.entries(operands).map(([name, operand]): HelpEntry => {
    const { choices, description } = operand;
    const oneOf = choices === undefined ? "" : ` One of ${choices.join(", ")}.`;
    return [operand.optional ? `[${name}]` : `<${name}>`, `${description}${oneOf}`];
  });
  if (described.length > 0) sections.push(`Arguments:\n${list(described)}`);
  sections.push(`Options:\n${list(optionEntries({ ...options, ...COMMON_OPTIONS }))}`);
  if (examples.length > 0) {
    const shown = examples.map(
      ({ command: line, explanation }) =>
        `  ${line.replaceAll("\n", "\n  ")}\n${wrapped(explanation, WIDTH - 6, "      ")}`,
    );
    sections.push(`Examples:\n${shown.join("\n")}`);
  }
  sections.push(`Exit codes:\n${exitCodes()}`);
  return sections.join("\n\n");
}

/** Help for the program, or for a group of commands with the same first word. */
export function programHelp(commands: readonly Command[], group?: string): string {
  const shown =
    group === undefined ? commands : commands.filter(({ name }) => name.startsWith(`${group} `));
  const word = group === undefined ? "<command>" : `${group} <command>`;
  return [
    ...(group === undefined
      ? [
          wrapped(
            "Checks formulas that filter records, runs them over files, turns them into SQL and serves them over HTTP.",
            WIDTH,
          ),
        ]
      : []),
    `Usage: isoform ${word} [options]`,
    `Commands:\n${list(shown.map(({ name, summary }): HelpEntry => [name, summary]))}`,
    ...(group === undefined
      ? [
          `Options:\n${list([
            ...optionEntries(COMMON_OPTIONS),
            ["--version", "Shows the version."],
          ])}`,
          `Exit codes:\n${exitCodes()}`,
        ]
      : []),
    "isoform help <command> explains a command.",
  ].join("\n\n");
}

function exitCodes(): string {
  const meanings = new Map<number, string[]>();
  for (const { code, meaning } of Object.values(EXIT_CODES)) {
    meanings.set(code, [...(meanings.get(code) ?? []), meaning]);
  }
  return list([...meanings].map(([code, all]): HelpEntry => [String(code), all.join("; ")]));
}

type HelpEntry = readonly [left: string, right: string];

function optionEntries(options: Options): readonly HelpEntry[] {
  return Object.entries(options).map(([name, option]) => [
    `${name === "help" ? "-h, " : ""}${writtenOption(name, option)}`,
    describeOption(option),
  ]);
}

/** Formats two columns. An entry too long for the first column gets its own line. */
function list(entries: readonly HelpEntry[]): string {
  const widest = Math.min(24, Math.max(...entries.map(([left]) => left.length)));
  const indent = " ".repeat(widest + 4);
  return entries
    .map(([left, right]) => {
      const text = wrapped(right, WIDTH - indent.length, indent);
      return left.length > widest
        ? `  ${left}\n${text}`
        : `  ${left.padEnd(widest)}  ${text.trimStart()}`;
    })
    .join("\n");
}

/** Wraps a paragraph, without its Markdown. */
function wrapped(text: string, width: number, indent = ""): string {
  return wrap(text.replaceAll("`", ""), width, indent);
}

/** Wraps a paragraph to a width, with an indentation. A longer word is not broken. */
function wrap(text: string, width: number, indent = ""): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  return lines.map((one) => `${indent}${one}`).join("\n");
}
