import { StoreError } from "../../store.ts";
import type { ThreadError } from "./sqlite-messages.ts";

/** Thrown inside a statement to end it. */
export class Stopped extends Error {
  readonly code: "stopped" | "timeout";

  constructor(code: "stopped" | "timeout") {
    super(code);
    this.code = code;
  }
}

/** SQLite's error codes by number, for `node:sqlite`; `better-sqlite3` reports names. */
const NAMES: Readonly<Partial<Record<number, string>>> = {
  1: "SQLITE_ERROR",
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  7: "SQLITE_NOMEM",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  17: "SQLITE_SCHEMA",
  18: "SQLITE_TOOBIG",
  19: "SQLITE_CONSTRAINT",
  26: "SQLITE_NOTADB",
};

/** Serializes an error of a thread: structured cloning drops properties of errors. */
export function failureOf(error: unknown, isReading: boolean): ThreadError {
  const message = error instanceof Error ? error.message : String(error);
  return { code: codeOf(error), message, isReading };
}

function codeOf(error: unknown): string {
  if (error instanceof StoreError) return "setup";
  if (!(error instanceof Error)) return "other";
  if ("errcode" in error && typeof error.errcode === "number") {
    // The higher bits hold the extended result code.
    return NAMES[error.errcode & 0xff] ?? "other";
  }
  return "code" in error && typeof error.code === "string" ? error.code : "other";
}

/** Whether the file could not be read, or is not what SQLite has written. */
export function isDamage({ code }: ThreadError): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(code);
}

/** Converts a thread's failure to an error with advice. */
export function storeError({ code, message, isReading }: ThreadError, path: string): StoreError {
  const [, kind] = /^SQLITE_([A-Z]+)/.exec(code) ?? [];
  switch (kind ?? code) {
    case "setup":
      return new StoreError("setup", message);
    case "timeout":
      return new StoreError("timeout", `a statement on ${path} took longer than allowed`);
    case "BUSY":
    case "LOCKED":
      return new StoreError("busy", `${path} is locked by another program (${message})`);
    case "NOTADB":
      return new StoreError("setup", `${path} is not a database of SQLite, or is encrypted`);
    case "CORRUPT":
      return new StoreError(
        "data",
        `${path} is corrupt: ${message}; .recover of the sqlite3 shell may help`,
      );
    case "CANTOPEN":
    case "PERM":
    case "READONLY":
      return new StoreError(
        "setup",
        `${path} cannot be opened: ${message}; check the permissions of the file and of its folder, in which SQLite also writes its -wal and -shm files`,
      );
    case "FULL":
      return new StoreError("unavailable", `there is no space left to write ${path}: ${message}`);
    case "IOERR":
    case "NOMEM":
      return new StoreError("unavailable", `${path} cannot be read or written: ${message}`);
    case "CONSTRAINT":
      return new StoreError("data", `a record does not fit: ${message}`);
    case "TOOBIG":
      return new StoreError("data", message);
    default:
      return new StoreError(isReading ? "data" : "setup", message);
  }
}
