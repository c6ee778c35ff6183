import type { DocumentedFunction, FunctionDefinition } from "../define.ts";
import { createdTime, createdTimeDocumentation } from "./created-time.ts";
import { lastModifiedTime, lastModifiedTimeDocumentation } from "./last-modified-time.ts";
import { recordId, recordIdDocumentation } from "./record-id.ts";

export const RECORD_FUNCTIONS: readonly FunctionDefinition[] = [
  createdTime,
  lastModifiedTime,
  recordId,
];

export const DOCUMENTED_RECORD_FUNCTIONS: readonly DocumentedFunction[] = [
  { definition: createdTime, documentation: createdTimeDocumentation },
  { definition: lastModifiedTime, documentation: lastModifiedTimeDocumentation },
  { definition: recordId, documentation: recordIdDocumentation },
];
