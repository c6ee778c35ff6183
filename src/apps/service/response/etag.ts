import { createHash } from "node:crypto";
import type { Signer } from "../signer.ts";

/**
 * An entity tag. It is weak, since the same records are sent in several encodings. It is signed, since a store's
 * version covers hidden fields too, and an unsigned hash would let clients test guesses of their values.
 */
export function etagOf(signer: Signer, ...parts: readonly (string | Buffer)[]): string {
  return `W/"${signer
    .sign("etag", ...parts)
    .toString("base64url")
    .slice(0, 22)}"`;
}

/** The signer of a tag, and the collection as the client sees it: tags of different views differ. */
interface TagScope {
  readonly signer: Signer;
  readonly collection: { readonly view: string };
}

/** The tag of a response in chunks. It does not depend on chunk boundaries. */
export function etagOfChunks({ signer, collection }: TagScope, chunks: readonly Buffer[]): string {
  const hash = createHash("sha256");
  for (const chunk of chunks) hash.update(chunk);
  return etagOf(signer, collection.view, hash.digest());
}

/** Whether the client already has the response with this tag. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const bare = etag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === bare);
}
