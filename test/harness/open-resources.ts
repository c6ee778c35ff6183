import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextIteration } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { IS_ASKED, IS_FULL } from "./extent.ts";
import { isShared, SHARED_FOLDER } from "./shared-by-process.ts";

// Every worker, child process, server and temporary folder is closed by who opened it: a test that leaves one open fails, or its file.
// What is shared by all files of a process says so with `sharedByProcess`.

interface Resource {
  readonly name: string;
  isOpen(): boolean;
}

/** Set by the first file of a process; the process's later files, which have a module of their own each, add to it. */
interface Registry {
  readonly folder: string;
  readonly resources: Set<Resource>;
}

const KEY = Symbol.for("isoform.open-resources");
const globals: typeof globalThis & { [KEY]?: Registry } = globalThis;
globals[KEY] ??= createRegistry();
const registry = globals[KEY];

function createRegistry(): Registry {
  // Short, since the path of a socket has at most 107 characters; open to the user that PostgreSQL runs as.
  const folder = mkdtempSync(join(tmpdir(), "iso-"));
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const resources = new Set<Resource>();
  subscribe("child_process", (message) => {
    const { process: child } = message as { readonly process: ChildProcess };
    if (isShared()) return;
    resources.add({
      // Its arguments are set after the message.
      get name() {
        return `the child process ${child.spawnargs.slice(0, 3).join(" ")}`;
      },
      isOpen: () =>
        child.pid !== undefined &&
        child.exitCode === null &&
        child.signalCode === null &&
        // The service that a build by esbuild starts ends with this process.
        !child.spawnargs.some((each) => each.startsWith("--service=")),
    });
  });
  subscribe("worker_threads", (message) => {
    const { worker } = message as { readonly worker: Worker };
    if (isShared()) return;
    let isOpen = true;
    worker.once("exit", () => {
      isOpen = false;
    });
    resources.add({ name: "a worker", isOpen: () => isOpen });
  });
  return { folder, resources };
}

/** What is open now. */
interface Opened {
  readonly resources: ReadonlySet<Resource>;
  readonly folders: ReadonlySet<string>;
  readonly servers: number;
}

function opened(): Opened {
  for (const resource of registry.resources) {
    if (!resource.isOpen()) registry.resources.delete(resource);
  }
  return {
    resources: new Set(registry.resources),
    folders: new Set(readdirSync(registry.folder)),
    servers: process
      .getActiveResourcesInfo()
      .filter((name) => name === "TCPServerWrap" || name === "PipeServerWrap").length,
  };
}

/** Names of what was opened since then, and is open still. */
function leftOpen(before: Opened): readonly string[] {
  return [...resourcesLeftOpen(before), ...handlesLeftOpen(before)];
}

function resourcesLeftOpen(before: Opened): readonly string[] {
  return [...opened().resources]
    .filter((one) => !before.resources.has(one))
    .map(({ name }) => name);
}

function handlesLeftOpen(before: Opened): readonly string[] {
  const now = opened();
  return [
    ...[...now.folders]
      // The cache of tsx stays for the next process that reads sources, and a shared browser has folders of its own.
      .filter((name) => !before.folders.has(name) && !/^(tsx-|playwright)/.test(name))
      .filter((name) => !name.startsWith(SHARED_FOLDER))
      .map((name) => `the temporary folder ${name}`),
    ...(now.servers > before.servers
      ? [`${now.servers - before.servers} listening server(s)`]
      : []),
  ];
}

/** A server is closed for its listeners before its handle is, which the end of an iteration of the event loop closes. */
async function handlesClosed(): Promise<void> {
  await nextIteration();
  await nextIteration();
}

/**
 * Whether workers and processes are checked after each test as well. In other runs they are only at the end of the file: a pool
 * or a server that the tests of a file share starts threads or processes when one of the tests needs them.
 */
const IS_QUICK = !IS_FULL && !IS_ASKED;

let beforeFile: Opened;

beforeAll(() => {
  beforeFile = opened();
});

beforeEach(() => {
  const before = opened();
  // The first to be registered runs last: after all hooks of the test.
  onTestFinished(async () => {
    await handlesClosed();
    const left = IS_QUICK ? leftOpen(before) : handlesLeftOpen(before);
    expect(left, "left open by the test").toEqual([]);
  });
});

afterAll(async () => {
  await handlesClosed();
  expect(leftOpen(beforeFile), "left open by the file").toEqual([]);
});
