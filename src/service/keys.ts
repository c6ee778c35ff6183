import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { defined } from "../util/defined.ts";
import { requireKind, requireOptions } from "../util/misuse.ts";

/** How many requests a key may make in how many seconds. */
export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

/** A key as it is kept: not the token, but its hash. */
export interface StoredKey {
  /** Part of the token, and not secret. */
  readonly id: string;
  /** Whose key it is, for people: logs and metrics name it. */
  readonly label: string;
  /** `sha256:` and the hash in hexadecimal digits. A token is random enough to need no slower hash. */
  readonly hash: string;
  /** The time when the key was made, in ISO 8601. */
  readonly created: string;
  /** The time when the key ends to be valid, in ISO 8601. */
  readonly expires?: string;
  /** The time when the key was revoked, in ISO 8601. It is not valid any more. */
  readonly revoked?: string;
  /** The rate of this key, in place of the service's rate. */
  readonly rate?: Rate;
}

/** The holder of a key, who sent a request. */
export interface KeyHolder {
  readonly id: string;
  readonly label: string;
  readonly rate?: Rate;
}

/** Finds the holders of a service's keys. */
export interface Keyring {
  /**
   * Returns the holder of a token; `undefined` if the token is wrong, expired or revoked. Takes as long for a wrong
   * token as for a right one.
   */
  find(token: string): KeyHolder | undefined;
}

/** The options of a new key. */
export interface NewKey {
  readonly expires?: Date;
  readonly rate?: Rate;
}

const TOKEN = /^isf_([0-9a-f]{16})_[\w-]{43}$/;
const HASH = /^sha256:([0-9a-f]{64})$/;

/** A token that is hashed if a text is not a token, so that the time does not show whether it was one. */
const NO_TOKEN = `isf_${"0".repeat(16)}_${"0".repeat(43)}`;

/** Makes a key. The token is returned only here: afterwards, only its hash is kept. */
export function createKey(
  label: string,
  options: NewKey = {},
): { readonly token: string; readonly stored: StoredKey } {
  requireKind(label, "text", "`createKey`: the label");
  requireOptions(options, "createKey", { expires: "date", rate: "object" });
  const { expires, rate } = options;
  const id = randomBytes(8).toString("hex");
  const token = `isf_${id}_${randomBytes(32).toString("base64url")}`;
  const stored: StoredKey = {
    id,
    label,
    hash: `sha256:${digestOf(token).toString("hex")}`,
    created: new Date().toISOString(),
    ...defined({ expires: expires?.toISOString(), rate }),
  };
  return { token, stored };
}

interface Entry {
  readonly holder: KeyHolder;
  readonly hash: Buffer;
  readonly until: number;
}

const NOBODY = Buffer.alloc(32);

/** A keyring of stored keys. */
export function keyringOf(keys: Iterable<StoredKey>): Keyring {
  requireKind(keys, "iterable", "`keyringOf`: the keys");
  const entries = new Map<string, Entry>();
  for (const key of keys) {
    requireKind(key, "object", "`keyringOf`: a key");
    const { id, label, hash, expires, revoked, rate } = key;
    requireKind(hash, "text", "`keyringOf`: the hash of a key");
    const [, digits] = HASH.exec(hash) ?? [];
    if (digits === undefined || revoked !== undefined) continue;
    entries.set(id, {
      holder: { id, label, ...defined({ rate }) },
      hash: Buffer.from(digits, "hex"),
      until: expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires),
    });
  }
  return {
    find(token) {
      const [whole = NO_TOKEN, id = ""] = TOKEN.exec(token) ?? [];
      const entry = entries.get(id);
      const digest = digestOf(whole);
      const isTheSame = timingSafeEqual(digest, entry?.hash ?? NOBODY);
      return entry !== undefined && isTheSame && Date.now() < entry.until
        ? entry.holder
        : undefined;
    },
  };
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
