import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { CliFailure } from "../cli-failure.ts";
import { interruptible } from "../terminal/signals.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { binaryTitle, type FormatName } from "./formats.ts";

export const OUT_OPTION = {
  type: "text",
  value: "file",
  isFile: true,
  description:
    "Writes to a file, which appears when it is complete. It then replaces a file of the same name.",
} as const;

/** The destination of a result. */
interface ResultWriter {
  write(chunk: string | Uint8Array): Promise<void>;
}

interface ResultFile extends ResultWriter {
  /** Completes the result. */
  finish(): Promise<void>;
  /** Drops an incomplete result. No file remains. */
  abandon(): Promise<void>;
}

/**
 * Writes a result to a file, or to standard output by default. If the work fails or is interrupted, no file remains.
 */
export async function writeResult(
  path: string | undefined,
  terminal: Terminal,
  work: (result: ResultWriter, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (isOutput(path)) {
    await work({ write: (chunk) => terminal.write(chunk) }, new AbortController().signal);
    return;
  }
  await interruptible(terminal.host, "interrupted: no file was written", async (signal) => {
    const result = await openResult(path);
    try {
      await work(result, signal);
    } catch (error) {
      await result.abandon();
      throw error;
    }
    await result.finish();
  });
}

async function openResult(path: string): Promise<ResultFile> {
  const target = resolve(path);
  // The draft is in the same folder, since a rename is atomic only within a file system.
  const draft = `${target}.${randomBytes(4).toString("hex")}.part`;
  const file = await open(draft, "wx");
  const abandon = async (): Promise<void> => {
    await file.close();
    await rm(draft, { force: true });
  };
  return {
    write: async (chunk) => {
      await file.writeFile(chunk);
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

/** @throws {@link Failure} if a binary format would be written to a terminal */
export function refuseOnTerminal(
  format: FormatName,
  path: string | undefined,
  { outputWidth }: Terminal,
): void {
  const title = binaryTitle(format);
  if (title === undefined || outputWidth === undefined || !isOutput(path)) return;
  throw new CliFailure("usage", `${title} is not a text format, and is not written to a terminal`, {
    help: `--out cars.${format} writes it to a file`,
  });
}

/** Whether a result goes to standard output. */
export function isOutput(path: string | undefined): path is undefined | "-" {
  return path === undefined || path === "-";
}
