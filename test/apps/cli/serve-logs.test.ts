import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readFileSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, type TestContext, test } from "vitest";
import { need } from "../../harness/extent.ts";
import { makePipe, NAMED_PIPES } from "../service/harness/programs.ts";
import { Collector } from "./collector.ts";
import { Program, temporaryFolder } from "./run-cli.ts";

/** A service whose output is ours. Its address is in its messages, or in its log if nobody reads them. */
async function serveTo(
  stdio: readonly ("ignore" | "pipe" | number)[],
  address: "messages" | "log" = "messages",
): Promise<{ readonly url: string; readonly program: Program }> {
  const program = new Program(["serve", "--demo", "20", "--port", "0"], { stdio });
  const pattern = /http:\/\/127\.0\.0\.1:\d+/;
  const [url] = await (address === "log" ? program.prints(pattern) : program.says(pattern));
  return { url, program };
}

/** Ends it as an operator does. Returns its exit code. */
async function stop({ child, ended }: Program): Promise<number | null> {
  child.kill("SIGTERM");
  return (await ended).code;
}

/** Asks so often that the lines of the log do not fit into a pipe, which holds 64 KiB. */
async function askOften(url: string, times: number): Promise<void> {
  for (let again = 0; again < times; again++) {
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  }
}

/** The lines that are whole. */
function answeredLines(text: string): readonly unknown[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { msg: string })
    .filter(({ msg }) => msg === "answered");
}

interface Pipe {
  /** The end of the service. Starting a program makes it one that blocks. */
  readonly writer: number;
  readonly path: string;
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
  return { path, writer };
}

describe("`serve` whose output", () => {
  test("is a pipe without a reader responds, and ends on a signal", async (context) => {
    const pipe = newPipe(context);
    const { url, program } = await serveTo(["ignore", pipe.writer, "pipe"]);
    await askOften(url, 600);
    expect(await stop(program)).toBe(0);
  });

  test("is a pipe with a late reader loses and breaks no line", async (context) => {
    const pipe = newPipe(context);
    const { url, program } = await serveTo(["ignore", pipe.writer, "pipe"]);
    await askOften(url, 600);
    const collector = new Collector();
    const reader = openSync(pipe.path, constants.O_RDONLY | constants.O_NONBLOCK);
    const socket = new Socket({ fd: reader, readable: true, writable: false });
    onTestFinished(() => {
      socket.destroy();
    });
    socket.pipe(collector);
    const count = (): number => answeredLines(collector.text).length;
    while (count() < 600) await once(collector, "chunk");
    expect(await stop(program)).toBe(0);
    expect(count()).toBe(600);
  });

  test("is closed responds, and ends on a signal", async () => {
    const { url, program } = await serveTo(["ignore", "pipe", "pipe"]);
    program.child.stdout?.destroy();
    program.child.stderr?.destroy();
    await askOften(url, 50);
    expect(await stop(program)).toBe(0);
  });

  test("is a file has its last lines there at its end", async () => {
    const path = join(temporaryFolder(), "log");
    writeFileSync(path, "");
    const file = openSync(path, "a");
    onTestFinished(() => closeSync(file));
    const { url, program } = await serveTo(["ignore", file, "pipe"]);
    await askOften(url, 200);
    expect(await stop(program)).toBe(0);
    expect(answeredLines(readFileSync(path, "utf8"))).toHaveLength(200);
  });

  test("for messages is a full pipe responds, and ends", async (context) => {
    const pipe = newPipe(context);
    // The pipe is full before the service says anything.
    const fill = spawn("sh", ["-c", "head -c 65536 /dev/zero"], {
      stdio: ["ignore", pipe.writer, "inherit"],
    });
    await once(fill, "exit");
    const { url, program } = await serveTo(["ignore", "pipe", pipe.writer], "log");
    await askOften(url, 20);
    expect(await stop(program)).toBe(0);
  });
});
