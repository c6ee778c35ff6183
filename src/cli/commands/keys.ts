import { KeyFile } from "../../service/key-file.ts";
import type { StoredKey } from "../../service/keys.ts";
import { visibleText } from "../../source/visible-text.ts";
import { defined } from "../../util/defined.ts";
import { didYouMean } from "../../util/suggest.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { EXIT_CODES, Failure } from "../failure.ts";

/** The option that names the file of keys. */
const FILE = {
  type: "text",
  value: "file",
  isFile: true,
  default: "keys.json",
  description: "The file of keys.",
} as const;

export const keysCreate = defineCommand({
  name: "keys create",
  summary: "Makes an API key for the service, and shows its token once.",
  details: [
    "The file keeps the hash of the token only: nobody can read the token from it, and a lost token cannot be shown again. A running service takes the new key over by itself.",
  ],
  operands: { label: { description: "Whose key it is, as logs and metrics name it." } },
  options: {
    file: FILE,
    expires: {
      type: "text",
      value: "time",
      description: "The key counts until then: a day such as `2027-01-31`, or a time of ISO 8601.",
    },
    requests: {
      type: "number",
      value: "number",
      least: 1,
      description:
        "How many requests the key may make in `--seconds`, in place of the service's own limit.",
    },
    seconds: {
      type: "number",
      value: "number",
      least: 1,
      description: "In how many seconds; 60 unless given, with `--requests`.",
    },
    json: JSON_OPTION,
  },
  examples: [
    {
      command: "isoform keys create 'price watcher' --file keys.json",
      explanation: "The token goes to the standard output, all else to the standard error.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { requests, seconds, file } = options;
    if (operands.label.trim() === "") throw new Failure("usage", "the label is empty");
    if (seconds !== undefined && requests === undefined) {
      throw new Failure("usage", "--seconds says in what time --requests may be made: give both");
    }
    const { token, stored } = await KeyFile.add(
      file,
      operands.label,
      defined({
        expires: options.expires === undefined ? undefined : readTime(options.expires),
        rate: requests === undefined ? undefined : { requests, seconds: seconds ?? 60 },
      }),
    );
    if (options.json) {
      const { id, label, created, expires } = stored;
      const result = { token, id, label, created, expires: expires ?? null };
      await terminal.printJson({ ok: true, result, diagnostics: [] });
    } else {
      terminal.say(`key ${stored.id} is in ${file}; its token is shown only now:`);
      await terminal.print(token);
    }
    return EXIT_CODES.ok.code;
  },
});

function readTime(text: string): Date {
  const isTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.test(
    text,
  );
  const time = new Date(isTime ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) {
    throw new Failure(
      "usage",
      `--expires is a day or a time such as 2027-01-31T12:00Z, not ${JSON.stringify(text)}`,
    );
  }
  if (time.getTime() <= Date.now()) throw new Failure("usage", `--expires ${text} is past`);
  return time;
}

export const keysList = defineCommand({
  name: "keys list",
  summary: "Lists the API keys of a file: their ids, labels, and whether they still count.",
  operands: {},
  options: { file: FILE, json: JSON_OPTION },
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

export const keysRevoke = defineCommand({
  name: "keys revoke",
  summary: "Revokes an API key: it counts no more, and stays in the list.",
  details: ["A running service takes this over by itself, within a second."],
  operands: { id: { description: "The key's id, as `isoform keys list` shows it." } },
  options: { file: FILE, json: JSON_OPTION },
  examples: [{ command: "isoform keys revoke 3f2a9c1be07d4856", explanation: "Revokes that key." }],
  async run({ operands, options, terminal }) {
    const { file, json } = options;
    // The id is looked for before the file is changed, so that a wrong id changes nothing.
    const { keys } = await KeyFile.open(file);
    const revoked = keys.some(({ id }) => id === operands.id)
      ? await KeyFile.revoke(file, operands.id)
      : undefined;
    if (revoked === undefined) {
      const known = keys.map(({ id }) => id);
      const question = didYouMean(operands.id, known);
      throw new Failure("data", `${file} has no key ${JSON.stringify(operands.id)}${question}`);
    }
    const { id, label, revoked: time } = revoked;
    if (json)
      await terminal.printJson({ ok: true, result: { id, label, revoked: time }, diagnostics: [] });
    else terminal.say(`key ${id} (${label}) is revoked`);
    return EXIT_CODES.ok.code;
  },
});
