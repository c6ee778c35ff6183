import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll } from "vitest";

/** A folder for the tests of a file, which is gone after them. */
export interface Folder {
  /** Writes a file, compressed where its name ends in `.gz`; answers its path. */
  write(name: string, content: string | Uint8Array): string;
  path(name: string): string;
}

export function useFolder(): Folder {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "isoform-files-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const path = (name: string): string => join(folder, name);
  return {
    path,
    write: (name, content) => {
      writeFileSync(path(name), name.endsWith(".gz") ? gzipSync(content) : content);
      return path(name);
    },
  };
}
