import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { defined } from "../../util/defined.ts";
import { requireKind, requireOptions } from "../../util/misuse.ts";
import {
  keyProblems,
  type Rate,
  type Restriction,
  readTime,
  requireWeight,
  type StoredKey,
} from "./stored-key.ts";

/** The holder of a key, who sent a request. */
export interface KeyHolder extends Restriction {
  /** The public part of the key. */
  readonly id: string;
  /** The name that the operator gave the key. */
  readonly label: string;
  /** The rate limit of the key. Default: that of the service. */
  readonly rate?: Rate;
  /** A holder of weight 4 gets the share of four holders of weight 1. Default: 1. */
  readonly weight?: number;
  /** Whether the holder may read `/metrics`, which names the holders of all keys. */
  readonly admin?: boolean;
}

/** Finds the holders of a service's keys. */
export interface Keyring {
  /**
   * Returns the holder of a token; `undefined` if the token is invalid, expired or revoked. Takes as long for an
   * invalid token as for a valid one, so that guesses cannot be timed.
   */
  find(token: string): KeyHolder | undefined;
  /** All holders. If implemented, a service checks their scopes, fields and policies at start. */
  holders?(): Iterable<KeyHolder>;
  /** Why the keys may be out of date, for the operator. `/readyz` returns 503 while there is a problem. */
  readonly problem?: string | undefined;
}

/** The options of a new key. */
export interface NewKey extends Restriction {
  /** The time when the key expires. Default: never. */
  readonly expires?: Date;
  /** The rate limit of the key. Default: that of the service. */
  readonly rate?: Rate;
  /** An integer from 1 to 10: a key of weight 4 gets the share of four keys of weight 1. Default: 1. */
  readonly weight?: number;
  /** Whether the key may read `/metrics`, which names the holders of all keys. */
  readonly admin?: boolean;
}

const TOKEN = /^isf_([0-9a-f]{16})_[\w-]{43}$/;

const HASH_NAME = "sha256:";

/** Hashed instead of a malformed token, so that the time does not reveal that it is malformed. */
const NO_TOKEN = `isf_${"0".repeat(16)}_${"0".repeat(43)}`;

/** Creates a key. The token is only returned here; the stored key has its hash. */
export function createKey(
  label: string,
  options: NewKey = {},
): { readonly token: string; readonly stored: StoredKey } {
  requireKind(label, "text", "`createKey`: the label");
  requireOptions(options, "createKey", {
    expires: "date",
    rate: "object",
    admin: "boolean",
    scope: "text",
    attributes: "object",
    fields: "texts",
    policy: "object",
  });
  const { expires, rate, weight, admin, scope, attributes, fields, policy } = options;
  if (weight !== undefined) requireWeight(weight, "`createKey`: the option `weight`");
  const id = randomBytes(8).toString("hex");
  const token = `isf_${id}_${randomBytes(32).toString("base64url")}`;
  const stored: StoredKey = {
    id,
    label,
    hash: `${HASH_NAME}${digestOf(token).toString("hex")}`,
    created: new Date().toISOString(),
    ...defined({
      expires: expires?.toISOString(),
      rate,
      weight,
      scope,
      attributes,
      fields,
      policy,
    }),
    ...(admin === true ? { admin } : {}),
  };
  return { token, stored };
}

interface KeyEntry {
  readonly holder: KeyHolder;
  readonly hash: Buffer;
  readonly until: number;
}

const NOBODY = Buffer.alloc(32);

/**
 * A keyring of stored keys.
 *
 * @throws `TypeError` if a key is incomplete, has an unknown property, or a duplicate id
 */
export function createKeyring(keys: Iterable<StoredKey>): Keyring {
  return keyringAt(keys, Date.now);
}

/** A keyring whose keys expire by a clock in milliseconds since 1970. */
export function keyringAt(keys: Iterable<StoredKey>, now: () => number): Keyring {
  requireKind(keys, "iterable", "`createKeyring`: the keys");
  const list = [...keys];
  const [problem] = keyProblems(list);
  if (problem !== undefined) throw new TypeError(`\`createKeyring\`: ${problem}`);
  const entries = new Map<string, KeyEntry>();
  for (const { hash, created, expires, revoked, ...holder } of list) {
    if (revoked !== undefined) continue;
    entries.set(holder.id, {
      holder,
      hash: Buffer.from(hash.slice(HASH_NAME.length), "hex"),
      until: readTime(expires)?.getTime() ?? Number.POSITIVE_INFINITY,
    });
  }
  return {
    *holders() {
      for (const { holder } of entries.values()) yield holder;
    },
    find(token) {
      const [whole = NO_TOKEN, id = ""] = TOKEN.exec(token) ?? [];
      const entry = entries.get(id);
      const digest = digestOf(whole);
      const isTheSame = timingSafeEqual(digest, entry?.hash ?? NOBODY);
      return entry !== undefined && isTheSame && now() < entry.until ? entry.holder : undefined;
    },
  };
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
