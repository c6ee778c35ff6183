import { resolve } from "node:path";
import { quote } from "../../../util/quote.ts";
import { StoreError } from "../store.ts";

/**
 * The file of a source: `sqlite:cars.db` (relative to the working directory), `sqlite:///data/cars.db`, or `:memory:`.
 *
 * @throws {@link StoreError} for a source without a file
 */
export function databasePath(source: string): string {
  const [, scheme = "", rest = ""] = /^([a-z]+):(.*)$/s.exec(source) ?? [];
  const advice = `write ${scheme}:cars.db, or ${scheme}:///data/cars.db for a path from the root`;
  if (rest === ":memory:") return rest;
  if (rest === "" || rest.includes("\0")) {
    throw new StoreError("setup", `${quote(source)} does not name a file: ${advice}`);
  }
  if (!rest.startsWith("//")) return resolve(rest);
  const [, path] = /^\/\/(\/.+)$/s.exec(rest) ?? [];
  if (path === undefined) {
    throw new StoreError("setup", `${quote(source)} names a file on another machine: ${advice}`);
  }
  // On Windows, an absolute path begins with its drive.
  return resolve(/^\/[A-Za-z]:/.test(path) ? path.slice(1) : path);
}
