import { createHash } from "node:crypto";
import type { Signer } from "../signer.ts";

/**
 * A tag for some contents. It is weak, since the same records are sent in several encodings. It is signed, since the
 * version of a store covers hidden fields too, whose values nobody may test by their hash.
 */
export function etagOf(signer: Signer, ...parts: readonly (string | Buffer)[]): string {
  return `W/"${signer
    .sign("etag", ...parts)
    .toString("base64url")
    .slice(0, 22)}"`;
}

/** What signs a tag, and the collection as the client sees it: the tag of one view is none of another. */
interface TagScope {
  readonly signer: Signer;
  readonly collection: { readonly view: string };
}

/** A tag for a text that is there in pieces. It does not depend on their borders. */
export function etagOfPieces({ signer, collection }: TagScope, pieces: readonly Buffer[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return etagOf(signer, collection.view, hash.digest());
}

/** Whether a client already has the answer with this tag. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const bare = etag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === bare);
}
