import { StoreError } from "../../store.ts";

/** Converts an error of DuckDB to one with advice. DuckDB's messages begin with their kind. */
export function duckDbError(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const [, kind = ""] = /(?:^|: )([A-Z][A-Za-z ]*) Error: /.exec(message) ?? [];
  // A full disk has several kinds, among them a failed transaction.
  if (/No space left on device|ENOSPC/.test(message)) {
    return new StoreError(
      "unavailable",
      `there is no space left to write ${path}: ${message}`,
      error,
    );
  }
  switch (kind) {
    case "IO":
      return ioError(message, path, error);
    case "Catalog":
    case "Binder":
    case "Parser":
    case "Permission":
    case "Not implemented":
    case "Dependency":
      return new StoreError("setup", message, error);
    case "TransactionContext":
      return new StoreError("busy", `another program changes ${path} too: ${message}`, error);
    case "Out of Memory":
    case "FATAL":
    case "INTERNAL":
    case "INTERRUPT":
    case "Connection":
      return new StoreError("unavailable", `${path}: ${message}`, error);
    default:
      return new StoreError("data", message, error);
  }
}

function ioError(message: string, path: string, cause: unknown): StoreError {
  if (/set lock on file/.test(message)) {
    const advice = "one program may write it, or several may read it";
    return new StoreError(
      "busy",
      `${path} is locked by another program (${advice}): ${message}`,
      cause,
    );
  }
  if (
    /does not exist|No such file|not a valid DuckDB|Is a directory|Permission denied/i.test(message)
  ) {
    return new StoreError("setup", `${path} cannot be opened: ${message}`, cause);
  }
  return new StoreError("unavailable", `${path} cannot be read or written: ${message}`, cause);
}
