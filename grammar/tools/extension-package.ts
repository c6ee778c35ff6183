import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { zip } from "./zip.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = join(ROOT, "grammar/editors/vscode");

/** What goes into the package as it is. */
const AS_THEY_ARE: readonly string[] = [
  "README.md",
  "language-configuration.json",
  "isoform.tmLanguage.json",
  "template-literals.tmLanguage.json",
];

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly publisher: string;
  readonly engines: { readonly vscode: string };
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
}

/**
 * The extension as a `.vsix`: a zip archive with the extension, bundled, and two descriptions of it. It has the version
 * of the package.
 */
export async function extensionPackage(): Promise<Uint8Array> {
  const { version } = readJson<{ version: string }>(join(ROOT, "package.json"));
  const manifest = { ...readJson<Manifest>(join(FOLDER, "package.json")), version };
  const [client, server] = await Promise.all([
    bundled("extension.ts", "cjs"),
    bundled("server.ts", "esm"),
  ]);
  const files = new Map<string, Uint8Array>();
  const add = (path: string, content: Uint8Array | string): void => {
    files.set(path, typeof content === "string" ? Buffer.from(content) : content);
  };
  add("[Content_Types].xml", CONTENT_TYPES);
  add("extension.vsixmanifest", vsixManifest(manifest));
  add("extension/package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  add("extension/LICENSE.txt", readFileSync(join(ROOT, "LICENSE")));
  add("extension/NOTICES.txt", noticesOf([...client.inputs, ...server.inputs]));
  add("extension/extension.js", client.code);
  add("extension/server.mjs", server.code);
  for (const name of AS_THEY_ARE) add(`extension/${name}`, readFileSync(join(FOLDER, name)));
  return zip(files);
}

async function bundled(name: string, format: "cjs" | "esm") {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(FOLDER, name)],
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

/** The licences of the packages that are bundled. */
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

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
  <Default Extension=".js" ContentType="application/javascript"/>
  <Default Extension=".mjs" ContentType="application/javascript"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".txt" ContentType="text/plain"/>
</Types>
`;

function vsixManifest(manifest: Manifest & { readonly version: string }): string {
  const { name, displayName, description, publisher, version, engines } = manifest;
  const { categories, keywords } = manifest;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${xml(name)}" Version="${xml(version)}" Publisher="${xml(publisher)}"/>
    <DisplayName>${xml(displayName)}</DisplayName>
    <Description xml:space="preserve">${xml(description)}</Description>
    <Tags>${xml(keywords.join(","))}</Tags>
    <Categories>${xml(categories.join(","))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${xml(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
