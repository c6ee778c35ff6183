import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StoreError } from "../store.ts";

/**
 * Loads a database's package by its name: from where the program runs, and then from where this package is installed.
 *
 * @throws {@link StoreError} that says how to install it.
 */
export async function loadDriver(name: string): Promise<unknown> {
  try {
    const resolved = createRequire(join(process.cwd(), "package.json")).resolve(name);
    return await import(pathToFileURL(resolved).href);
  } catch (error) {
    if (!isMissing(error)) throw broken(name, error);
  }
  try {
    return await import(name);
  } catch (error) {
    if (!isMissing(error)) throw broken(name, error);
    throw new StoreError("setup", `the package ${name} is not installed: npm install ${name}`);
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND";
}

function broken(name: string, cause: unknown): StoreError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreError("setup", `the package ${name} does not load: ${reason}`, cause);
}
