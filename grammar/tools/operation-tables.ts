import type { Operation } from "../../src/core/node.ts";
import { code, paragraphs, table } from "./markdown.ts";
import {
  OPERATION_DOCUMENTATION,
  OPERATION_GROUPS,
  type OperationDocumentation,
  type OperationGroup,
} from "./operation-documentation.ts";

const HEAD = ["operation", "operands", "result", "gives", "a blank operand", "an error"];

/** The operations of the core, a table for each group. */
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
  { operands, result, meaning, blank, error, fails }: OperationDocumentation,
): readonly string[] {
  return [
    code(operation),
    operands,
    result,
    meaning,
    blank === "strict" ? "blank" : blank === "none" ? "–" : blank,
    describeError(error, fails),
  ];
}

function describeError(error: "strict" | "lazy", fails: string | undefined): string {
  if (error === "lazy") return fails ?? "–";
  return fails === undefined ? "strict" : `strict; also when ${fails}`;
}
