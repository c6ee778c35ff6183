import { EXIT_CODES } from "../cli-failure.ts";
import { defineCommand } from "../command-line/define-command.ts";
import { bashScript } from "../completion/bash.ts";
import { fishScript } from "../completion/fish.ts";
import { zshScript } from "../completion/zsh.ts";

export const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
const SHELLS = ["bash", "zsh", "fish"] as const satisfies readonly (keyof typeof SCRIPTS)[];

export const completion = defineCommand({
  name: "completion",
  summary: "Writes a script that teaches a shell to complete commands and options.",
  operands: { shell: { choices: SHELLS, description: "The shell." } },
  options: {},
  examples: [
    {
      command: 'eval "$(isoform completion bash)"',
      explanation:
        "Completes in this session of bash. Write the line into `~/.bashrc` for all sessions.",
    },
    {
      command: "isoform completion zsh > ~/.zfunc/_isoform",
      explanation: "Completes in zsh, if `~/.zfunc` is in `fpath`.",
    },
    {
      command: "isoform completion fish > ~/.config/fish/completions/isoform.fish",
      explanation: "Completes in fish.",
    },
  ],
  async run({ operands, terminal, allCommands }) {
    await terminal.write(SCRIPTS[operands.shell](await allCommands()));
    return EXIT_CODES.ok.code;
  },
});
