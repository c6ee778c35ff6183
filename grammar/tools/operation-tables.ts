import type { Operation } from "../../src/language/core/node.ts";
import { STRICT_OPERATIONS } from "../../src/language/core/operations.ts";
import { code, paragraphs, table } from "./markdown.ts";
import {
  OPERATION_DOCUMENTATION,
  OPERATION_GROUPS,
  type OperationDocumentation,
  type OperationGroup,
} from "./operation-documentation.ts";

const HEAD = ["operation", "operands", "result", "gives", "a blank operand", "an error"];

/** The core operations, a table for each group. */
export function operationTables(): string {
  const groups = Object.keys(OPERATION_GROUPS) as OperationGroup[];
  const operations = Object.entries(OPERATION_DOCUMENTATION) as readonly (readonly [
    Operation,
    OperationDocumentation,
  ])[];
  return paragraphs(
    ...groups.map((group) => {
      const rows = operations
        .filter(([, documentation]) => documentation.group === group)
        .map(([operation, documentation]) => describeOperation(operation, documentation));
      return paragraphs(`### ${OPERATION_GROUPS[group]}`, table(HEAD, rows));
    }),
  );
}

function describeOperation(
  operation: Operation,
  { operands = "", result, meaning, blank = "–", fails }: OperationDocumentation,
): readonly string[] {
  const record = recordOf(operation);
  const type = typeof record?.type === "string" ? record.type : "";
  return [
    code(operation),
    operands,
    result ?? type,
    meaning,
    record?.blank === "strict" ? "blank" : blank,
    describeError(record !== undefined, fails),
  ];
}

interface Stated {
  readonly type: unknown;
  readonly blank: "strict" | "own";
}

/** The record of an operation that is strict in errors; `undefined` for others. */
function recordOf(operation: Operation): Stated | undefined {
  const records: Partial<Readonly<Record<Operation, Stated>>> = STRICT_OPERATIONS;
  return records[operation];
}

function describeError(isStrict: boolean, fails: string | undefined): string {
  if (!isStrict) return fails ?? "–";
  return fails === undefined ? "strict" : `strict; also when ${fails}`;
}
