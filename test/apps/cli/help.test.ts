import { describe, expect, test } from "vitest";
import { commandHelp, programHelp } from "../../../src/apps/cli/command-line/help.ts";
import { loadAllCommands } from "../../../src/apps/cli/commands/index.ts";
import { runCli, runProgram } from "./run-cli.ts";

const commands = await loadAllCommands();

describe("help", () => {
  test("lists every command with its summary", async () => {
    const { code, out, err } = await runCli(["help"]);
    expect(code).toBe(0);
    expect(err).toBe("");
    expect(out).toBe(`${programHelp(commands)}\n`);
    for (const { name } of commands) expect(out).toMatch(new RegExp(`^ {2}${name} +[A-Z]`, "m"));
  });

  test.each([
    ["help", "keys", "create"],
    ["keys", "create", "--help"],
    ["keys", "create", "-h"],
  ])("is the same for %s %s %s", async (...args) => {
    const { code, out } = await runCli(args);
    expect(code).toBe(0);
    const found = commands.find(({ name }) => name === "keys create");
    expect(found === undefined ? "" : `${commandHelp(found)}\n`).toBe(out);
  });

  test("lists the commands that begin with the given word", async () => {
    const asked = await runCli(["help", "keys"]);
    expect(asked).toMatchObject({ code: 0, err: "" });
    expect(asked.out).toContain("keys revoke");
    expect(asked.out).not.toContain("generate");
    const notAsked = await runCli(["keys"]);
    expect(notAsked).toEqual({ ...asked, code: 2, out: "", err: asked.out });
  });

  test("goes to standard error with code 2 if no command is named", async () => {
    const { code, out, err } = await runCli([]);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toBe(`${programHelp(commands)}\n`);
  });

  test("includes the version of the package", async () => {
    // Its folder is another one where the program is built.
    const { out } = await runProgram(["--version"]);
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe.each(commands.map((command) => [command.name, command] as const))(
  "%s",
  (_name, command) => {
    test("is described by full sentences and has examples", () => {
      const { name, summary, details = [], operands, options, examples } = command;
      expect(name).toMatch(/^[a-z]+(?: [a-z]+)?$/);
      const described = [...Object.values(operands), ...Object.values(options)].map(
        ({ description }) => description,
      );
      for (const text of [summary, ...details, ...described])
        expect(text).toMatch(/^(?:[A-Z]|`).*\.$/s);
      for (const option of Object.keys(options)) expect(option).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(example.command).toContain(`isoform ${name}`);
    });

    test("has help that lists every option and operand, in lines that fit the width", () => {
      const help = commandHelp(command);
      for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`);
      for (const operand of Object.keys(command.operands)) {
        expect(help).toMatch(new RegExp(`^ {2}[[<]${operand}[\\]>] `, "m"));
      }
      const [beforeExamples = ""] = help.split("\nExamples:");
      expect(beforeExamples.split("\n").filter((line) => line.length > 80)).toEqual([]);
      expect(help).not.toContain("`");
    });
  },
);

test.each<[args: readonly string[], message: RegExp]>([
  [["chekc"], /there is no command "chekc"; did you mean check\?/],
  [["xyzzy"], /there is no command "xyzzy"\n/],
  [["constructor"], /there is no command "constructor"/],
  [["keys", "creat"], /there is no command "keys creat"; did you mean keys create\?/],
  [["help", "fitler"], /did you mean filter\?/],
  [
    ["check", "--shema", "x"],
    /there is no option --shema; did you mean --schema\?\nusage: isoform check \[formula\]/,
  ],
])("%j ends with code 2", async (args, message) => {
  const { code, out, err } = await runCli(args);
  expect(code).toBe(2);
  expect(out).toBe("");
  expect(err).toMatch(message);
  expect(err).not.toMatch(/^\s+at /m);
});
