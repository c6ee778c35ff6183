import type { Command } from "../command-line/define-command.ts";
import {
  choicesOf,
  groupsOf,
  HELP_SUMMARY,
  isFamily,
  isFileOption,
  oneSentence,
  operandChoices,
  optionsOf,
  takesFiles,
} from "./words.ts";

export function fishScript(commands: readonly Command[]): string {
  const lines = [
    "# Completion of isoform for fish: isoform completion fish > ~/.config/fish/completions/isoform.fish",
    "function __isoform_words",
    "    set -l words (commandline -opc)",
    "    set -e words[1]",
    "    string match -v -- '-*' $words",
    "end",
    "function __isoform_at",
    "    set -l words (__isoform_words)",
    "    set -l count (count $argv)",
    "    test (count $words) -ge $count",
    '    and test "$words[1..$count]" = "$argv"',
    "end",
    "complete -c isoform -f",
  ];
  const atStart = "test (count (__isoform_words)) -eq 0";
  for (const group of groupsOf(commands)) {
    const summary = group.commands.map((command) => oneSentence(command.summary)).join("; ");
    lines.push(`complete -c isoform -n ${quoted(atStart)} -a ${group.word} -d ${quoted(summary)}`);
    if (!isFamily(group)) continue;
    for (const { name, summary: text } of group.commands) {
      const second = name.slice(group.word.length + 1);
      const condition = `__isoform_at ${group.word}; and test (count (__isoform_words)) -eq 1`;
      lines.push(
        `complete -c isoform -n ${quoted(condition)} -a ${second} -d ${quoted(oneSentence(text))}`,
      );
    }
  }
  lines.push(`complete -c isoform -n ${quoted(atStart)} -a help -d ${quoted(HELP_SUMMARY)}`);
  lines.push(...commands.flatMap(commandLines));
  return `${lines.join("\n")}\n`;
}

function commandLines(command: Command): readonly string[] {
  const start = `complete -c isoform -n ${quoted(`__isoform_at ${command.name}`)}`;
  const lines = optionsOf(command).map(([name, option]) => {
    const described = `${start} -l ${name} -d ${quoted(oneSentence(option.description))}`;
    if (option.type === "flag") return described;
    const choices = choicesOf(option);
    if (choices.length > 0) return `${described} -x -a ${quoted(choices.join(" "))}`;
    return isFileOption(option) ? `${described} -r -F` : `${described} -x`;
  });
  const choices = operandChoices(command);
  if (choices.length > 0) lines.push(`${start} -a ${quoted(choices.join(" "))}`);
  if (takesFiles(command)) lines.push(`${start} -F`);
  return lines;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
