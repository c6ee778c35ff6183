import { join } from "node:path";
import { DIST } from "../harness/built.ts";
import { type PageServer, serveFolder } from "../harness/page-server.ts";

/** What a careful host sends with each file of the page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** Serves the playground as it is built, below a path: it must not matter where it is. */
export function servePlayground(prefix = "/try/"): Promise<PageServer> {
  return serveFolder(join(DIST, "playground"), prefix, POLICY);
}
