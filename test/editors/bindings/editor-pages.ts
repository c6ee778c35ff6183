import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type OutputFile, type StdinOptions } from "esbuild";
import { type PageServer, servePages } from "../../harness/page-server.ts";

/** What pages may give to scripts and styles that they allow. */
export const NONCE = "bm9uY2U";

/**
 * Serves a page with an editor.
 *
 * @param program of the page, as if it stood in this folder
 * @param policies the content security policy at each path
 */
export async function serveEditor(
  program: string,
  policies: Readonly<Record<string, string>>,
): Promise<PageServer> {
  const files = await bundled(program);
  const types: Readonly<Record<string, string>> = { css: "text/css", ttf: "font/ttf" };
  const links = [...files.keys()].filter((path) => path.endsWith(".css"));
  return servePages((address) => {
    const { pathname } = new URL(address, "http://localhost");
    const policy = policies[pathname];
    const body = policy === undefined ? files.get(pathname) : pageWith(links, policy);
    if (body === undefined) return;
    const type = types[pathname.split(".").at(-1) ?? ""] ?? "text/javascript";
    return policy === undefined ? { type, body } : { type: "text/html", body, policy };
  });
}

/** A page without a nonce in its policy has none in its script either. */
function pageWith(links: readonly string[], policy: string): string {
  const nonce = policy.includes(NONCE) ? ` nonce="${NONCE}"` : "";
  const styles = links.map((path) => `<link rel="stylesheet" href="${path}">`).join("");
  return `<!doctype html><title>editor</title>${styles}<body><script type="module" src="/page.js"${nonce}></script>`;
}

const folder = fileURLToPath(new URL(".", import.meta.url));
const sources = fileURLToPath(new URL("../../../src/", import.meta.url));

/** The same file in every version of the package, under a name that only some of them export. */
const WORKER = fileURLToPath(
  new URL("../../../node_modules/monaco-editor/esm/vs/editor/editor.worker.js", import.meta.url),
);

/** The program of the page with what it imports, and the worker of Monaco, as a host bundles them: by path. */
async function bundled(program: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const inPage = { contents: program, resolveDir: folder, loader: "ts" } as const;
  const worker = { contents: `import ${JSON.stringify(WORKER)}`, resolveDir: folder };
  const bundles = [await bundle(inPage, "page")];
  if (program.includes("/worker.js")) bundles.push(await bundle(worker, "worker"));
  return new Map(
    bundles.flat().map(({ path, contents }) => [`/${basename(path)}`, contents] as const),
  );
}

async function bundle(stdin: StdinOptions, name: string): Promise<readonly OutputFile[]> {
  const { outputFiles, warnings } = await build({
    stdin,
    // Snippets name the package.
    alias: {
      "isoform/codemirror": `${sources}editors/codemirror/index.ts`,
      "isoform/language": `${sources}editors/assistance/index.ts`,
      "isoform/monaco": `${sources}editors/monaco/index.ts`,
      isoform: `${sources}index.ts`,
    },
    bundle: true,
    minify: true,
    write: false,
    outdir: "/",
    entryNames: name,
    format: "esm",
    target: "es2022",
    loader: { ".ttf": "file" },
  });
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join("; "));
  return outputFiles;
}
