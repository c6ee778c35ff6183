import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, type TestContext, test } from "vitest";
import { need } from "../harness/extent.ts";
import { makePipe, NAMED_PIPES } from "../service/harness/programs.ts";
import { PROGRAM, plainEnvironment, temporaryFolder } from "./run-cli.ts";

interface Logging {
  readonly url: string;
  readonly child: ChildProcess;
  /** Ends it as an operator does, and gives its exit code. */
  stop(): Promise<number | null>;
}

/** A service whose output is ours. Its port is known from its messages, or from the log if it has no messages. */
async function serveTo(stdio: StdioOptions, addressFrom: () => string): Promise<Logging> {
  const [command, ...before] = PROGRAM;
  const args = [...before, "serve", "--demo", "20", "--port", "0"];
  const child = spawn(command, args, { stdio, env: plainEnvironment() });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let said = "";
  child.stderr?.on("data", (piece: Buffer) => {
    said += piece.toString();
  });
  for (;;) {
    const [, url] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(said + addressFrom()) ?? [];
    const stop = async (): Promise<number | null> => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    };
    if (url !== undefined) return { url, child, stop };
    if (child.exitCode !== null) throw new Error(`it ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Asks so often that the lines of the log do not fit into a pipe, which holds 64 KiB. */
async function askOften(url: string, times: number): Promise<void> {
  for (let again = 0; again < times; again++) {
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  }
}

function answeredLines(text: string): readonly unknown[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { msg: string })
    .filter(({ msg }) => msg === "answered");
}

interface Pipe {
  /** The end of the service. Starting a program makes it one that blocks. */
  readonly writer: number;
  readonly reader: number;
}

function newPipe(context: TestContext): Pipe {
  need(context, NAMED_PIPES);
  const path = join(temporaryFolder(), "pipe");
  makePipe(path);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  onTestFinished(() => {
    closeSync(reader);
    closeSync(writer);
  });
  return { reader, writer };
}

/** Everything that is in a pipe now. */
function drain({ reader }: Pipe): string {
  const piece = Buffer.alloc(65_536);
  let text = "";
  for (;;) {
    try {
      text += piece.toString("utf8", 0, readSync(reader, piece));
    } catch {
      return text;
    }
  }
}

const nowhere = (): string => "";

describe("serve, whose output", () => {
  test("is a pipe that nobody reads: it answers, and ends when it is told to", async (context) => {
    const pipe = newPipe(context);
    const { url, stop } = await serveTo(["ignore", pipe.writer, "pipe"], nowhere);
    await askOften(url, 600);
    expect(await stop()).toBe(0);
  });

  test("is a pipe that is read late: no line is lost, nor broken", async (context) => {
    const pipe = newPipe(context);
    const { url, stop } = await serveTo(["ignore", pipe.writer, "pipe"], nowhere);
    await askOften(url, 600);
    let text = "";
    const timer = setInterval(() => {
      text += drain(pipe);
    }, 5);
    while (answeredLines(text.slice(0, text.lastIndexOf("\n") + 1)).length < 600) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await stop()).toBe(0);
    clearInterval(timer);
    expect(answeredLines(text + drain(pipe))).toHaveLength(600);
  });

  test("is closed: it answers, and ends when it is told to", async () => {
    const { url, child, stop } = await serveTo(["ignore", "pipe", "pipe"], nowhere);
    child.stdout?.destroy();
    child.stderr?.destroy();
    await askOften(url, 50);
    expect(await stop()).toBe(0);
  });

  test("is a file: the last lines are in it when it has ended", async () => {
    const path = join(temporaryFolder(), "log");
    writeFileSync(path, "");
    const file = openSync(path, "a");
    onTestFinished(() => closeSync(file));
    const { url, stop } = await serveTo(["ignore", file, "pipe"], nowhere);
    await askOften(url, 200);
    expect(await stop()).toBe(0);
    expect(answeredLines(readFileSync(path, "utf8"))).toHaveLength(200);
  });

  test("for messages is a pipe that is full: it answers, and ends", async (context) => {
    const pipe = newPipe(context);
    const path = join(temporaryFolder(), "log");
    writeFileSync(path, "");
    const file = openSync(path, "a");
    onTestFinished(() => closeSync(file));
    // The pipe is full before the service says anything.
    const fill = spawn("sh", ["-c", "head -c 65536 /dev/zero"], {
      stdio: ["ignore", pipe.writer, "inherit"],
    });
    await once(fill, "exit");
    const { url, stop } = await serveTo(["ignore", file, pipe.writer], () =>
      readFileSync(path, "utf8"),
    );
    await askOften(url, 20);
    expect(await stop()).toBe(0);
  });
});
