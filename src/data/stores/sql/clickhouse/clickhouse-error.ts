import { errorProperty } from "../../load-package.ts";
import { StoreError, type StoreErrorCode } from "../../store.ts";

/** The server's error numbers by code of `StoreError`; all others are `setup`. */
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  timeout: [159, 160, 209],
  busy: [202, 203],
  unavailable: [
    3, 74, 75, 76, 95, 198, 210, 225, 234, 236, 241, 242, 243, 279, 286, 288, 305, 319, 394, 415,
    425, 499, 999, 1000, 1001, 1002,
  ],
  data: [
    6, 26, 27, 33, 38, 41, 69, 70, 72, 117, 131, 153, 246, 271, 321, 349, 395, 407, 469, 675, 691,
  ],
};

const CODES: ReadonlyMap<number, StoreErrorCode> = new Map(
  (["timeout", "busy", "unavailable", "data"] as const).flatMap((code) =>
    (NUMBERS[code] ?? []).map((number) => [number, code] as const),
  ),
);

/** The format of an exception: `Code: 60. DB::Exception: Unknown table … (UNKNOWN_TABLE)`. */
const EXCEPTION = /Code:\s*(\d+)\.\s*(?:DB::Exception:\s*)?([\s\S]*)/;

/** Converts a server's exception inside a string; `undefined` if there is none. */
export function exceptionIn(text: string, serverName: string): StoreError | undefined {
  const [, number, message = ""] = EXCEPTION.exec(text) ?? [];
  return number === undefined ? undefined : exception(Number(number), message, serverName);
}

function exception(number: number, message: string, serverName: string): StoreError {
  const [line = ""] = message.split(/\r?\n/);
  const shown = line.length > 1_000 ? `${line.slice(0, 1_000)}…` : line;
  return new StoreError(CODES.get(number) ?? "setup", `${serverName}: ${shown.trim()} (${number})`);
}

/** Errors of certificates and of the TLS handshake. */
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/;

/**
 * Converts a driver's error. It is not set as the cause: causes are logged, and a package may put secrets into its
 * errors.
 */
export function clickhouseError(error: unknown, serverName: string): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (code !== undefined && /^\d+$/.test(code)) return exception(Number(code), message, serverName);
  const known = exceptionIn(message, serverName);
  if (known !== undefined) return known;
  const isSetup = code !== undefined && TLS.test(code);
  const [line = ""] = message.trim().split("\n");
  const shown = [code, line.slice(0, 300)].filter((part) => part !== undefined && part !== "");
  return new StoreError(
    isSetup ? "setup" : "unavailable",
    `${serverName}: ${[...new Set(shown)].join(", ") || "no answer"}`,
  );
}

function codeOf(error: unknown): string | undefined {
  const code = errorProperty(error, "code");
  return typeof code === "string" || typeof code === "number" ? String(code) : undefined;
}
