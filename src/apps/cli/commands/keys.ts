import { realpath, stat } from "node:fs/promises";
import { check, type Policy } from "../../../engine/index.ts";
import type { FunctionDefinition } from "../../../language/functions/define.ts";
import { defineFunction } from "../../../language/functions/define-function.ts";
import { visibleText } from "../../../language/source/visible-text.ts";
import { defined } from "../../../util/defined.ts";
import { didYouMean } from "../../../util/suggest.ts";
import { KeyFile } from "../../service/key-file.ts";
import { SERVICE_LIMITS } from "../../service/limits.ts";
import { type Attributes, readTime, type StoredKey } from "../../service/stored-key.ts";
import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { readParameters } from "../input/read-parameters.ts";

/** The option for the key file. */
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
    "The file keeps only the hash of the token. Nobody can read the token from it, and a lost token cannot be shown again. A running service notices the new key by itself.",
  ],
  operands: { label: { description: "The owner of the key. Logs and metrics show this name." } },
  options: {
    file: FILE,
    expires: {
      type: "text",
      value: "time",
      description:
        "The time until which the key is valid: a day such as `2027-01-31`, or a time of ISO 8601.",
    },
    requests: {
      type: "number",
      value: "number",
      least: 1,
      description:
        "The number of requests that the key may make in `--seconds`. It replaces the limit of the service.",
    },
    seconds: {
      type: "number",
      value: "number",
      least: 1,
      description: "The number of seconds for `--requests`; the default is 60.",
    },
    weight: {
      type: "number",
      value: "number",
      least: 1,
      most: SERVICE_LIMITS.keyWeight,
      description:
        "The key's weight if clients ask for more than there is: a key of weight 4 gets as much as four keys of weight 1. The default is 1.",
    },
    scope: {
      type: "text",
      value: "formula",
      description:
        "A formula. In every collection, the key sees only the records that this formula returns. It may use attributes, such as `{dealer} = $dealer`.",
    },
    attribute: {
      type: "text",
      value: "name=value",
      repeats: true,
      description:
        "A value for `$name` in the scope. A number, `true`, `false` or an array of texts in JSON has its own type, and anything else is a text. `name:text=7` makes 7 a text.",
    },
    field: {
      type: "text",
      value: "name",
      repeats: true,
      description:
        "A field that the key sees; the default is all fields. The key field must be one of them.",
    },
    policy: {
      type: "text",
      value: "json",
      description:
        'What the formulas of the key may use, such as \'{"functions":{"deny":["REGEX_MATCH"]}}\'; the default is everything.',
    },
    function: {
      type: "text",
      value: "name",
      repeats: true,
      description:
        "A custom function of the service that the policy names. The service itself refuses a name that it does not know.",
    },
    admin: {
      type: "flag",
      description: "The key may read `/metrics`, which names the holders of all keys.",
    },
    json: JSON_OPTION,
  },
  examples: [
    {
      command: "isoform keys create 'price watcher' --file keys.json",
      explanation:
        "The token goes to the standard output, and everything else to the standard error.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { requests, seconds, file } = options;
    if (operands.label.trim() === "") throw new CliFailure("usage", "the label is empty");
    if (seconds !== undefined && requests === undefined) {
      throw new CliFailure("usage", "--seconds is the time for --requests: give both");
    }
    const { token, stored } = await KeyFile.add(
      file,
      operands.label,
      defined({
        expires: options.expires === undefined ? undefined : readExpiry(options.expires),
        rate: requests === undefined ? undefined : { requests, seconds: seconds ?? 60 },
        weight: options.weight,
        scope: options.scope,
        attributes: readAttributes(options.attribute, options.scope),
        fields: options.field.length === 0 ? undefined : options.field,
        policy: readPolicy(options.policy, options.function),
        admin: options.admin ? true : undefined,
      }),
    );
    if (options.json) {
      const { hash: _, expires = null, weight = 1, admin = false, ...rest } = stored;
      const result = { token, ...rest, expires, weight, admin };
      await terminal.printJson({ ok: true, result, diagnostics: [] });
    } else {
      terminal.say(`key ${stored.id} is in ${file}; its token is shown only now`);
      terminal.say(await readersOf(file));
      await terminal.print(token);
    }
    return EXIT_CODES.ok.code;
  },
});

function readPolicy(text: string | undefined, functions: readonly string[]): Policy | undefined {
  if (text === undefined) {
    if (functions.length === 0) return undefined;
    throw new CliFailure("usage", "--function is a name in a --policy: give both");
  }
  try {
    const policy: unknown = JSON.parse(text);
    check("", undefined, { policy: policy as Policy, functions: functions.map(customFunction) });
    return policy as Policy;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliFailure("usage", `--policy: ${visibleText(reason)}`, {
      help: "for each custom function of the service that the policy names, give --function",
    });
  }
}

/** A function of which only the name is known. */
function customFunction(name: string): FunctionDefinition {
  return defineFunction({
    name,
    parameters: [],
    result: "number",
    lower: (core) => core.number(0),
  });
}

function readAttributes(
  given: readonly string[],
  scope: string | undefined,
): Attributes | undefined {
  if (given.length > 0 && scope === undefined) {
    throw new CliFailure("usage", "--attribute is a value for a --scope: give both");
  }
  const attributes = readParameters(given, "--attribute");
  for (const [name, type] of Object.entries(attributes?.types ?? {})) {
    if (type !== "date") continue;
    throw new CliFailure(
      "usage",
      `--attribute ${name}: the value cannot be a date; give it as a text`,
    );
  }
  return attributes?.values;
}

function readExpiry(text: string): Date {
  const time = readTime(text);
  if (time === undefined) {
    throw new CliFailure(
      "usage",
      `--expires is a day or a time such as 2027-01-31T12:00Z, not ${JSON.stringify(text)}`,
    );
  }
  if (time.getTime() <= Date.now()) throw new CliFailure("usage", `--expires ${text} is past`);
  return time;
}

/** Describes who can read a key file, since a service may run as another user. */
async function readersOf(file: string): Promise<string> {
  const path = await realpath(file);
  const { uid, mode } = await stat(path);
  const permissions = (mode & 0o777).toString(8).padStart(3, "0");
  return `a running service that can read ${path} (of user ${uid}, mode ${permissions}) notices this within two seconds`;
}

export const keysList = defineCommand({
  name: "keys list",
  summary:
    "Lists the API keys of a file: their ids, their labels, and whether they are still valid.",
  operands: {},
  options: { file: FILE, json: JSON_OPTION },
  examples: [
    { command: "isoform keys list --file keys.json", explanation: "Lists one key on each line." },
  ],
  async run({ options, terminal }) {
    const { keys } = await KeyFile.open(options.file);
    if (options.json) {
      const result = keys.map(({ hash: _, ...key }) => ({ ...key, state: stateOf(key) }));
      await terminal.printJson({ ok: true, result, diagnostics: [] });
    } else {
      for (const key of keys) {
        const { id, label, created, expires, rate, weight, admin, scope, fields, policy } = key;
        const until = expires === undefined ? "" : ` expires ${expires}`;
        const limit = rate === undefined ? "" : ` ${rate.requests} requests in ${rate.seconds} s`;
        const share = weight === undefined ? "" : ` weight ${weight}`;
        const role = admin === true ? " admin" : "";
        const within = scope === undefined ? "" : ` scope ${visibleText(scope)}`;
        const seen = fields === undefined ? "" : ` fields ${visibleText(fields.join(", "))}`;
        const rule = policy === undefined ? "" : ` policy ${visibleText(JSON.stringify(policy))}`;
        await terminal.print(
          `${id}  ${stateOf(key).padEnd(7)}  ${created}${until}${limit}${share}${role}${within}${seen}${rule}  ${visibleText(label)}`,
        );
      }
    }
    return EXIT_CODES.ok.code;
  },
});

function stateOf({ revoked, expires }: Omit<StoredKey, "hash">): "active" | "revoked" | "expired" {
  if (revoked !== undefined) return "revoked";
  return expires !== undefined && (readTime(expires)?.getTime() ?? 0) <= Date.now()
    ? "expired"
    : "active";
}

export const keysRevoke = defineCommand({
  name: "keys revoke",
  summary: "Revokes an API key: it is no longer valid, but stays in the list.",
  details: [
    "A running service notices this by itself within two seconds. The file keeps its owner and its mode, and a link stays a link, so everybody who could read the file can still read it. If that is not possible, nothing is changed.",
  ],
  operands: { id: { description: "The key's id, as `isoform keys list` shows it." } },
  options: { file: FILE, json: JSON_OPTION },
  examples: [
    {
      command: "isoform keys revoke 3f2a9c1be07d4856",
      explanation: "Revokes the key with this id.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { file, json } = options;
    // Look up the id first: a wrong id must not change the file.
    const { keys } = await KeyFile.open(file);
    const revoked = keys.some(({ id }) => id === operands.id)
      ? await KeyFile.revoke(file, operands.id)
      : undefined;
    if (revoked === undefined) {
      const known = keys.map(({ id }) => id);
      const question = didYouMean(operands.id, known);
      throw new CliFailure("data", `${file} has no key ${JSON.stringify(operands.id)}${question}`);
    }
    const { id, label, revoked: time } = revoked;
    if (json)
      await terminal.printJson({ ok: true, result: { id, label, revoked: time }, diagnostics: [] });
    else {
      terminal.say(`key ${id} (${visibleText(label)}) is revoked`);
      terminal.say(await readersOf(file));
    }
    return EXIT_CODES.ok.code;
  },
});
