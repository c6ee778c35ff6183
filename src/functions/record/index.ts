import type { FunctionDefinition } from "../define.ts";
import { createdTime } from "./created-time.ts";
import { lastModifiedTime } from "./last-modified-time.ts";
import { recordId } from "./record-id.ts";

export const RECORD_FUNCTIONS: readonly FunctionDefinition[] = [
  createdTime,
  lastModifiedTime,
  recordId,
];
