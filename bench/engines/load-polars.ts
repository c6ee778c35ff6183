import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { installPackage } from "../../test/engines/install.ts";

/** A dependency of this folder, which has a `package.json` of its own. */
const POLARS = "nodejs-polars";

const require = createRequire(import.meta.url);

/** Polars on one thread, which is installed when it is first asked for. `T` says which of its members are used. */
export async function loadPolars<T>(): Promise<T> {
  await installPackage(fileURLToPath(new URL(".", import.meta.url)));
  // Read once, when the library is loaded.
  process.env.POLARS_MAX_THREADS = "1";
  return require(POLARS);
}
