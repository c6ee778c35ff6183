import { posix } from "node:path";
import { anchor } from "../../../grammar/tools/markdown.ts";
import { DOCUMENTED_FUNCTIONS } from "../../language/functions/documentation.ts";
import { PLAYGROUND } from "./playground-page.ts";
import { addressOf, FUNCTIONS_FILE, functionAddress } from "./site-pages.ts";

/** Files that pages link to, by their path in the repository. */
export const ASSETS: Readonly<Record<string, string>> = {
  "grammar/isoform.ebnf": "isoform.ebnf.txt",
  "grammar/railroad.svg": "railroad.svg",
  "grammar/isoform-schema.json": "isoform-schema.json",
  "grammar/conformance-schema.json": "conformance-schema.json",
};

const PLAYGROUND_FILE = "src/apps/playground/index.html";

const functionOfAnchor = new Map(
  DOCUMENTED_FUNCTIONS.map(({ definition: { name } }) => [anchor(name), name]),
);

/**
 * Converts a link in a repository file to one of the site, from its root. A dead link stays dead, so that VitePress
 * rejects it.
 */
export function siteLink(file: string, link: string): string {
  if (/^[a-z]+:/.test(link)) return link;
  const [path = "", heading] = link.split("#");
  // Links of generated pages are relative to the file of all functions.
  const source = file.replace(/^src\/apps\/site\/pages\/reference\/.*/, FUNCTIONS_FILE);
  const target = path === "" ? source : posix.join(posix.dirname(source), path);
  const name = target === FUNCTIONS_FILE ? functionOfAnchor.get(heading ?? "") : undefined;
  if (name !== undefined) return `/${functionAddress(name)}`;
  if (path === "") return link;
  if (target === PLAYGROUND_FILE) return `/${PLAYGROUND}`;
  const asset = ASSETS[target];
  if (asset !== undefined) return `/${asset}`;
  return `/${addressOf(target)}${heading === undefined ? "" : `#${heading}`}`;
}
