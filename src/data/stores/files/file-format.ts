import { basename } from "node:path";
import { StoreError } from "../store.ts";

export const FILE_FORMATS = ["ndjson", "json", "csv", "tsv", "parquet", "arrow"] as const;

/** The format of a file of records; `tsv` is CSV with tabs between the values. */
export type FileFormat = (typeof FILE_FORMATS)[number];

const BY_ENDING: Readonly<Record<string, FileFormat>> = {
  ndjson: "ndjson",
  jsonl: "ndjson",
  json: "json",
  csv: "csv",
  tsv: "tsv",
  parquet: "parquet",
  arrow: "arrow",
  arrows: "arrow",
  feather: "arrow",
  ipc: "arrow",
};

/** Whether the format compresses its own data and needs random access. */
export function isBinary(format: FileFormat): boolean {
  return format === "parquet" || format === "arrow";
}

/** A file's name without the folder and, if it is known, without the extension. */
export function fileNameOf(path: string): string {
  const name = basename(path);
  const [whole, ending = ""] = EXTENSION.exec(name) ?? [];
  return whole !== undefined && Object.hasOwn(BY_ENDING, ending.toLowerCase())
    ? name.slice(0, -whole.length)
    : name;
}

/** The extension of a file, before `.gz` or `.zst` if present. */
const EXTENSION = /\.([^.]+?)(\.gz|\.zst)?$/i;

/**
 * The format by a file's extension, before `.gz` or `.zst` if present.
 *
 * @throws {@link StoreError} for an unknown extension
 */
export function formatOf(path: string): FileFormat {
  const [, ending = "", zipped] = EXTENSION.exec(basename(path)) ?? [];
  const known = ending.toLowerCase();
  const format = Object.hasOwn(BY_ENDING, known) ? BY_ENDING[known] : undefined;
  if (format === undefined) {
    const endings = Object.keys(BY_ENDING).map((name) => `.${name}`);
    throw new StoreError(
      "setup",
      `${path}: the format is not clear from the name (known are ${endings.join(", ")}, and .gz or .zst after those of text)`,
    );
  }
  if (isBinary(format) && zipped !== undefined) {
    throw new StoreError(
      "setup",
      `${path}: ${format === "arrow" ? "Arrow" : "Parquet"} compresses by itself, and is not read from ${zipped}`,
    );
  }
  return format;
}
