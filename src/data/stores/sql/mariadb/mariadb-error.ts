import { errorProperty } from "../../load-package.ts";
import { StoreError, type StoreErrorCode } from "../../store.ts";

/** The code of `StoreError` by error number of the server. */
const NUMBERS: Readonly<Record<number, StoreErrorCode>> = {
  /* too many connections, of all and of one user */
  1040: "busy",
  1203: "busy",
  /* waited for a lock */
  1205: "busy",
  /* a deadlock */
  1213: "unavailable",
  /* shutting down, killed, or silent for too long */
  1053: "unavailable",
  1158: "unavailable",
  1159: "unavailable",
  1160: "unavailable",
  1161: "unavailable",
  1317: "unavailable",
  1927: "unavailable",
  2013: "unavailable",
  4031: "unavailable",
  /* the statement's time is over, on MariaDB and MySQL */
  1969: "timeout",
  3024: "timeout",
  /* no room */
  1021: "unavailable",
  1114: "unavailable",
  /* a CHECK */
  3819: "data",
  4025: "data",
  /* a value that does not fit */
  1366: "data",
};

const STATES: Readonly<Record<string, StoreErrorCode>> = {
  "08": "unavailable",
  "21": "data",
  "22": "data",
  "23": "data",
};

/** Errors of Node and the package for a lost connection. */
const LOST =
  /^(ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EADDR|PROTOCOL_)|closed state/;

/**
 * Converts a driver's error. It is not set as the cause: causes are logged, and the package adds the statement to its
 * errors.
 */
export function mariadbError(error: unknown, serverName: string): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const [errno, code, state] = ["errno", "code", "sqlState"].map((name) =>
    errorProperty(error, name),
  );
  if (typeof errno === "number" && typeof state === "string") {
    const meaning = NUMBERS[errno] ?? STATES[state.slice(0, 2)] ?? "setup";
    return new StoreError(meaning, `${serverName}: ${message} (${errno})`);
  }
  const texts = [code, message].filter((text) => typeof text === "string" && text !== "");
  const isLost = texts.some((text) => LOST.test(String(text)));
  const shown = [...new Set(texts)].join(", ");
  return new StoreError(
    isLost ? "unavailable" : "setup",
    `${serverName}: ${shown || "no connection"}`,
  );
}
