import { describe, expect, test } from "vitest";
import { needForEach } from "../../harness/extent.ts";
import { runCli } from "./run-cli.ts";
import { NO_TERMINAL, onTerminal } from "./terminal.ts";

const RED = "\u001b[1;31m";

describe("colours", () => {
  test.each<[args: readonly string[], env: Readonly<Record<string, string>>, isColored: boolean]>([
    [[], {}, false],
    [[], { FORCE_COLOR: "1" }, true],
    [[], { FORCE_COLOR: "0" }, false],
    [[], { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
    [["--color=always"], {}, true],
    [["--color", "always"], { NO_COLOR: "1" }, true],
    [["--color=never"], { FORCE_COLOR: "1" }, false],
    [["--color=auto"], {}, false],
  ])("with %j in %j, not on a terminal: %s", async (args, env, isColored) => {
    const { out } = await runCli(["check", "LEFT(", ...args], { env });
    expect(out.includes(RED)).toBe(isColored);
  });

  test("are used for errors too", async () => {
    const { err } = await runCli(["eval", "LEFT(", "--color=always"]);
    expect(err).toContain(RED);
    const separate = await runCli(["eval", "LEFT(", "--color", "always"]);
    expect(separate.err).toContain(RED);
  });

  test("are never written into JSON", async () => {
    const { out } = await runCli(["check", "LEFT(", "--json", "--color=always"]);
    expect(out).not.toContain("\u001b");
  });
});

describe("a terminal", () => {
  needForEach(NO_TERMINAL);

  test("is coloured unless colours are switched off", () => {
    expect(onTerminal(["check", "LEFT("])).toContain(RED);
    expect(onTerminal(["check", "LEFT("], { NO_COLOR: "1" })).not.toContain(RED);
    expect(onTerminal(["check", "LEFT("], { NO_COLOR: "" })).toContain(RED);
    expect(onTerminal(["check", "LEFT("], { TERM: "dumb" })).not.toContain(RED);
    expect(onTerminal(["check", "LEFT(", "--color=never"])).not.toContain(RED);
  });
});
