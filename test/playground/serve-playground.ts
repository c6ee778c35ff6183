import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DIST } from "../harness/built.ts";
import { type PageServer, servePages } from "../harness/page-server.ts";

/** What a careful host sends with each file of the page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
};

/** Serves the playground as it is built, below a path: it must not matter where it is. */
export function servePlayground(prefix = "/try/"): Promise<PageServer> {
  return servePages((address) => {
    const { pathname } = new URL(address, "http://localhost");
    if (!pathname.startsWith(prefix)) return;
    const name = pathname.slice(prefix.length) || "index.html";
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain";
    const path = join(DIST, "playground", name);
    return existsSync(path) ? { type, body: readFileSync(path), policy: POLICY } : undefined;
  });
}
