/** The scripts that teach shells to complete calls: they ask the program itself, which knows its commands and options. */
export const SCRIPTS = {
  bash: `# Completion of isoform for bash: eval "$(isoform completion bash)"
_isoform() {
  local current="\${COMP_WORDS[COMP_CWORD]}" word description
  # Bash takes the equals sign of --name=value for a word.
  if [[ $current == = ]]; then current=""; fi
  COMPREPLY=()
  while IFS=$'\\t' read -r word description; do
    if [[ $word == :files ]]; then
      # A name with spaces stays one word.
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
    else
      COMPREPLY+=("$word")
    fi
  done < <(isoform --complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _isoform isoform
`,
  zsh: `#compdef isoform
# Completion of isoform for zsh: isoform completion zsh > a folder of fpath/_isoform
_isoform() {
  local -a found
  found=("\${(@f)$(isoform --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $words[CURRENT] == --*=* ]]; then compset -P '*='; fi
  if [[ $found == :files ]]; then
    _files
  elif [[ -n $found ]]; then
    found=("\${(@)found/$'\\t'/:}")
    _describe isoform found
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _isoform "$@"
else
  compdef _isoform isoform
fi
`,
  fish: `# Completion of isoform for fish: isoform completion fish > ~/.config/fish/completions/isoform.fish
function __isoform_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l option (string match -r -- '^--[^=]+=' "$current")
    set -l found (isoform --complete $words[2..] "$current" 2>/dev/null)
    if test "$found" = :files
        set found (__fish_complete_path (string replace -r -- '^--[^=]+=' '' "$current"))
    end
    for line in $found
        printf '%s\\n' "$option$line"
    end
end
complete -c isoform -f -a '(__isoform_complete)'
`,
} as const;
