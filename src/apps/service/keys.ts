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
  /** How often the key may ask; the rate of the service if it has none of its own. */
  readonly rate?: Rate;
  /** A holder of weight 4 has the share of four holders of weight 1, which is the weight unless given. */
  readonly weight?: number;
  /** Whether the holder may read `/metrics`, which names the holders of all keys. */
  readonly admin?: boolean;
}

/** Finds the holders of a service's keys. */
export interface Keyring {
  /**
   * Returns the holder of a token; `undefined` if the token is wrong, expired or revoked. Takes as long for a wrong
   * token as for a right one.
   */
  find(token: string): KeyHolder | undefined;
  /** All holders. If it is there, a service checks their scopes and fields when it starts. */
  holders?(): Iterable<KeyHolder>;
  /** Why the keys may be out of date, for the operator. `/readyz` is 503 as long as there is a problem. */
  readonly problem?: string | undefined;
}

/** The options of a new key. */
export interface NewKey extends Restriction {
  /** When the key ends; never, unless given. */
  readonly expires?: Date;
  /** How often the key may ask; the rate of the service, unless given. */
  readonly rate?: Rate;
  /** A whole number from 1 to 10: a key of weight 4 has the share of four keys of weight 1, which is the weight unless given. */
  readonly weight?: number;
  /** Whether the key may read `/metrics`, which names the holders of all keys. */
  readonly admin?: boolean;
}

const TOKEN = /^isf_([0-9a-f]{16})_[\w-]{43}$/;

const HASH_NAME = "sha256:";

/** A token that is hashed if a text is not a token, so that the time does not show whether it was one. */
const NO_TOKEN = `isf_${"0".repeat(16)}_${"0".repeat(43)}`;

/** Makes a key. The token is returned only here: afterwards, only its hash is kept. */
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
  });
  const { expires, rate, weight, admin, scope, attributes, fields } = options;
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
    }),
    ...(admin === true ? { admin } : {}),
  };
  return { token, stored };
}

interface Entry {
  readonly holder: KeyHolder;
  readonly hash: Buffer;
  readonly until: number;
}

const NOBODY = Buffer.alloc(32);

/**
 * A keyring of stored keys.
 *
 * @throws `TypeError` if a key is not whole, has a property that no key has, or has the id of another key.
 */
export function keyringOf(keys: Iterable<StoredKey>): Keyring {
  return keyringAt(keys, Date.now);
}

/** A keyring whose keys expire by a clock, which gives milliseconds since 1970. */
export function keyringAt(keys: Iterable<StoredKey>, now: () => number): Keyring {
  requireKind(keys, "iterable", "`keyringOf`: the keys");
  const list = [...keys];
  const [problem] = keyProblems(list);
  if (problem !== undefined) throw new TypeError(`\`keyringOf\`: ${problem}`);
  const entries = new Map<string, Entry>();
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
