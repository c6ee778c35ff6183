import { createHmac, randomBytes } from "node:crypto";

/**
 * Signs values for clients, so that nobody can forge them or learn from them. A signature is only valid for its
 * purpose.
 */
export class Signer {
  readonly #secret: string | Buffer;

  /** @param secret default: a random one for this process. Services that replace each other need the same. */
  constructor(secret: string | Buffer = randomBytes(32)) {
    this.#secret = secret;
  }

  sign(purpose: "cursor" | "etag", ...parts: readonly (string | Uint8Array)[]): Buffer {
    const signature = createHmac("sha256", this.#secret);
    // One call for all strings: most of the time of a signature goes into its calls.
    let text = `${purpose}:`;
    for (const part of parts) {
      if (typeof part === "string") text += `${Buffer.byteLength(part)}:${part}`;
      else {
        signature.update(`${text}${part.length}:`).update(part);
        text = "";
      }
    }
    return signature.update(text).digest();
  }
}
