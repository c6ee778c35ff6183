import { createKey, createKeyring, startService } from "../../../src/apps/service/index.ts";
import { FileStore } from "../../../src/data/stores/memory/file-store.ts";
import type { ReadingLimits } from "../../../src/data/stores/memory/read-apart.ts";
import { startFileProcess } from "../../harness/start-file-process.ts";

// A service over files, in a process of its own. A message makes it look at a file that was replaced.

/** A file that is served under its name. */
export interface ServedFile {
  readonly name: string;
  readonly path: string;
  readonly key: string;
}

/** The files, and the limits of reading one of them. */
export interface CorruptSetup {
  readonly files: readonly ServedFile[];
  readonly reading: ReadingLimits;
}

/** What the service says when it serves. */
export interface CorruptStarted {
  readonly url: string;
  readonly token: string;
  /** Of each file. */
  readonly versions: readonly (readonly [name: string, version: string])[];
}

/** What a look at a file that was replaced came to. */
export interface Looked {
  readonly name: string;
  readonly version: string;
  readonly problems: readonly string[];
}

const { files, reading }: CorruptSetup = JSON.parse(process.argv[2] ?? "");
const looks = new Map<string, () => Promise<Looked>>();
const collections = await Promise.all(
  files.map(async ({ name, path, key }) => {
    let look = (): Promise<void> => Promise.resolve();
    let problems: string[] = [];
    const store = await FileStore.open(path, {
      key,
      reading,
      startProcess: startFileProcess,
      onProblem: ({ message }) => problems.push(message),
      watchFiles: (onSign) => {
        look = onSign;
        return { close: () => undefined };
      },
    });
    looks.set(name, async () => {
      await look();
      const looked = { name, version: store.version, problems };
      problems = [];
      return looked;
    });
    return [name, { store }] as const;
  }),
);
const { token, stored } = createKey("tester");
const service = await startService({
  collections: Object.fromEntries(collections),
  keys: createKeyring([stored]),
  port: 0,
  logTo: { write: () => undefined },
});

process.on("message", async (name: string) => process.send?.(await looks.get(name)?.()));
const versions = collections.map(([name, { store }]) => [name, store.version] as const);
process.send?.({ url: service.url, token, versions } satisfies CorruptStarted);
