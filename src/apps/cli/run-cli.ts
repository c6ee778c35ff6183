import { didYouMean } from "../../util/suggest.ts";
import { CliFailure, EXIT_CODES, failureOf } from "./cli-failure.ts";
import type { Command } from "./command-line/define-command.ts";
import { COMMAND_NAMES, loadAllCommands, loadCommand } from "./commands/index.ts";
import type { Host } from "./terminal/host.ts";
import { type ColorChoice, Terminal } from "./terminal/terminal.ts";

/** Runs the program. Resolves with the exit code. */
export async function run(args: readonly string[], host: Host): Promise<number> {
  // Used until the arguments are parsed, since errors in them are reported too.
  const terminal = new Terminal("auto", host);
  const answering: Answering = { terminal, json: args.includes("--json") };
  try {
    return await dispatch(args, answering, host);
  } catch (error) {
    return report(error, answering);
  }
}

/** How to report failures. */
interface Answering {
  terminal: Terminal;
  json: boolean;
}

async function dispatch(
  args: readonly string[],
  answering: Answering,
  host: Host,
): Promise<number> {
  const plain = new Terminal("never", host);
  const [first, ...rest] = args;
  if (first === undefined || first === "--help" || first === "-h") {
    return showHelp(plain, first === undefined ? "error" : "result");
  }
  if (first === "help") return showHelpFor(plain, rest);
  if (first === "--complete") return showCandidates(plain, rest);
  if (first === "--version") {
    await plain.print(await version());
    return EXIT_CODES.ok.code;
  }
  const found = await find(args);
  if (found === undefined) return showGroup(plain, first, rest);
  const { command, rest: parameters } = found;
  const { parseCall } = await import("./command-line/parse-call.ts");
  const { operands, options } = parseCall(command, parameters);
  const terminal = new Terminal(colorOf(options.color), host);
  answering.terminal = terminal;
  answering.json = options.json === true;
  if (options.help === true) {
    const { commandHelp } = await import("./command-line/help.ts");
    await terminal.print(commandHelp(command));
    return EXIT_CODES.ok.code;
  }
  return command.run({ operands, options, terminal });
}

/** Finds the command named by the first word, or by the first two. */
async function find(
  args: readonly string[],
): Promise<{ readonly command: Command; readonly rest: readonly string[] } | undefined> {
  const [first = "", second = ""] = args;
  const two = await loadCommand(`${first} ${second}`);
  if (two !== undefined) return { command: two, rest: args.slice(2) };
  const one = await loadCommand(first);
  if (one !== undefined) return { command: one, rest: args.slice(1) };
  if (isGroup(first)) return undefined;
  throw unknownCommand(first, COMMAND_NAMES, "isoform help");
}

function isGroup(word: string): boolean {
  return COMMAND_NAMES.some((name) => name.startsWith(`${word} `));
}

async function showGroup(
  terminal: Terminal,
  group: string,
  [word]: readonly string[],
): Promise<number> {
  if (word === undefined || word === "--help" || word === "-h") {
    return showHelp(terminal, word === undefined ? "error" : "result", group);
  }
  const names = COMMAND_NAMES.filter((name) => name.startsWith(`${group} `));
  throw unknownCommand(`${group} ${word}`, names, `isoform help ${group}`);
}

function unknownCommand(name: string, known: readonly string[], help: string): CliFailure {
  const message = `there is no command ${JSON.stringify(name)}${didYouMean(name, known)}`;
  return new CliFailure("usage", message, { help: `${help} lists the commands` });
}

/** Prints help: as a result if it was requested, and as an error if no command was given. */
async function showHelp(
  terminal: Terminal,
  as: "result" | "error",
  group?: string,
): Promise<number> {
  const { programHelp } = await import("./command-line/help.ts");
  const text = programHelp(await loadAllCommands(), group);
  if (as === "result") {
    await terminal.print(text);
    return EXIT_CODES.ok.code;
  }
  terminal.say(text);
  return EXIT_CODES.usage.code;
}

async function showHelpFor(terminal: Terminal, words: readonly string[]): Promise<number> {
  const wanted = words.filter((word) => !word.startsWith("-"));
  const [first] = wanted;
  if (first === undefined) return showHelp(terminal, "result");
  const found = await find(wanted);
  if (found === undefined) return showHelp(terminal, "result", first);
  const { commandHelp } = await import("./command-line/help.ts");
  await terminal.print(commandHelp(found.command));
  return EXIT_CODES.ok.code;
}

/** Prints what may follow, for the scripts of `isoform completion`. */
async function showCandidates(terminal: Terminal, words: readonly string[]): Promise<number> {
  const { candidateLines, candidatesFor } = await import("./completion/candidates.ts");
  await terminal.write(candidateLines(candidatesFor(words, await loadAllCommands())));
  return EXIT_CODES.ok.code;
}

async function report(error: unknown, { terminal, json }: Answering): Promise<number> {
  const failure = failureOf(error);
  if (failure === undefined) {
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
    terminal.say(`isoform: ${EXIT_CODES.bug.meaning}\n${trace}`);
    return EXIT_CODES.bug.code;
  }
  const { kind, message, help, formula } = failure;
  const diagnostics = formula?.diagnostics ?? [];
  if (json) {
    await terminal.printJson({ ok: false, error: { kind, message }, diagnostics });
  } else if (formula !== undefined) {
    const { render } = await import("../../index.ts");
    terminal.say(render(formula.source, diagnostics, { color: terminal.colorsErrors }));
  } else {
    terminal.say(`isoform: ${message}`);
    if (help !== undefined) terminal.say(help);
  }
  return EXIT_CODES[kind].code;
}

function colorOf(given: unknown): ColorChoice {
  return given === "always" || given === "never" ? given : "auto";
}

/** The version of this package. Its folder is one above the built program, and two above the source. */
async function version(): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  for (const path of ["../package.json", "../../../package.json"]) {
    const text = await readFile(new URL(path, import.meta.url), "utf8").catch(() => "{}");
    const known: { readonly name?: unknown; readonly version?: unknown } = JSON.parse(text);
    if (known.name === "isoform") return String(known.version);
  }
  return "unknown";
}
