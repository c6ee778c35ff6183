import { setImmediate as iteration } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type {
  DriverOptions,
  SqlDriver,
  Statement,
} from "../../../../src/data/stores/sql/driver.ts";
import { StoreError, type StoreErrorCode } from "../../../../src/data/stores/store.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import type { Started } from "../../../engines/engine.ts";
import { IS_FULL } from "../../../harness/extent.ts";
import { untilAnswer } from "../../../harness/until-answer.ts";

/** A server that a driver is tested on. */
export interface ContractServer {
  open(options?: DriverOptions): Promise<SqlDriver>;
  /** Opens what cannot be: a user with a wrong password, a database that there is not, a port where nobody listens. */
  readonly wrong: Readonly<
    Record<string, readonly [open: () => Promise<SqlDriver>, StoreErrorCode]>
  >;
  /** What none of the errors may say. */
  readonly secret: string;
  /** How many statements of drivers it is busy with. */
  running(): Promise<number>;
  /** How many connections drivers have to it; where it tells. */
  connections?(): Promise<number>;
  /** How many readers come and go, if the server takes long to end a statement. */
  readonly readers?: number;
  /** The whole numbers from 1 in one column, made while they are read. */
  numbers(count: number): Statement;
  crash(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const never = new AbortController().signal;

/** They come and go in eights. */
const READERS = IS_FULL ? 96 : 24;

/** What the drivers of servers have to do beside what every driver has to. */
export function describeServer(name: string, start: () => Promise<Started<ContractServer>>): void {
  describeEngine(`the server of ${name}`, start, (server) => {
    it("refuses wrong credentials and unknown databases by other errors, without its password", async () => {
      for (const [what, [open, code]] of Object.entries(server().wrong)) {
        const error = await errorOf(open());
        expect(`${what}: ${error.code}: ${error.message}`).toMatch(
          new RegExp(`^${what}: ${code}: .`),
        );
        expect(everythingIn(error), what).not.toContain(server().secret);
      }
    });

    it("runs no statement of readers that left", async () => {
      const driver = await server().open({ connections: 4, acquireTimeoutMs: 20_000 });
      try {
        const leave = async (index: number): Promise<void> => {
          const controller = new AbortController();
          const reason = new Error(`reader ${index}`);
          // Some leave before the first row, after more or less has been done for them.
          if (index % 3 === 0) iterations(index % 7).then(() => controller.abort(reason));
          const read = async (): Promise<void> => {
            for await (const rows of driver.stream(server().numbers(1e9), controller.signal)) {
              expect(rows.length).toBeGreaterThan(0);
              if (index % 3 !== 0) controller.abort(reason);
            }
          };
          await expect(read()).rejects.toBe(reason);
        };
        const { readers = READERS } = server();
        for (let index = 0; index < readers; index += 8) {
          await Promise.all(Array.from({ length: 8 }, (_, other) => leave(index + other)));
        }
        expect(await countOf(driver, server().numbers(2_500))).toBe(2_500);
        await untilAnswer(
          "no statement",
          () => server().running(),
          (count) => count === 0,
        );
        const { connections } = server();
        // One more may end what the others do.
        if (connections !== undefined) expect(await connections()).toBeLessThanOrEqual(5);
      } finally {
        await driver.close();
      }
      const { connections } = server();
      if (connections !== undefined) {
        await untilAnswer("no connection", connections, (count) => count === 0);
      }
    });

    describe("that is killed while it is read", () => {
      it("fails running statements, reports itself down, and answers once it is back", async () => {
        const driver = await server().open({ connections: 4, acquireTimeoutMs: 20_000 });
        try {
          for (let round = 0; round < 2; round++) {
            const ends = Array.from({ length: 4 }, () =>
              errorOf(countOf(driver, server().numbers(1e9))),
            );
            await untilAnswer(
              "busy connections",
              () => server().running(),
              (count) => count >= 4,
            );
            await server().crash();
            for (const { code, message } of await Promise.all(ends)) {
              expect(`${code}: ${message}`).toMatch(/^unavailable: ./);
            }
            for (let call = 0; call < 3; call++) {
              expect((await errorOf(driver.check(never))).code).toBe("unavailable");
              expect((await errorOf(countOf(driver, server().numbers(3)))).code).toBe(
                "unavailable",
              );
            }
            await server().restart();
            await driver.check(never);
            expect(await countOf(driver, server().numbers(2_500))).toBe(2_500);
          }
        } finally {
          await driver.close();
        }
      });

      it("is queried again if an idle connection was lost", async () => {
        const driver = await server().open({ connections: 4 });
        try {
          const counts = Array.from({ length: 4 }, () => countOf(driver, server().numbers(2_500)));
          await Promise.all(counts);
          await server().crash();
          await server().restart();
          expect(await countOf(driver, server().numbers(2_500))).toBe(2_500);
        } finally {
          await driver.close();
        }
      });
    });
  });
}

/** Waits for a number of iterations of the event loop. */
async function iterations(count: number): Promise<void> {
  for (let done = 0; done < count; done++) await iteration();
}

async function countOf(driver: SqlDriver, statement: Statement): Promise<number> {
  let count = 0;
  for await (const rows of driver.stream(statement, never)) count += rows.length;
  return count;
}

async function errorOf(answer: Promise<unknown>): Promise<StoreError> {
  const error = await answer.then(
    (value) => value,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StoreError)) throw new Error(`no store error, but ${String(error)}`);
  return error;
}

/** All that a log could write of an error. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  const own = Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name)));
  return [...own, error.cause === undefined ? "" : everythingIn(error.cause)].join("\n");
}
