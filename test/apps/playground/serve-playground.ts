import { join } from "node:path";
import { DIST } from "../../harness/built.ts";
import { type PageServer, serveFolder } from "../../harness/page-server.ts";

/** What a careful host sends with each file of the page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** Serves the playground as it is built, or a copy of it, below a path: it must not matter where it is. */
export function servePlayground(
  prefix = "/try/",
  folder = join(DIST, "playground"),
): Promise<PageServer> {
  return serveFolder(folder, prefix, POLICY);
}
