import { errorProperty } from "../../load-package.ts";
import { StoreError, type StoreErrorCode } from "../../store.ts";
import { SubselectError } from "../driver.ts";

/** The code of `StoreError` by SQLSTATE: the longest matching prefix decides. */
const STATES: readonly (readonly [beginning: string, code: StoreErrorCode])[] = [
  ["08", "unavailable"],
  ["21", "data"],
  ["22", "data"],
  ["23", "data"],
  ["25P03", "timeout"],
  ["25P04", "timeout"],
  ["40", "unavailable"],
  ["53", "unavailable"],
  ["53300", "busy"],
  ["55P03", "busy"],
  ["57", "unavailable"],
  ["57014", "timeout"],
  ["58", "unavailable"],
  ["XX", "unavailable"],
  ["XX001", "data"],
  ["XX002", "data"],
];

/** Citus' message for a subquery that it cannot run on other servers. */
const SUBSELECT = /subquer|sublink|push ?down/i;

/** Errors of Node and pg for a lost connection. */
const LOST =
  /^(ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EADDR)|^Connection terminated|^timeout expired|not queryable|^Client was closed/;

/**
 * Converts a driver's error. It is not set as the cause: causes are logged, and a package may put secrets into its
 * errors, even a password.
 */
export function postgresError(error: unknown, where: string): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  // `EPIPE` looks like a SQLSTATE, but is not one.
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !LOST.test(code)) {
    const Problem = code === "0A000" && SUBSELECT.test(message) ? SubselectError : StoreError;
    return new Problem(
      meaningOf(code, message),
      `${where}: ${message} (${code})${detailOf(error)}`,
    );
  }
  const text = [code, message === "" ? undefined : message].filter((part) => part !== undefined);
  const isLost = text.some((part) => LOST.test(part));
  return new StoreError(
    isLost ? "unavailable" : "setup",
    `${where}: ${text.join(", ") || "no connection"}`,
  );
}

/** Whether the server disconnects after this error: the client notices the disconnect a moment later. */
export function endsSession(error: unknown): boolean {
  return /^(57P|08|25P03|25P04)/.test(codeOf(error) ?? "");
}

function meaningOf(state: string, message: string): StoreErrorCode {
  // An administrator's cancellation has the same SQLSTATE as a timeout, and the message depends on the server's
  // language.
  if (state === "57014" && /user request/.test(message)) return "unavailable";
  const fitting = STATES.filter(([beginning]) => state.startsWith(beginning));
  return fitting.sort(([a], [b]) => b.length - a.length)[0]?.[1] ?? "setup";
}

function codeOf(error: unknown): string | undefined {
  const code = errorProperty(error, "code");
  return typeof code === "string" ? code : undefined;
}

function detailOf(error: unknown): string {
  const detail = errorProperty(error, "detail");
  return typeof detail === "string" && detail !== "" ? `: ${detail}` : "";
}
