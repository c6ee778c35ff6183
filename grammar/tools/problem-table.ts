import { PROBLEMS } from "../../src/apps/service/http-problem.ts";
import { code, table } from "./markdown.ts";

/** The problem responses of the service. */
export function problemTable(): string {
  return table(
    ["status", "code", "meaning"],
    Object.entries(PROBLEMS).map(([name, { status, title }]) => [
      String(status),
      code(name),
      title,
    ]),
  );
}
