import { CONDITION_OPERATIONS } from "./condition-operations.ts";
import { DATE_OPERATIONS } from "./date-operations.ts";
import { LAZY_OPERATIONS } from "./lazy-operations.ts";
import { LEAF_OPERATIONS } from "./leaf-operations.ts";
import { LIST_OPERATIONS } from "./list-operations.ts";
import type { Operation, StrictOperation } from "./node.ts";
import { NUMBER_OPERATIONS } from "./number-operations.ts";
import type { OperationRecord, StrictRecords } from "./operation-record.ts";
import { TEXT_OPERATIONS } from "./text-operations.ts";

// Bundlers can remove the result of a call that is marked as pure, but not an object with spreads.

const strictOperations = (): StrictRecords<StrictOperation> => ({
  ...CONDITION_OPERATIONS,
  ...NUMBER_OPERATIONS,
  ...TEXT_OPERATIONS,
  ...DATE_OPERATIONS,
  ...LIST_OPERATIONS,
});

/** The record of each operation that is strict in errors. */
export const STRICT_OPERATIONS = /* @__PURE__ */ strictOperations();

const operations = (): { readonly [O in Operation]: OperationRecord<O> } => ({
  ...LEAF_OPERATIONS,
  ...LAZY_OPERATIONS,
  ...STRICT_OPERATIONS,
});

/** The record of each operation of the core. */
export const OPERATIONS = /* @__PURE__ */ operations();
