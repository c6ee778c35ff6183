import type { Readable } from "node:stream";
import { ProblemError } from "../http-problem.ts";
import { SERVICE_LIMITS } from "../limits.ts";

const FIRST_BYTES = 4_096;

/**
 * Receives the bytes of a body. Chunks are copied, since a chunk of one byte would otherwise retain the whole buffer
 * that it came in.
 *
 * @throws {@link ProblemError} if there are too many bytes or chunks
 */
export function receiveBody(body: Readable, length: number | undefined): Promise<Buffer> {
  const { bodyBytes, bodyChunks } = SERVICE_LIMITS;
  return new Promise((resolve, reject) => {
    const fail = (error: ProblemError): void => {
      body.off("data", take);
      reject(error);
    };
    const tooLarge = (): void =>
      fail(new ProblemError("body-too-large", `at most ${bodyBytes} bytes`));
    let bytes = Buffer.allocUnsafeSlow(Math.min(length ?? FIRST_BYTES, FIRST_BYTES));
    let received = 0;
    let chunks = 0;
    const take = (chunk: Buffer): void => {
      const end = received + chunk.length;
      chunks++;
      if (end > bodyBytes) tooLarge();
      else if (chunks > bodyChunks) {
        // Otherwise, the remaining chunks would still be read.
        body.pause();
        fail(new ProblemError("bad-request", `the body arrives in more than ${bodyChunks} chunks`));
      } else {
        if (end > bytes.length) {
          const larger = Buffer.allocUnsafeSlow(
            Math.min(Math.max(end, bytes.length * 4), bodyBytes),
          );
          bytes.copy(larger, 0, 0, received);
          bytes = larger;
        }
        chunk.copy(bytes, received);
        received = end;
      }
    };
    if (length !== undefined && length > bodyBytes) {
      tooLarge();
      return;
    }
    body.on("data", take);
    body.once("end", () => resolve(bytes.subarray(0, received)));
    const endEarly = (): void => fail(new ProblemError("bad-request", "the body ends too early"));
    // Node's error has the stack of its own parser.
    body.once("error", endEarly);
    body.once("close", endEarly);
  });
}
