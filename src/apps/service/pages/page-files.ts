import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

interface PageFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  /** Whether its name contains a content hash, so that browsers may cache it forever. */
  readonly isFixed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** The content security policy: pages load their own files and send requests to this service, and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const compressed = promisify(gzip);

/** A page with its files, from a folder of `dist`. They are read once; other files are not served. */
export class PageFiles {
  readonly #files: ReadonlyMap<string, PageFile>;
  /** Each file is compressed once, on the first request for that encoding. */
  readonly #compressed = new Map<string, Promise<Buffer>>();

  private constructor(files: ReadonlyMap<string, PageFile>) {
    this.#files = files;
  }

  /** @throws `Error` if the page was not built, or its folder is missing beside a bundle of the service */
  static read(page: "console" | "docs"): PageFiles {
    // In the built package, the folder is beside the chunks.
    const parent = import.meta.url.endsWith(".ts") ? "../../../../dist/" : "./";
    const folder = new URL(`${parent}${page}/`, import.meta.url);
    const files = readdirSync(folder).map((name) => {
      const bytes = readFileSync(new URL(name, folder));
      const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
      const file: PageFile = {
        bytes,
        type: TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
        etag: `W/"${hash}"`,
        isFixed: name !== PAGE,
      };
      return [name, file] as const;
    });
    return new PageFiles(new Map(files));
  }

  find(name: string): PageFile | undefined {
    return this.#files.get(name);
  }

  compressed(name: string, { bytes }: PageFile): Promise<Buffer> {
    const known = this.#compressed.get(name) ?? compressed(bytes, { level: 9 });
    this.#compressed.set(name, known);
    return known;
  }
}

/** The file name of the page itself. */
export const PAGE = "index.html";
