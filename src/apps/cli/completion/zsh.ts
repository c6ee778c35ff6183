import type { Command, Operand, Option } from "../command-line/define-command.ts";
import {
  choicesOf,
  groupsOf,
  HELP_SUMMARY,
  isFamily,
  isFileOption,
  oneSentence,
  optionsOf,
} from "./words.ts";

export function zshScript(commands: readonly Command[]): string {
  const groups = groupsOf(commands);
  const summaries = groups.map((group) => [group.word, summaryOf(group.commands)] as const);
  return `#compdef isoform
# Completion of isoform for zsh: isoform completion zsh > a folder of fpath/_isoform
_isoform() {
  local -a commands
  local command
  if ((CURRENT == 2)); then
    commands=(
${[...summaries, ["help", HELP_SUMMARY] as const].map(([word, summary]) => `      ${quoted(`${word}:${summary}`)}`).join("\n")}
    )
    _describe command commands
    return
  fi
  if [[ $words[2] == help ]]; then
    shift words
    ((CURRENT--))
    if ((CURRENT == 2)); then
      commands=(
${summaries.map(([word, summary]) => `        ${quoted(`${word}:${summary}`)}`).join("\n")}
      )
      _describe command commands
      return
    fi
  fi
  command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${groups
  .filter(isFamily)
  .map(
    ({ word, commands: inside }) => `    ${word})
      if ((CURRENT == 2)); then
        commands=(
${inside.map(({ name, summary }) => `          ${quoted(`${name.slice(word.length + 1)}:${oneSentence(summary)}`)}`).join("\n")}
        )
        _describe command commands
        return
      fi
      command="$command $words[2]"
      shift words
      ((CURRENT--))
      ;;`,
  )
  .join("\n")}
  esac
  case $command in
${commands.map(commandCase).join("\n")}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _isoform "$@"
else
  compdef _isoform isoform
fi
`;
}

function summaryOf(commands: readonly Command[]): string {
  return commands.map(({ summary }) => oneSentence(summary)).join("; ");
}

function commandCase(command: Command): string {
  const specs = [
    ...optionsOf(command).map(([name, option]) => optionSpec(name, option)),
    ...Object.entries(command.operands).map(([name, operand]) => operandSpec(name, operand)),
  ];
  return `    ${quoted(command.name)})
      _arguments -s \\
${specs.map((spec) => `        ${quoted(spec)}`).join(" \\\n")}
      ;;`;
}

function optionSpec(name: string, option: Option): string {
  const start = option.type === "text" && option.repeats === true ? "*" : "";
  const described = `${start}--${name}${option.type === "flag" ? "" : "="}[${escaped(oneSentence(option.description))}]`;
  if (option.type === "flag") return described;
  return `${described}:${escaped(option.value)}:${action(choicesOf(option), isFileOption(option))}`;
}

function operandSpec(
  name: string,
  { optional = false, repeats = false, choices = [], isFile = false }: Operand,
): string {
  if (repeats) return `*:${escaped(name)}:${action(choices, isFile)}`;
  return `:${optional ? ":" : ""}${escaped(name)}:${action(choices, isFile)}`;
}

function action(choices: readonly string[], isFile: boolean): string {
  if (choices.length > 0) return `(${choices.join(" ")})`;
  return isFile ? "_files" : " ";
}

/** Escapes the special characters of `_arguments` specifications. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, "\\$&");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
