import { KeyFile } from "../../service/key-file.ts";
import type { StoredKey } from "../../service/keys.ts";
import { visibleText } from "../../source/visible-text.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { EXIT_CODES } from "../failure.ts";
import { KEY_FILE_OPTION } from "../input/key-file.ts";

export const keysList = defineCommand({
  name: "keys list",
  summary: "Lists the API keys of a file: their ids, labels, and whether they still count.",
  operands: {},
  options: { file: KEY_FILE_OPTION, json: JSON_OPTION },
  examples: [
    { command: "isoform keys list --file keys.json", explanation: "One key on each line." },
  ],
  async run({ options, terminal }) {
    const { keys } = await KeyFile.open(options.file);
    if (options.json) {
      const result = keys.map(({ hash: _, ...key }) => ({ ...key, state: stateOf(key) }));
      await terminal.printJson({ ok: true, result, diagnostics: [] });
    } else {
      for (const key of keys) {
        const { id, label, created, expires, rate } = key;
        const until = expires === undefined ? "" : ` expires ${expires}`;
        const limit = rate === undefined ? "" : ` ${rate.requests} requests in ${rate.seconds} s`;
        await terminal.print(
          `${id}  ${stateOf(key).padEnd(7)}  ${created}${until}${limit}  ${visibleText(label)}`,
        );
      }
    }
    return EXIT_CODES.ok.code;
  },
});

function stateOf({ revoked, expires }: Omit<StoredKey, "hash">): "active" | "revoked" | "expired" {
  if (revoked !== undefined) return "revoked";
  return expires !== undefined && Date.parse(expires) <= Date.now() ? "expired" : "active";
}
