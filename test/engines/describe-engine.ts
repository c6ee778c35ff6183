import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { Started } from "./engine.ts";

/**
 * Tests that need an engine, which is started before them and closed after them. Where it does not start they are skipped, and the
 * reason is shown; in continuous integration they fail, unless it is one that not every machine can have.
 */
export function describeEngine<T extends { close(): Promise<void> }>(
  name: string,
  start: () => Promise<Started<T>>,
  tests: (engine: () => T) => void,
  { isOptional = false }: { readonly isOptional?: boolean } = {},
): void {
  describe(name, () => {
    let started: Started<T> = { ok: false, reason: `${name} has not been started` };

    beforeAll(async () => {
      started = await start();
      if (!started.ok) console.warn(`The tests with ${name} do not run: ${started.reason}`);
    });

    beforeEach((context) => {
      if (started.ok) return;
      if (process.env.CI !== undefined && !isOptional) throw new Error(started.reason);
      context.skip(started.reason);
    });

    afterAll(async () => {
      if (started.ok) await started.engine.close();
    });

    tests(() => {
      if (!started.ok) throw new Error(started.reason);
      return started.engine;
    });
  });
}
