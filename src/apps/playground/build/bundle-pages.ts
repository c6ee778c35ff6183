import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Bundles what runs in pages. A file with another content has another name, so browsers may keep each for ever.
 *
 * @param sources the folder of the entries
 * @returns the name that each entry got
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
