import { createHash } from "node:crypto";

/** A tag for some contents. It is weak, since the same records are sent in several encodings. */
export function etagOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return `W/"${hash.digest("base64url").slice(0, 22)}"`;
}

/** Whether a client already has the answer with this tag. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const bare = etag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === bare);
}
