import { Buffer } from "node:buffer";
import { CliFailure } from "../cli-failure.ts";
import type { Host } from "../terminal/host.ts";

/** Larger than any formula. Bounds an endless input. */
const MOST_BYTES = 1024 * 1024;

/**
 * All of standard input, decoded.
 *
 * @throws {@link Failure} if it is not UTF-8
 */
export async function readStandardInput({ stdin }: Host, most = MOST_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    chunks.push(bytes);
    length += bytes.length;
    if (length > most)
      throw new CliFailure("data", `the standard input is longer than ${most} bytes`);
  }
  return textOf(Buffer.concat(chunks));
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CliFailure("data", "the standard input is not UTF-8");
  }
}

/** The given formula; without one, or for a dash, the formula in standard input. */
export async function readFormula(host: Host, given: string | undefined): Promise<string> {
  if (given !== undefined && given !== "-") return given;
  if (given === undefined && host.stdin.isTTY === true) {
    throw new CliFailure(
      "usage",
      "the formula is missing; write - to read it from the standard input",
    );
  }
  // The final line break is not part of the formula.
  return (await readStandardInput(host)).replace(/\r?\n$/, "");
}
