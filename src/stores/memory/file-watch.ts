import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";

/** How long a file has to be left alone before it is looked at, in milliseconds. */
const QUIET = 100;
/** How often it is looked at in any case: some file systems do not report changes. */
const LOOK_EVERY = 1000;

/**
 * Calls back when a file may have changed: some time after the last sign of it in its folder, and now and then. It does
 * not keep a program running.
 */
export class FileWatch {
  readonly #onSign: () => void;
  readonly #interval: NodeJS.Timeout;
  readonly #watchers: FSWatcher[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(paths: readonly string[], onSign: () => void) {
    this.#onSign = onSign;
    this.#interval = setInterval(onSign, LOOK_EVERY).unref();
    try {
      // The folders, since a file that another is renamed over takes its watcher along. Names are not compared: a path
      // may lead over a link. A folder that a pattern names is none, and the interval is left for its files.
      for (const folder of new Set(paths.map((path) => dirname(path)))) {
        const watcher = watch(folder, { persistent: false }, () => this.#sign());
        watcher.on("error", () => this.#unwatch());
        this.#watchers.push(watcher);
      }
    } catch {
      // The interval is left.
    }
  }

  close(): void {
    clearInterval(this.#interval);
    clearTimeout(this.#timer);
    this.#unwatch();
  }

  #sign(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onSign, QUIET).unref();
  }

  #unwatch(): void {
    for (const watcher of this.#watchers.splice(0)) watcher.close();
  }
}
