import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

/** What is served at a path: a type, a body, and for pages a content security policy. */
export interface Served {
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly policy?: string;
}

export interface PageServer {
  readonly origin: string;
  close(): void;
}

/** Serves pages on this machine. `undefined` is an empty text, such as the icon that browsers ask for. */
export async function servePages(find: (path: string) => Served | undefined): Promise<PageServer> {
  const server = createServer((request, response) => {
    const { type, body, policy } = find(request.url ?? "") ?? { type: "text/plain", body: "" };
    response.writeHead(200, {
      "content-type": `${type}; charset=utf-8`,
      ...(policy === undefined ? {} : { "content-security-policy": policy }),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no address");
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
};

/** Serves the files of a folder below a path, each with a content security policy. */
export function serveFolder(folder: string, prefix: string, policy: string): Promise<PageServer> {
  return servePages((address) => {
    const { pathname } = new URL(address, "http://localhost");
    if (!pathname.startsWith(prefix)) return;
    const name = pathname.slice(prefix.length) || "index.html";
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "text/plain";
    const path = join(folder, name);
    return existsSync(path) ? { type, body: readFileSync(path), policy } : undefined;
  });
}
