import { createHmac, randomBytes } from "node:crypto";

/**
 * Signs what the service gives out, so that nobody else can make it up or learn from it. A signature for one purpose is
 * never one for another.
 */
export class Signer {
  readonly #secret: string | Buffer;

  /** @param secret one of this process unless given. Services that replace each other need the same. */
  constructor(secret: string | Buffer = randomBytes(32)) {
    this.#secret = secret;
  }

  sign(purpose: "cursor" | "etag", ...parts: readonly (string | Uint8Array)[]): Buffer {
    const signature = createHmac("sha256", this.#secret).update(`${purpose}:`);
    for (const part of parts) {
      const bytes = typeof part === "string" ? Buffer.from(part) : part;
      signature.update(`${bytes.length}:`).update(bytes);
    }
    return signature.digest();
  }
}
