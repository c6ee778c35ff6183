import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import type { Schema } from "../../../../src/language/schema/index.ts";
import { HIDDEN_FIELDS, OPEN_FIELDS, SECRETS } from "../../../attacks/fixture.ts";
import { PAYLOADS } from "../../../attacks/own-attacks.ts";
import { schemaOf } from "../../../hostile/everywhere.ts";

const OPEN = { Id: { type: "text", key: true }, ...OPEN_FIELDS } as const;

/** The table that attacks are tried on. */
export const GUARDED: Schema = schemaOf({ ...OPEN, ...HIDDEN_FIELDS });

/** The same table, of which nothing is hidden since there is no more: nobody may tell the two apart. */
export const OPEN_ONLY: Schema = schemaOf(OPEN);

export const HIDDEN_NAMES = ["secret_token", "Owner.password"] as const;
export const HIDDEN_VALUES: readonly string[] = Object.values(SECRETS);

const named = [
  { Name: "x", Notes: "a note", Price: 10, Qty: 5, Ratio: 0.5, InStock: true, Tags: ["a"] },
  { Name: "a", Notes: "x", Price: 20.5, Qty: 1, Ratio: -1, InStock: false, Tags: ["b", "a"] },
  { Name: "É", Notes: "été", Café: "olé", Created: new Date("2020-01-01T00:00:00Z") },
  { Name: null },
  ...PAYLOADS.filter((payload) => !payload.includes("\0") && !/\p{Cs}/u.test(payload)).map(
    (payload) => ({ Name: payload, Notes: `x${payload}y`, Json: JSON.stringify({ payload }) }),
  ),
];

const records = named.map((record, index) => ({
  Id: `r${String(index).padStart(4, "0")}`,
  ...record,
  ...SECRETS,
}));

export function storeOf(schema: Schema): Promise<MemoryStore> {
  return MemoryStore.from(records, schema);
}
