import { parseArgs } from "node:util";
import { didYouMean } from "../../../util/suggest.ts";
import { CliFailure } from "../cli-failure.ts";
import { COMMON_OPTIONS, type Command, type Option, type UntypedCall } from "./define-command.ts";
import { usageOf } from "./help.ts";

type Values = Pick<UntypedCall, "operands" | "options">;
type OptionValue = Values["options"][string];

/**
 * Parses the operands and options of a command.
 *
 * @throws {@link Failure} of kind `usage`, with advice
 */
export function parseCall(command: Command, args: readonly string[]): Values {
  const declared: Readonly<Record<string, Option>> = { ...command.options, ...COMMON_OPTIONS };
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(declared).map(([name, { type }]) => [
        name,
        {
          type: type === "flag" ? "boolean" : "string",
          ...(name === "help" ? { short: "h" } : {}),
        },
      ]),
    ),
    allowPositionals: true,
    // Errors are reported below, in our own words.
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (option === undefined) throw unknownOption(command, declared, rawName);
    const before = given.get(name) ?? [];
    if (before.length > 0 && !mayRepeat(option)) {
      throw usage(command, `${rawName} is given more than once`);
    }
    if (option.type === "flag") {
      if (value !== undefined) throw usage(command, `${rawName} takes no value`);
    } else if (value === undefined || (inlineValue !== true && value.startsWith("--"))) {
      throw usage(command, `${rawName} needs a value: ${rawName} <${option.value}>`);
    }
    given.set(name, [...before, value ?? ""]);
  }
  const options = Object.fromEntries(
    Object.entries(declared).map(([name, option]) => [
      name,
      valueOfOption(command, name, option, given.get(name)),
    ]),
  );
  // `--help` works even if operands are missing.
  return { options, operands: options.help === true ? {} : operandsOf(command, positionals) };
}

function mayRepeat(option: Option): boolean {
  return option.type === "flag" || (option.type === "text" && option.repeats === true);
}

function valueOfOption(
  command: Command,
  name: string,
  option: Option,
  given: readonly string[] | undefined,
): OptionValue {
  const [first] = given ?? [];
  switch (option.type) {
    case "flag":
      return given !== undefined;
    case "number":
      return first === undefined ? option.default : numberOf(command, name, option, first);
    case "text":
      for (const text of given ?? []) checkChoice(command, `--${name}`, option.choices, text);
      return option.repeats === true ? (given ?? []) : (first ?? option.default);
  }
}

function numberOf(
  command: Command,
  name: string,
  { least, most = Number.MAX_SAFE_INTEGER }: { readonly least: number; readonly most?: number },
  text: string,
): number {
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most && Number.isSafeInteger(number)) return number;
  const range =
    most === Number.MAX_SAFE_INTEGER
      ? least === Number.MIN_SAFE_INTEGER
        ? ""
        : ` from ${least}`
      : ` from ${least} to ${most}`;
  throw usage(command, `--${name} must be a whole number${range}, not ${shown(text)}`);
}

function checkChoice(
  command: Command,
  what: string,
  choices: readonly string[] | undefined,
  text: string,
): void {
  if (choices === undefined || choices.includes(text)) return;
  const question = didYouMean(text, choices);
  throw usage(
    command,
    `${what} must be one of ${choices.join(", ")}, not ${shown(text)}${question}`,
  );
}

function operandsOf(command: Command, positionals: readonly string[]): Values["operands"] {
  const declared = Object.entries(command.operands);
  const repeated = declared.findIndex(([, { repeats }]) => repeats === true);
  const surplus = positionals.length - declared.length;
  const extra = positionals[declared.length];
  if (extra !== undefined && repeated < 0) {
    const quotes = extra.includes("(") || extra.includes("{") ? "" : ": put quotes round a formula";
    throw usage(command, `${shown(extra)} is one argument too many${quotes}`);
  }
  return Object.fromEntries(
    declared.map(([name, { optional = false, choices }], index) => {
      const isAfter = repeated >= 0 && index > repeated;
      const from = isAfter ? Math.max(index, index + surplus) : index;
      const to = index === repeated ? Math.max(index, index + surplus) + 1 : from + 1;
      const texts = positionals.slice(from, to);
      const [text] = texts;
      if (text === undefined && !optional) throw usage(command, `<${name}> is missing`);
      for (const one of texts) checkChoice(command, `<${name}>`, choices, one);
      return [name, index === repeated ? texts : text];
    }),
  );
}

function unknownOption(
  command: Command,
  declared: Readonly<Record<string, Option>>,
  rawName: string,
): CliFailure {
  const known = Object.keys(declared).map((name) => `--${name}`);
  const advice = rawName.startsWith("--")
    ? didYouMean(rawName, known)
    : "; before a formula that starts with a dash, write --";
  return usage(command, `there is no option ${rawName}${advice}`);
}

function usage(command: Command, message: string): CliFailure {
  return new CliFailure("usage", message, {
    help: `usage: ${usageOf(command)}\nisoform help ${command.name} tells more`,
  });
}

function shown(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return JSON.stringify(short);
}
