import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import { need } from "../harness/extent.ts";
import type { Started } from "./engine.ts";

/**
 * Tests that need an engine, which is started before them and closed after them. If it does not start they are left out with the reason;
 * in continuous integration they fail, unless it is an engine that not every machine can have.
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
    });

    beforeEach((context) => {
      need(context, { missing: started.ok ? undefined : started.reason, isOptional });
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
