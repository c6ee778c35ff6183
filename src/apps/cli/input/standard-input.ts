import { Buffer } from "node:buffer";
import { CliFailure } from "../cli-failure.ts";
import type { Host } from "../terminal/host.ts";

/** More bytes than a formula may have. The limit ends the reading of an endless input. */
const MOST_BYTES = 1024 * 1024;

/**
 * All of the standard input as text.
 *
 * @throws {@link Failure} if it is not UTF-8.
 */
export async function readStandardInput({ stdin }: Host, most = MOST_BYTES): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stdin) {
    const bytes: Buffer = Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece));
    pieces.push(bytes);
    length += bytes.length;
    if (length > most)
      throw new CliFailure("data", `the standard input is longer than ${most} bytes`);
  }
  return textOf(Buffer.concat(pieces));
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CliFailure("data", "the standard input is not UTF-8");
  }
}

/** The formula that was given; if a dash or nothing was given, the formula in the standard input. */
export async function readFormula(host: Host, given: string | undefined): Promise<string> {
  if (given !== undefined && given !== "-") return given;
  if (given === undefined && host.stdin.isTTY === true) {
    throw new CliFailure(
      "usage",
      "the formula is missing; write - to read it from the standard input",
    );
  }
  // The line break at the end of the input does not belong to the formula.
  return (await readStandardInput(host)).replace(/\r?\n$/, "");
}
