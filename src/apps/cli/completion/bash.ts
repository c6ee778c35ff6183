// This folder generates completion scripts, one shell per file.

import type { Command } from "../command-line/define-command.ts";
import {
  choicesOf,
  groupsOf,
  isFamily,
  isFileOption,
  operandChoices,
  optionsOf,
  takesFiles,
} from "./words.ts";

/** Names and choices are plain words and need no quoting. */
export function bashScript(commands: readonly Command[]): string {
  const groups = groupsOf(commands);
  const families = groups.filter(isFamily);
  return `# Completion of isoform for bash: eval "$(isoform completion bash)"
_isoform() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command="\${COMP_WORDS[1]}" at=2
  COMPREPLY=()
  # Bash takes the equals sign of --name=value for a word.
  if [[ $current == = ]]; then
    current=""
  elif [[ $previous == = ]]; then
    previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${[...groups.map(({ word }) => word), "help"].join(" ")} --help --version" -- "$current"))
    return
  fi
  if [[ $command == help ]]; then
    command="\${COMP_WORDS[2]}"
    at=3
    if ((COMP_CWORD == 2)); then
      COMPREPLY=($(compgen -W "${groups.map(({ word }) => word).join(" ")}" -- "$current"))
      return
    fi
  fi
  case "$command" in
${families
  .map(({ word, commands: inside }) => {
    const seconds = inside.map(({ name }) => name.slice(word.length + 1)).join(" ");
    return `    ${word})
      if ((COMP_CWORD == at)); then
        COMPREPLY=($(compgen -W "${seconds}" -- "$current"))
        return
      fi
      command="$command \${COMP_WORDS[at]}"
      ;;`;
  })
  .join("\n")}
  esac
  # A value of an option.
  case "$command $previous" in
${commands.flatMap(valueCases).join("\n")}
  esac
  # An option, or what has no name.
  case "$command" in
${commands.map(commandCase).join("\n")}
  esac
}
complete -F _isoform isoform
`;
}

function valueCases(command: Command): readonly string[] {
  return optionsOf(command)
    .filter(([, { type }]) => type !== "flag")
    .map(([name, option]) => {
      const choices = choicesOf(option);
      const reply =
        choices.length > 0
          ? `COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$current")); `
          : isFileOption(option)
            ? `${FILES}; `
            : "";
      return `    "${command.name} --${name}") ${reply}return ;;`;
    });
}

function commandCase(command: Command): string {
  const options = optionsOf(command).map(([name]) => `--${name}`);
  const choices = operandChoices(command);
  const others =
    choices.length > 0
      ? `COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$current"))`
      : takesFiles(command)
        ? FILES
        : ":";
  return `    "${command.name}")
      if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "${options.join(" ")}" -- "$current"))
      else
        ${others}
      fi
      ;;`;
}

/** Completes file names. A name with spaces stays one word. */
const FILES =
  'compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current")';
