/** The event loop. Tests pass one that they advance themselves. */
export interface EventLoop {
  /** Calls back in the next iteration. */
  inNextIteration(callback: () => void): void;
  /** Calls back in this iteration, after the current work and all promises that it settles. */
  afterThisWork(callback: () => void): void;
}

export const NODE_LOOP: EventLoop = {
  inNextIteration: (callback) => {
    setImmediate(callback);
  },
  // Ticks run once the microtask queue is empty.
  afterThisWork: (callback) => queueMicrotask(() => process.nextTick(callback)),
};
