import { basename } from "node:path";
import { StoreError } from "../store.ts";

/** How a file writes records down. */
export type FileFormat = "ndjson" | "json" | "csv" | "parquet";

const BY_ENDING: Readonly<Record<string, FileFormat>> = {
  ndjson: "ndjson",
  jsonl: "ndjson",
  json: "json",
  csv: "csv",
  parquet: "parquet",
};

/**
 * The format that a file's name tells: by its ending, before `.gz` if it has that.
 *
 * @throws {@link StoreError} if the name does not tell.
 */
export function formatOf(path: string): FileFormat {
  const [, ending = "", zipped] = /\.([^.]+?)(\.gz)?$/i.exec(basename(path)) ?? [];
  const known = ending.toLowerCase();
  const format = Object.hasOwn(BY_ENDING, known) ? BY_ENDING[known] : undefined;
  if (format === undefined) {
    const endings = Object.keys(BY_ENDING).map((name) => `.${name}`);
    throw new StoreError(
      "setup",
      `${path}: the name does not tell the format (known are ${endings.join(", ")}, and .gz after all but .parquet)`,
    );
  }
  if (format === "parquet" && zipped !== undefined) {
    throw new StoreError(
      "setup",
      `${path}: Parquet compresses by itself, and is not read from .gz`,
    );
  }
  return format;
}
