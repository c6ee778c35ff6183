import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { extensionPackage } from "./extension-package.ts";

/* `npm run vsix` writes the extension for Visual Studio Code, to `isoform.vsix` or to the path that is given. */
const path = resolve(process.argv[2] ?? "isoform.vsix");
const content = await extensionPackage();
writeFileSync(path, content);
console.log(`${path}: ${Math.round(content.length / 1000)} kB`);
