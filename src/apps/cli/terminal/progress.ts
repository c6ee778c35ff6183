import { type Clock, every, SYSTEM_CLOCK } from "../../../data/stores/clock.ts";
import { grouped } from "../../../util/grouped.ts";
import type { Terminal } from "./terminal.ts";

// This folder interacts with the terminal: messages, colours, progress and signals.

/** Shorter work shows no progress. */
const SILENT_MS = 1000;
const REDRAWS_EVERY_MS = 100;
const SAYS_EVERY_MS = 5000;
const BAR = 24;

/** The progress of long work. */
export interface ProgressMeasure {
  /** The completed part of {@link ProgressMeasure.total}, such as bytes. */
  done: number;
  /** `undefined` if unknown. */
  readonly total: number | undefined;
  records: number;
}

/** Shows the progress of long work: by updating one line of a terminal, or else with a new line every few seconds. */
export class Progress {
  readonly #measure: ProgressMeasure;
  readonly #terminal: Terminal;
  readonly #clock: Clock;
  readonly #started: number;
  #cancelTimer: (() => void) | undefined;
  #isShown = false;

  constructor(
    measure: ProgressMeasure,
    terminal: Terminal,
    { isQuiet, clock = SYSTEM_CLOCK }: { readonly isQuiet: boolean; readonly clock?: Clock },
  ) {
    this.#measure = measure;
    this.#terminal = terminal;
    this.#clock = clock;
    this.#started = clock.now();
    const pause = terminal.isWatched ? REDRAWS_EVERY_MS : SAYS_EVERY_MS;
    if (!isQuiet) this.#cancelTimer = every(pause, () => this.#show(), clock);
  }

  get seconds(): number {
    return (this.#clock.now() - this.#started) / 1000;
  }

  end(): void {
    this.#cancelTimer?.();
    this.clear();
  }

  /** Clears the line before something else is written to the terminal. */
  clear(): void {
    if (this.#isShown) this.#terminal.host.stderr.write("\r\u001b[K");
    this.#isShown = false;
  }

  #show(): void {
    if (this.seconds * 1000 < SILENT_MS) return;
    this.#isShown = this.#terminal.isWatched;
    const text = progressText(this.#measure, this.seconds);
    this.#terminal.host.stderr.write(this.#isShown ? `\r${text}\u001b[K` : `${text}\n`);
  }
}

/** One line of progress after a number of seconds. */
export function progressText({ done, total, records }: ProgressMeasure, seconds: number): string {
  const rate = seconds > 0 ? records / seconds : 0;
  const counts = `${grouped(records)} records, ${grouped(Math.round(rate))}/s`;
  if (total === undefined || total === 0) return counts;
  const share = Math.min(1, done / total);
  const filled = Math.round(share * BAR);
  const bar = `[${"#".repeat(filled)}${"-".repeat(BAR - filled)}]`;
  const left = share > 0 ? `, ${duration(seconds / share - seconds)} left` : "";
  return `${bar} ${Math.floor(share * 100)} %, ${counts}${left}`;
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 90 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}
