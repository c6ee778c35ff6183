import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Bundles the scripts of pages. File names contain a content hash, so browsers may cache each file forever.
 *
 * @param sources the folder of the entries
 * @returns the built name of each entry
 */
export async function bundlePages(
  sources: string,
  entries: readonly string[],
  out: string,
  options: Pick<BuildOptions, "alias" | "external" | "plugins"> = {},
): Promise<ReadonlyMap<string, string>> {
  const { metafile } = await build({
    ...options,
    entryPoints: entries.map((entry) => join(sources, entry)),
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    charset: "utf8",
    splitting: true,
    metafile: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    outdir: out,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    logLevel: "warning",
  });
  return new Map(
    Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) =>
      entryPoint === undefined
        ? []
        : [[relative(sources, join(ROOT, entryPoint)), basename(output)] as const],
    ),
  );
}
