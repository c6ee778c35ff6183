import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { untilAnswer } from "../harness/until-answer.ts";
import { describeEngine } from "./describe-engine.ts";
import { type EngineName, openEngine } from "./engine.ts";

// However a run of the tests ends, its servers and their directories are gone with it.

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVERS: readonly EngineName[] = ["postgres", "mariadb", "clickhouse"];

/** A process that starts an engine, says so, and does not close it. It exits when told to. */
const script = (name: EngineName): string => `
  import { openEngine } from "./test/engines/engine.ts";
  const started = await openEngine("${name}");
  console.log(started.ok ? "started" : started.reason);
  process.stdin.once("data", () => process.exit());
`;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): readonly Process[] {
  const listing = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,stat=,args="], {
    encoding: "utf8",
  });
  return listing.split("\n").flatMap((line) => {
    const [, pid, parent, state = "", command = ""] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // A zombie has ended: who inherited it has not looked yet.
    if (pid === undefined || state.startsWith("Z")) return [];
    return [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

function descendants(pid: number): readonly Process[] {
  const all = processes();
  const of = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...of(one.pid)]);
  return of(pid);
}

function running(expected: readonly Process[]): readonly Process[] {
  const pids = new Set(processes().map(({ pid }) => pid));
  return expected.filter(({ pid }) => pids.has(pid));
}

const isEmpty = ({ length }: readonly unknown[]): boolean => length === 0;

async function startedIn(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error("the child has no output");
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "started") return;
    // Where the engines are being installed, it says so first.
    if (line.includes("does not start")) throw new Error(line);
  }
}

/** Ends a process that has a server, and sees what is left. */
async function leavesNothing(name: EngineName, end: "kill" | "exit"): Promise<void> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", script(name)],
    { cwd: ROOT, stdio: ["pipe", "pipe", "ignore"] },
  );
  await startedIn(child);
  const servers = descendants(child.pid ?? 0);
  const directories = servers.flatMap(
    ({ command }) => command.match(/\/\S*\/isoform-[\w-]+/g) ?? [],
  );
  expect(servers.length).toBeGreaterThan(1);
  expect(directories.length).toBeGreaterThan(0);
  expect(directories.every((directory) => existsSync(directory))).toBe(true);

  if (end === "kill") child.kill("SIGKILL");
  else child.stdin.write("\n");
  await untilAnswer("the end of the servers", () => running(servers), isEmpty);
  const left = (): readonly string[] => directories.filter((directory) => existsSync(directory));
  await untilAnswer("the end of their directories", left, isEmpty);
}

for (const name of SERVERS) {
  describeEngine(
    name,
    () => openEngine(name),
    () => {
      it("ends with a process that is killed", () => leavesNothing(name, "kill"));
      // What ends it is the same for all servers.
      if (name === "postgres")
        it("ends with a process that exits", () => leavesNothing(name, "exit"));
    },
  );
}
