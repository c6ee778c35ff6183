import { describe, expect, test } from "vitest";
import { CliFailure } from "../../../src/apps/cli/cli-failure.ts";
import { defineCommand } from "../../../src/apps/cli/command-line/define-command.ts";
import { parseCall } from "../../../src/apps/cli/command-line/parse-call.ts";

const command = defineCommand({
  name: "try",
  summary: "Tries.",
  operands: {
    first: { description: "One." },
    second: { description: "Two.", optional: true, choices: ["left", "right"] },
  },
  options: {
    flag: { type: "flag", description: "A flag." },
    text: { type: "text", value: "text", description: "A text." },
    side: {
      type: "text",
      value: "side",
      choices: ["left", "right"],
      default: "left",
      description: "A side.",
    },
    many: { type: "text", value: "text", repeats: true, description: "Texts." },
    number: {
      type: "number",
      value: "number",
      least: 1,
      most: 9,
      default: 3,
      description: "A number.",
    },
    any: { type: "number", value: "number", least: Number.MIN_SAFE_INTEGER, description: "Any." },
  },
  examples: [],
  run: async () => 0,
});

function parse(...args: readonly string[]) {
  return parseCall(command, args);
}

function problem(...args: readonly string[]): string {
  try {
    parse(...args);
  } catch (error) {
    if (error instanceof CliFailure && error.kind === "usage") return error.message;
    throw error;
  }
  return "none";
}

describe("the arguments of a command", () => {
  test("have defaults", () => {
    expect(parse("a")).toEqual({
      operands: { first: "a", second: undefined },
      options: {
        flag: false,
        text: undefined,
        side: "left",
        many: [],
        number: 3,
        any: undefined,
        color: "auto",
        help: false,
      },
    });
  });

  test("stand in any order, options with or without an equals sign", () => {
    const { operands, options } = parse(
      ...[
        "--text",
        "x",
        "a",
        "--side=right",
        "--flag",
        "--many",
        "1",
        "left",
        "--many=2",
        "--number",
        "9",
      ],
    );
    expect(operands).toEqual({ first: "a", second: "left" });
    expect(options).toMatchObject({
      text: "x",
      side: "right",
      flag: true,
      many: ["1", "2"],
      number: 9,
    });
  });

  test("may begin with a dash after `--`, and may be a single dash", () => {
    expect(parse("--", "--flag").operands.first).toBe("--flag");
    expect(parse("--flag", "--", "-1").operands.first).toBe("-1");
    expect(parse("-").operands.first).toBe("-");
  });

  test("may be empty strings, and option values that begin with a dash", () => {
    expect(parse("").operands.first).toBe("");
    expect(parse("a", "--text=").options.text).toBe("");
    expect(parse("a", "--text=--flag").options.text).toBe("--flag");
    expect(parse("a", "--text", "-x").options.text).toBe("-x");
    expect(parse("a", "--any", "-5").options.any).toBe(-5);
  });

  test("may be missing if help is requested", () => {
    expect(parse("--help").options.help).toBe(true);
    expect(parse("-h").options.help).toBe(true);
  });
});

test.each<[args: readonly string[], message: string]>([
  [[], "<first> is missing"],
  [["a", "up"], '<second> must be one of left, right, not "up"'],
  [["a", "rigth"], '<second> must be one of left, right, not "rigth"; did you mean right?'],
  [["a", "left", "b"], '"b" is one argument too many: put quotes round a formula'],
  [["a", "left", "{b}"], '"{b}" is one argument too many'],
  [["a", "--flog"], "there is no option --flog; did you mean --flag?"],
  [["a", "--zzzzzzz"], "there is no option --zzzzzzz"],
  [["a", "--constructor"], "there is no option --constructor"],
  [["a", "--__proto__"], "there is no option --__proto__"],
  [["-1"], "there is no option -1; before a formula that starts with a dash, write --"],
  [["a", "--flag=yes"], "--flag takes no value"],
  [["a", "--text"], "--text needs a value: --text <text>"],
  [["a", "--text", "--flag"], "--text needs a value: --text <text>"],
  [["a", "--text", "x", "--text", "y"], "--text is given more than once"],
  [["a", "--side", "lfet"], '--side must be one of left, right, not "lfet"; did you mean left?'],
  [["a", "--number", "0"], '--number must be a whole number from 1 to 9, not "0"'],
  [["a", "--number", "1.5"], '--number must be a whole number from 1 to 9, not "1.5"'],
  [["a", "--number", ""], '--number must be a whole number from 1 to 9, not ""'],
  [["a", "--number", "1e1"], '--number must be a whole number from 1 to 9, not "1e1"'],
  [
    ["a", "--any", "9999999999999999999"],
    '--any must be a whole number, not "9999999999999999999"',
  ],
  [["a", "--color", "blue"], '--color must be one of auto, always, never, not "blue"'],
])("%j is refused", (args, message) => {
  expect(problem(...args)).toBe(message);
});

test("a flag may be given twice", () => {
  expect(problem("a", "--flag", "--flag")).toBe("none");
});
