import { extent } from "../../figures.ts";
import type { Act } from "./acts.ts";

/** The holders of keys who attack: one without restrictions, one with a scope, one with a list of fields too, and many with a scope each. */
export type Attacker = "whole" | "scoped" | "limited" | "many";

/** One thing that a stranger or a customer may do to exhaust a service. */
export interface Attack {
  readonly name: string;
  readonly does: Act;
  /** The statuses that its answers may have; unless given, all but server errors, and 503. */
  readonly earns?: readonly number[];
  /** How many answers must have come at least; unless given, none. */
  readonly answers?: number;
  /** Whose keys it uses; `whole` unless given. */
  readonly attacker?: Attacker;
  /** Whether it is about the collection in SQLite. */
  readonly needsSqlite?: boolean;
  /** Whether its clients go away, so that the service has nothing to do soon afterwards. */
  readonly goesAway?: boolean;
  /** Whether only the long form tries it: the short form tries another one of its kind. */
  readonly isLong?: boolean;
}

const KEYS: Readonly<Record<Exclude<Attacker, "whole">, string>> = {
  scoped: "a scope",
  limited: "a scope and a list of fields",
  many: "keys of many scopes",
};

/** The same attacks with other keys. */
export function attacksOf(
  attacker: Exclude<Attacker, "whole">,
  attacks: readonly Attack[],
): readonly Attack[] {
  return attacks.map((attack) => ({
    ...attack,
    name: `${attack.name}, with ${KEYS[attacker]}`,
    attacker,
  }));
}

/** How long an attack goes on that does not end by itself, in milliseconds. */
export const FOR_MS = extent(300, 2_500);
/** How long answers may take that are waited for. The costliest take half a minute on an idle machine. */
export const WAIT_MS = 240_000;
