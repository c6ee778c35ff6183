import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { installPackage } from "../../test/engines/install.ts";

/** A dependency of this folder, which has its own `package.json`. */
const POLARS = "nodejs-polars";

const require = createRequire(import.meta.url);

/** Loads polars on one thread, and installs it on first use. `T` has the members that are used. */
export async function loadPolars<T>(): Promise<T> {
  await installPackage(fileURLToPath(new URL(".", import.meta.url)));
  // Read once, when the library is loaded.
  process.env.POLARS_MAX_THREADS = "1";
  return require(POLARS);
}
