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
    const signature = createHmac("sha256", this.#secret).update(`${purpose}:`);
    for (const part of parts) {
      const bytes = typeof part === "string" ? Buffer.from(part) : part;
      signature.update(`${bytes.length}:`).update(bytes);
    }
    return signature.digest();
  }
}
