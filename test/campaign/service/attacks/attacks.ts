import { type Attack, attacksOf } from "./attack.ts";
import { BODIES, LARGE, MANY, PROTOCOL } from "./connections.ts";
import { CACHES, EXPLANATIONS, FORMULAS, GROUPS, ORDERS, RATIOS } from "./formulas.ts";
import { COMPUTED, REQUESTS, SUMMARIES, VIEWED } from "./requests.ts";
import { GO_AWAY, NEVER_READ, READ_SLOWLY, SEND_SLOWLY } from "./slow-clients.ts";

/** All attacks on a service that runs, by their kinds. */
export const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  "clients that never read": NEVER_READ,
  "clients that read slowly": READ_SLOWLY,
  "clients that send slowly": SEND_SLOWLY,
  "clients that go away": GO_AWAY,
  "many connections": MANY,
  "floods of small requests": PROTOCOL,
  "large heads": LARGE,
  "bodies that are hard to read": BODIES,
  "costly formulas": FORMULAS,
  "costly groups": GROUPS,
  "costly orders": ORDERS,
  "costly explanations": EXPLANATIONS,
  "caches that are filled": CACHES,
  "answers that compress": RATIOS,
  "single costly requests": REQUESTS,
  "a key with a scope": attacksOf("scoped", [...ORDERS, ...COMPUTED]),
  "a key with a scope and a list of fields": attacksOf("limited", [
    ...FORMULAS,
    ...GROUPS,
    ...SUMMARIES,
    ...VIEWED,
  ]),
  "keys of many scopes": attacksOf("many", VIEWED),
};
