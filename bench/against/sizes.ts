import { gzipSync } from "node:zlib";
import { build as bundle } from "esbuild";
import { spreadOf } from "../measure.ts";
import type { Build } from "./builds.ts";
import { asked, type ComparedLine, type Comparison, linesOf } from "./comparison.ts";

/** The imports of a typical page. */
const IMPORTS = [
  ["everything", "import * as all from './dist/index.js'; console.log(all);"],
  ["`parse` alone", "import { parse } from './dist/index.js'; console.log(parse);"],
  ["`check` alone", "import { check } from './dist/index.js'; console.log(check);"],
] as const;

/** The size of the root module in a bundle, minified and gzipped. */
export async function compareSizes(own: Build, other: Build): Promise<readonly ComparedLine[]> {
  const lines: ComparedLine[] = [];
  for (const [name, code] of IMPORTS) {
    const what = `size: ${name}`;
    const compare = async (): Promise<readonly Comparison[]> => {
      const [ownSize, otherSize] = [await sizeOf(own, code), await sizeOf(other, code)];
      const ratio = ownSize / otherSize;
      return [
        { what, unit: "kB gzipped", own: ownSize, other: otherSize, ratio: spreadOf([ratio]) },
      ];
    };
    lines.push(...(await linesOf(what, compare)));
  }
  return lines;
}

/** In kilobytes. */
async function sizeOf(build: Build, contents: string): Promise<number> {
  const { outputFiles } = await asked(build, () =>
    bundle({
      stdin: { contents, resolveDir: build.folder },
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
      logLevel: "silent",
    }),
  );
  return (
    outputFiles.reduce((sum, file) => sum + gzipSync(file.contents, { level: 9 }).length, 0) / 1000
  );
}
