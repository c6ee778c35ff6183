import { KeyFile } from "../../service/key-file.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { EXIT_CODES, Failure } from "../failure.ts";
import { KEY_FILE_OPTION } from "../input/key-file.ts";

export const keysCreate = defineCommand({
  name: "keys create",
  summary: "Makes an API key for the service, and shows its token once.",
  details: [
    "The file keeps the hash of the token only: nobody can read the token from it, and a lost token cannot be had again. A running service takes the new key over by itself.",
  ],
  operands: { label: { description: "Whose key it is, as logs and metrics name it." } },
  options: {
    file: KEY_FILE_OPTION,
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
    const { token, stored } = await KeyFile.add(file, operands.label, {
      ...(options.expires === undefined ? {} : { expires: readTime(options.expires) }),
      ...(requests === undefined ? {} : { rate: { requests, seconds: seconds ?? 60 } }),
    });
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
