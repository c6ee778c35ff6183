import type { DocumentedFunction, FunctionDefinition } from "../define.ts";
import { arrayCompact, arrayCompactDocumentation } from "./array-compact.ts";
import { arrayFlatten, arrayFlattenDocumentation } from "./array-flatten.ts";
import { arrayJoin, arrayJoinDocumentation } from "./array-join.ts";
import { arraySlice, arraySliceDocumentation } from "./array-slice.ts";
import { arrayUnique, arrayUniqueDocumentation } from "./array-unique.ts";
import { has, hasDocumentation } from "./has.ts";
import { hasAll, hasAllDocumentation } from "./has-all.ts";
import { hasAny, hasAnyDocumentation } from "./has-any.ts";
import { hasNone, hasNoneDocumentation } from "./has-none.ts";

export const LIST_FUNCTIONS: readonly FunctionDefinition[] = [
  arrayCompact,
  arrayFlatten,
  arrayJoin,
  arraySlice,
  arrayUnique,
  has,
  hasAll,
  hasAny,
  hasNone,
];

export const DOCUMENTED_LIST_FUNCTIONS: readonly DocumentedFunction[] = [
  { definition: arrayCompact, documentation: arrayCompactDocumentation },
  { definition: arrayFlatten, documentation: arrayFlattenDocumentation },
  { definition: arrayJoin, documentation: arrayJoinDocumentation },
  { definition: arraySlice, documentation: arraySliceDocumentation },
  { definition: arrayUnique, documentation: arrayUniqueDocumentation },
  { definition: has, documentation: hasDocumentation },
  { definition: hasAll, documentation: hasAllDocumentation },
  { definition: hasAny, documentation: hasAnyDocumentation },
  { definition: hasNone, documentation: hasNoneDocumentation },
];
