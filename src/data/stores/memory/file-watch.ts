import { watch } from "node:fs";
import { dirname } from "node:path";
import { type Clock, SYSTEM_CLOCK } from "../clock.ts";

/** How long a file has to be left alone before it is looked at, in milliseconds. */
const QUIET = 100;
/** How often it is looked at in any case: some file systems do not report changes. */
const LOOK_EVERY = 1000;

/** Calls back when one of some files may have changed, until it is closed. */
export type WatchFiles = (
  paths: readonly string[],
  onSign: () => Promise<void>,
) => { close(): void };

/** Calls back when a folder reports a change; throws if the system cannot watch it. */
type WatchFolder = (folder: string, onChange: () => void, onError: () => void) => { close(): void };

/** What a `FileWatch` takes from outside. */
interface FileWatchOptions {
  readonly clock?: Clock;
  readonly watchFolder?: WatchFolder;
}

/**
 * Calls back when a file may have changed: some time after the last sign of it in its folder, and now and then. It does
 * not keep a program running.
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
      // The folders, since a file that another is renamed over takes its watcher along. Names are not compared: a path
      // may lead over a link. A folder that a pattern names is none, and the interval is left for its files.
      for (const folder of new Set(paths.map((path) => dirname(path)))) {
        const sign = (): void => this.#sign();
        this.#watchers.push(watchFolder(folder, sign, () => this.#unwatch()));
      }
    } catch {
      // The interval is left.
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
