/** The event loop as the service sees it. Tests pass one whose iterations they make themselves. */
export interface EventLoop {
  /** Calls back in the next iteration. */
  inNextIteration(callback: () => void): void;
  /** Calls back in this iteration, after the work that runs now and all promises that it settles. */
  afterThisWork(callback: () => void): void;
}

export const NODE_LOOP: EventLoop = {
  inNextIteration: (callback) => {
    setImmediate(callback);
  },
  // A tick comes when no microtask is left.
  afterThisWork: (callback) => queueMicrotask(() => process.nextTick(callback)),
};
