import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** A file of the console. */
interface ConsoleFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  /** Whether its name tells its content, so that browsers may keep it for ever. */
  readonly isFixed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** The policy of the console's page: it loads its own files and asks this service, and nothing else. */
export const CONSOLE_POLICY = [
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

/** The page that shows the records of a service, with its files. They are read once, and there are no others. */
export class ConsoleFiles {
  readonly #files: ReadonlyMap<string, ConsoleFile>;
  /** Each file is compressed once, for the first client that wants it so. */
  readonly #compressed = new Map<string, Promise<Buffer>>();

  private constructor(files: ReadonlyMap<string, ConsoleFile>) {
    this.#files = files;
  }

  /** @throws `Error` if the console is not built. */
  static read(): ConsoleFiles {
    // In the built package, the folder is beside the chunks.
    const place = import.meta.url.endsWith(".ts") ? "../../../dist/console/" : "./console/";
    const folder = new URL(place, import.meta.url);
    const files = readdirSync(folder).map((name) => {
      const bytes = readFileSync(new URL(name, folder));
      const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
      const file: ConsoleFile = {
        bytes,
        type: TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
        etag: `W/"${hash}"`,
        isFixed: name !== PAGE,
      };
      return [name, file] as const;
    });
    return new ConsoleFiles(new Map(files));
  }

  find(name: string): ConsoleFile | undefined {
    return this.#files.get(name);
  }

  compressed(name: string, { bytes }: ConsoleFile): Promise<Buffer> {
    const known = this.#compressed.get(name) ?? compressed(bytes, { level: 9 });
    this.#compressed.set(name, known);
    return known;
  }
}

/** The name of the page itself. */
export const PAGE = "index.html";
