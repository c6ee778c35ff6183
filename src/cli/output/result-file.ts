import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { Terminal } from "../terminal/terminal.ts";

/** A place that a result is written to. */
export interface Result {
  write(text: string): Promise<void>;
  /** Ends the result, which is whole now. */
  finish(): Promise<void>;
  /** Ends a result that is not whole. No file is left. */
  abandon(): Promise<void>;
}

/** A file that appears when it is whole, or the standard output if no file is named. */
export async function openResult(path: string | undefined, terminal: Terminal): Promise<Result> {
  if (path === undefined || path === "-") {
    const nothing = (): Promise<void> => Promise.resolve();
    return { write: (text) => terminal.write(text), finish: nothing, abandon: nothing };
  }
  const target = resolve(path);
  // The draft is in the same folder, since a file can be renamed at once only on the same disk.
  const draft = `${target}.${randomBytes(4).toString("hex")}.part`;
  const file = await open(draft, "wx");
  const abandon = async (): Promise<void> => {
    await file.close();
    await rm(draft, { force: true });
  };
  return {
    write: async (text) => {
      await file.writeFile(text);
    },
    finish: async () => {
      try {
        await file.sync();
        await file.close();
        await rename(draft, target);
      } catch (error) {
        await abandon();
        throw error;
      }
    },
    abandon,
  };
}
