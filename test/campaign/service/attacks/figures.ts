/** What the program under attack says of itself. */
export interface ProbeFigures {
  /** Its memory in mebibytes: all of it now, at most since the beginning, and the parts that the engine counts. */
  readonly rss: number;
  readonly peak: number;
  readonly heap: number;
  readonly external: number;
  readonly arrayBuffers: number;
  /** The processor time since its start, in milliseconds. */
  readonly cpuMs: number;
  /** What it has open: connections, timers, files. */
  readonly handles: number;
  /** The processor time that the same small piece of work takes, in milliseconds. */
  readonly workMs: number;
  /** How long one request of a hundred waited for the event loop, or longer, in milliseconds of the processor. */
  readonly p99: number;
  /** The longest time slice of the event loop in milliseconds: of the processor, by the clock, and the garbage collection in it. */
  readonly longest: number;
  readonly longestClock: number;
  readonly longestCollection: number;
}

/** What the honest client saw. */
export interface HonestFigures {
  /** Requests for `/livez`, and their times in milliseconds as the client's clock has them. */
  readonly livez: number;
  readonly livezP99: number;
  readonly livezMost: number;
  /** Queries that were answered as before the attack, that were refused with 429 or 503, and that went wrong in any other way. */
  readonly right: number;
  readonly refused: number;
  readonly wrong: readonly string[];
  /** The time of a query that was answered, in milliseconds: of half of them, of 99 in a hundred, and the longest. */
  readonly queryMedian: number;
  readonly queryP99: number;
  readonly queryMost: number;
}
