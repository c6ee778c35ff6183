import { mkdirSync, writeFileSync } from "node:fs";
import { generatedFiles } from "./generated-files.ts";

/*
 * `npm run gen` writes the files derived from the code: the grammar, its diagram and the generated parts of the
 * reference. With `--check`, nothing is written: it lists outdated files, and fails if there are any.
 */
const isCheck = process.argv.includes("--check");
const outdated = generatedFiles().filter(({ current, content }) => current !== content);

for (const { path, url, content } of outdated) {
  if (isCheck) {
    console.error(`${path} is not up to date: run \`npm run gen\``);
  } else {
    mkdirSync(new URL(".", url), { recursive: true });
    writeFileSync(url, content);
    console.log(`${path}`);
  }
}
if (isCheck && outdated.length > 0) process.exitCode = 1;
