import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackage } from "../../../test/engines/install.ts";

/** The separate package with VitePress, which takes 100 MB: few people build the site. */
const SITE = fileURLToPath(new URL(".", import.meta.url));

/**
 * Builds the site, or serves it during development. It includes the playground, which must be built before.
 *
 * @param options such as `--base /docs/` for a site under a path, and `--outDir`
 * @throws `Error` if VitePress fails, for example because of a dead link
 */
export async function runSite(command: "build" | "dev", options: readonly string[]): Promise<void> {
  await installPackage(SITE);
  const program = join(SITE, "node_modules/vitepress/bin/vitepress.js");
  const child = spawn(process.execPath, [program, command, SITE, ...options], { stdio: "inherit" });
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (status !== 0) throw new Error("the site cannot be built");
}
