import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SOURCE = join(ROOT, "src/editors/vscode/extension");

/** The files of the extension that are copied, not bundled. */
const AS_THEY_ARE: readonly string[] = [
  join(SOURCE, "README.md"),
  join(SOURCE, "language-configuration.json"),
  join(ROOT, "grammar/isoform.tmLanguage.json"),
  join(ROOT, "grammar/template-literals.tmLanguage.json"),
];

/** Bundles the extension into a folder, for `vsce` to package as a `.vsix`. It has the version of the package. */
export async function writeExtension(folder: string): Promise<void> {
  const { version } = readJson<{ version: string }>(join(ROOT, "package.json"));
  const manifest = { ...readJson<object>(join(SOURCE, "package.json")), version };
  const [client, server] = await Promise.all([
    bundled("extension.ts", "cjs"),
    bundled("server.ts", "esm"),
  ]);
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: Uint8Array | string) =>
    writeFileSync(join(folder, name), content);
  write("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  write("NOTICES.txt", noticesOf([...client.inputs, ...server.inputs]));
  write("extension.js", client.code);
  write("server.mjs", server.code);
  copyFileSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  for (const file of AS_THEY_ARE) copyFileSync(file, join(folder, basename(file)));
}

async function bundled(name: string, format: "cjs" | "esm") {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(SOURCE, name)],
    bundle: true,
    format,
    platform: "node",
    target: "node18",
    external: ["vscode"],
    metafile: true,
    write: false,
    logLevel: "error",
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error(`${name} has no bundle`);
  return { code: output.contents, inputs: Object.keys(metafile.inputs) };
}

/** The licences of the bundled packages. */
function noticesOf(inputs: readonly string[]): string {
  const folders = new Set<string>();
  for (const input of inputs) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (folder !== undefined) folders.add(folder);
  }
  const notices = [...folders].sort().map((folder) => {
    const { name, version } = readJson<{ name: string; version: string }>(
      join(ROOT, folder, "package.json"),
    );
    const file = readdirSync(join(ROOT, folder)).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`${name} has no licence to pass on`);
    return `${name} ${version}\n\n${readFileSync(join(ROOT, folder, file), "utf8").trim()}\n`;
  });
  return notices.join(`\n${"-".repeat(80)}\n\n`);
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
