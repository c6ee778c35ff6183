import { onTestFinished } from "vitest";
import { FileStore, type FileStoreOptions } from "../../../../src/data/stores/memory/file-store.ts";
import { ManualClock } from "../../../harness/manual-clock.ts";

/** Opens files as a store that is closed after the test, before the folder of the files is removed. */
export async function openFiles(
  source: string | readonly string[],
  options: FileStoreOptions = {},
): Promise<FileStore> {
  const store = await FileStore.open(source, { watch: false, ...options });
  onTestFinished(() => store.close());
  return store;
}

export interface WatchedFiles {
  readonly store: FileStore;
  /** Tells the store that its files may have changed. Resolves when it has looked at them, and read them if they have. */
  readonly change: () => Promise<void>;
  readonly clock: ManualClock;
}

/** Opens files whose changes the test announces. The store waits for nothing, unless its clock is the test's. */
export async function openWatched(
  source: string | readonly string[],
  options: FileStoreOptions & { readonly clock?: ManualClock } = {},
): Promise<WatchedFiles> {
  const clock = options.clock ?? new ManualClock();
  if (options.clock === undefined) clock.run();
  let change = async (): Promise<void> => undefined;
  const store = await openFiles(source, {
    watch: true,
    clock,
    watchFiles: (onSign) => {
      change = onSign;
      return { close: () => undefined };
    },
    ...options,
  });
  return { store, clock, change: () => change() };
}
