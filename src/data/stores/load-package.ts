import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StoreError } from "./store.ts";

/**
 * The package of a database: the given one, or else the installed one.
 *
 * @throws {@link StoreError} with advice if it is the wrong package, is not installed, or does not load
 */
export async function databasePackage<Package>(
  name: string,
  given: unknown,
  isPackage: (candidate: unknown) => candidate is Package,
): Promise<Package> {
  const loaded = given ?? (await loadPackage(name));
  for (const candidate of [loaded, property(loaded, "default")]) {
    if (isPackage(candidate)) return candidate;
  }
  throw new StoreError("setup", `the option \`driver\` has to be the package ${name}`);
}

/** Loads a package by name: first from the working directory, then from where this package is installed. */
export async function loadPackage(name: string): Promise<unknown> {
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

/** A property of a value of unknown type; `undefined` if it is missing. */
export function property(value: unknown, name: string): unknown {
  return (typeof value === "object" && value !== null) || typeof value === "function"
    ? Reflect.get(value, name)
    : undefined;
}

/**
 * A property of a connection error. If a host name has several addresses, there is an error for each: the first one
 * counts.
 */
export function errorProperty(error: unknown, name: string): unknown {
  const errors = property(error, "errors");
  return property(error, name) ?? (Array.isArray(errors) ? property(errors[0], name) : undefined);
}

function isMissing(error: unknown): boolean {
  const code = property(error, "code");
  return code === "MODULE_NOT_FOUND" || code === "ERR_MODULE_NOT_FOUND";
}

function broken(name: string, cause: unknown): StoreError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreError("setup", `the package ${name} cannot be loaded: ${reason}`, cause);
}
