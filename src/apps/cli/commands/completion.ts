import { EXIT_CODES } from "../cli-failure.ts";
import { defineCommand } from "../command-line/define-command.ts";
import { SCRIPTS } from "../completion/scripts.ts";

const SHELLS = ["bash", "zsh", "fish"] as const satisfies readonly (keyof typeof SCRIPTS)[];

export const completion = defineCommand({
  name: "completion",
  summary: "Writes a script that teaches a shell to complete commands and options.",
  details: [
    "The script asks the program what may follow, so it stays right when the program is updated.",
  ],
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
  async run({ operands, terminal }) {
    await terminal.write(SCRIPTS[operands.shell]);
    return EXIT_CODES.ok.code;
  },
});
