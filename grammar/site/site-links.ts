import { posix } from "node:path";
import { DOCUMENTED_FUNCTIONS } from "../../src/functions/documentation.ts";
import { anchor } from "../tools/markdown.ts";
import { FUNCTIONS, functionAddress, type Source } from "./site-sources.ts";

/** Files that pages link to or show, by the file in the project. */
export const ASSETS: Readonly<Record<string, string>> = {
  "grammar/isoform.ebnf": "isoform.ebnf.txt",
  "grammar/railroad.svg": "railroad.svg",
  "grammar/isoform-schema.json": "isoform-schema.json",
  "grammar/conformance-schema.json": "conformance-schema.json",
  "bench/results/rows.svg": "figures/rows.svg",
  "bench/results/columns.svg": "figures/columns.svg",
  "bench/results/growth.svg": "figures/growth.svg",
  "grammar/pictures/console-dark.png": "pictures/console-dark.png",
  "grammar/pictures/console-light.png": "pictures/console-light.png",
  "grammar/pictures/playground-dark.png": "pictures/playground-dark.png",
  "grammar/pictures/playground-light.png": "pictures/playground-light.png",
};

/** The playground stands in a folder of the site. */
export const PLAYGROUND = "playground";

const functionOfAnchor = new Map(
  DOCUMENTED_FUNCTIONS.map(({ definition: { name } }) => [anchor(name), name]),
);

/** Turns the links of files into those of the site. */
export class SiteLinks {
  readonly #addresses: ReadonlyMap<string, string>;

  constructor(pages: readonly Source[]) {
    // Pages of functions stand for no file: their links are those of the page of all functions.
    const own = pages.filter(({ address }) => !address.startsWith(`${FUNCTIONS}/`));
    this.#addresses = new Map(own.map(({ file, address }) => [file, address]));
  }

  /**
   * The link of a page, as it is on the site.
   *
   * @param ending of pages: `.html` or `.md`
   * @throws `Error` if it leads nowhere
   */
  resolve({ file, address }: Source, link: string, ending: string): string {
    if (/^(?:https?|mailto):/.test(link)) return link;
    const [path = "", heading] = link.split("#");
    const target = path === "" ? file : posix.join(posix.dirname(file), path);
    const found = this.#target(target, heading, ending);
    if (found === undefined) throw new Error(`${file} links to ${link}, which the site lacks`);
    return relativeAddress(address, found);
  }

  #target(file: string, heading: string | undefined, ending: string): string | undefined {
    if (file === "src/playground/index.html") return `${PLAYGROUND}/index.html`;
    const address = this.#addresses.get(file);
    if (address === undefined) return ASSETS[file];
    const name = address === FUNCTIONS ? functionOfAnchor.get(heading ?? "") : undefined;
    if (name !== undefined) return functionAddress(name) + ending;
    return address + ending + (heading === undefined ? "" : `#${heading}`);
  }
}

/** The link from one page to what is at an address, so that the site may stand in any folder. */
export function relativeAddress(from: string, to: string): string {
  const [path = "", heading] = to.split("#");
  const relative = posix.relative(posix.dirname(from), path);
  return relative + (heading === undefined ? "" : `#${heading}`);
}
