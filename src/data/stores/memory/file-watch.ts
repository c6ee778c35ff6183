import { watch } from "node:fs";
import { dirname } from "node:path";
import { type Clock, SYSTEM_CLOCK } from "../clock.ts";

/** How long a file must be left alone before it is checked, in milliseconds. */
const QUIET = 100;
/** The polling interval: some file systems do not report changes. */
const LOOK_EVERY = 1000;

/** Calls back when one of some files may have changed, until it is closed. */
export type WatchFiles = (
  paths: readonly string[],
  onSign: () => Promise<void>,
) => { close(): void };

/** Calls back when a folder reports a change; throws if the system cannot watch it. */
type WatchFolder = (folder: string, onChange: () => void, onError: () => void) => { close(): void };

interface FileWatchOptions {
  readonly clock?: Clock;
  readonly watchFolder?: WatchFolder;
}

/**
 * Calls back when a file may have changed: some time after the last event in its folder, and at a polling interval. It
 * does not keep a program running.
 */
export class FileWatch {
  readonly #onSign: () => void;
  readonly #clock: Clock;
  readonly #watchers: { close(): void }[] = [];
  #cancelInterval: () => void;
  #cancelSign: (() => void) | undefined;

  constructor(
    paths: readonly string[],
    onSign: () => void,
    { clock = SYSTEM_CLOCK, watchFolder = watchWithNode }: FileWatchOptions = {},
  ) {
    this.#onSign = onSign;
    this.#clock = clock;
    this.#cancelInterval = this.#later();
    try {
      // Folders are watched, since the watcher of a file stays with the old file after a rename. File names are not
      // compared: a path may lead over a link. A folder that is a pattern cannot be watched; its files are polled.
      for (const folder of new Set(paths.map((path) => dirname(path)))) {
        const sign = (): void => this.#sign();
        this.#watchers.push(watchFolder(folder, sign, () => this.#unwatch()));
      }
    } catch {
      // Polling remains.
    }
  }

  close(): void {
    this.#cancelInterval();
    this.#cancelSign?.();
    this.#unwatch();
  }

  #later(): () => void {
    const look = (): void => {
      this.#cancelInterval = this.#later();
      this.#onSign();
    };
    return this.#clock.after(LOOK_EVERY, look, false);
  }

  #sign(): void {
    this.#cancelSign?.();
    this.#cancelSign = this.#clock.after(QUIET, this.#onSign, false);
  }

  #unwatch(): void {
    for (const watcher of this.#watchers.splice(0)) watcher.close();
  }
}

const watchWithNode: WatchFolder = (folder, onChange, onError) =>
  watch(folder, { persistent: false }, onChange).on("error", onError);
