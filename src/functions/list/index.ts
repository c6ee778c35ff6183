import type { FunctionDefinition } from "../define.ts";
import { arrayCompact } from "./array-compact.ts";
import { arrayFlatten } from "./array-flatten.ts";
import { arrayJoin } from "./array-join.ts";
import { arraySlice } from "./array-slice.ts";
import { arrayUnique } from "./array-unique.ts";
import { has } from "./has.ts";

export const LIST_FUNCTIONS: readonly FunctionDefinition[] = [
  arrayCompact,
  arrayFlatten,
  arrayJoin,
  arraySlice,
  arrayUnique,
  has,
];
