import { serveEditor } from "../../../editors/lsp/index.ts";
import { EXIT_CODES } from "../cli-failure.ts";
import { defineCommand } from "../command-line/define-command.ts";
import { MESSAGES_OPTION, readMessages } from "../input/message-catalogue.ts";

export const lsp = defineCommand({
  name: "lsp",
  summary: "Serves editors: mistakes, completion, hover and more for files of formulas.",
  details: [
    "An editor starts this language server, and talks to it over the standard input and output. A file contains one formula. Its schema is the file that its first line names, as in `// schema: ./cars.schema.json`, or else the nearest `isoform.schema.json` in its folder or above. Without a schema, the syntax and the names of functions are checked.",
  ],
  operands: {},
  options: {
    messages: MESSAGES_OPTION,
    stdio: {
      type: "flag",
      description:
        "Talks over the standard input and output. This is always so; the option exists since some editors give it.",
    },
  },
  examples: [
    { command: "isoform lsp", explanation: "Waits for an editor." },
    {
      command: "isoform lsp --messages ./german.js",
      explanation: "Says everything about formulas in the language of a catalogue.",
    },
  ],
  async run({ options, terminal }) {
    const { messages: path } = options;
    const texts = path === undefined ? {} : { messages: await readMessages(path) };
    const { stdin, stdout } = terminal.host;
    const wasTold = await serveEditor(stdin, stdout, texts);
    stdin.destroy();
    return wasTold ? EXIT_CODES.ok.code : EXIT_CODES.usage.code;
  },
});
