import { withinLimit } from "../sessions/statement-limits.ts";
import type { MariadbSession } from "./mariadb-session.ts";

/** Kills statements over a separate connection, which is kept open for the next one. */
export class Killer {
  readonly #open: () => Promise<MariadbSession>;
  #session: Promise<MariadbSession> | undefined;

  constructor(open: () => Promise<MariadbSession>) {
    this.#open = open;
  }

  async kill(threadId: number): Promise<void> {
    const sql = `KILL QUERY ${threadId}`;
    if (this.#session !== undefined) {
      try {
        await (await this.#session).command(sql);
        return;
      } catch {
        // The connection may have been closed while idle.
        await this.close();
      }
    }
    this.#session ??= this.#open();
    try {
      await (await this.#session).command(sql);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.then(
      (opened) => withinLimit(opened.end()).catch(() => undefined),
      () => undefined,
    );
  }
}
