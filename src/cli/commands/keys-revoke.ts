import { KeyFile } from "../../service/key-file.ts";
import { suggest } from "../../util/suggest.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { EXIT_CODES, Failure } from "../failure.ts";
import { KEY_FILE_OPTION } from "../input/key-file.ts";

export const keysRevoke = defineCommand({
  name: "keys revoke",
  summary: "Revokes an API key: it counts no more, and stays in the list.",
  details: ["A running service takes this over by itself, within a second."],
  operands: { id: { description: "The key's id, as `isoform keys list` shows it." } },
  options: { file: KEY_FILE_OPTION, json: JSON_OPTION },
  examples: [{ command: "isoform keys revoke 3f2a9c1be07d4856", explanation: "Revokes that key." }],
  async run({ operands, options, terminal }) {
    const { file, json } = options;
    // Before the file is changed, and without making one.
    const { keys } = await KeyFile.open(file);
    const revoked = keys.some(({ id }) => id === operands.id)
      ? await KeyFile.revoke(file, operands.id)
      : undefined;
    if (revoked === undefined) {
      const meant = suggest(
        operands.id,
        keys.map(({ id }) => id),
      );
      const question = meant === undefined ? "" : `; did you mean ${meant}?`;
      throw new Failure("data", `${file} has no key ${JSON.stringify(operands.id)}${question}`);
    }
    const { id, label, revoked: time } = revoked;
    if (json)
      await terminal.printJson({ ok: true, result: { id, label, revoked: time }, diagnostics: [] });
    else terminal.say(`key ${id} (${label}) is revoked`);
    return EXIT_CODES.ok.code;
  },
});
