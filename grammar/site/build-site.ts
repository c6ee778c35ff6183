import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePages } from "../tools/bundle-pages.ts";
import { pageBody } from "./page-html.ts";
import { describePage, type Page, type PageFiles, pageDocument } from "./page-template.ts";
import { searchEntries } from "./search-entries.ts";
import { ASSETS, PLAYGROUND, SiteLinks } from "./site-links.ts";
import { FUNCTIONS, ROOT, SECTIONS, type Source, sources } from "./site-sources.ts";

const root = fileURLToPath(ROOT);
const BROWSER = join(root, "grammar/site/browser");

/** Every file of the site that is made of text, by its address: pages, their Markdown, the search and `llms.txt`. */
export function siteTexts(files: PageFiles): ReadonlyMap<string, string> {
  const all = sources();
  const links = new SiteLinks(all);
  const pages = new Map(
    all.map((source) => [
      source.address,
      describePage(
        source.address,
        pageBody(source.markdown, (target) => links.resolve(source, target, ".html")),
      ),
    ]),
  );
  const texts = new Map<string, string>();
  for (const source of all) {
    const page = pages.get(source.address);
    if (page === undefined) throw new Error(`there is no page ${source.address}`);
    texts.set(`${source.address}.html`, pageDocument(page, pages, files));
    texts.set(`${source.address}.md`, markdownOf(source, links));
  }
  const found = [...pages.values()].filter(({ address }) => address !== "changelog");
  texts.set("search.json", JSON.stringify(found.flatMap(searchEntries)));
  texts.set("llms.txt", llms(pages));
  return texts;
}

/** The Markdown of a page, with links that lead to the Markdown of others. */
function markdownOf(source: Source, links: SiteLinks): string {
  // Code is left as it is.
  const pieces = source.markdown.split(/(^```[\s\S]*?^```$|`+[^`\n]*`+)/m);
  return pieces
    .map((piece, index) =>
      index % 2 === 1
        ? piece
        : piece.replace(
            /\]\(([^)\s]+)\)/g,
            (_, target) => `](${links.resolve(source, target, ".md")})`,
          ),
    )
    .join("");
}

/** What language models read first: what there is, and where. */
function llms(pages: ReadonlyMap<string, Page>): string {
  const line = (address: string): string => {
    const page = pages.get(address);
    return page === undefined ? "" : `- [${page.title}](${address}.md): ${page.description}`;
  };
  const functions = [...pages.keys()].filter((one) => one.startsWith(`${FUNCTIONS}/`));
  const sections = { ...SECTIONS, "Each function": functions };
  return [
    "# isoform",
    `> ${pages.get("index")?.description}`,
    ...Object.entries(sections).map(
      ([heading, list]) => `## ${heading}\n\n${list.map(line).join("\n")}`,
    ),
    "",
  ].join("\n\n");
}

/** Bundles what runs in the pages. */
async function bundle(out: string): Promise<PageFiles> {
  const names = await bundlePages(BROWSER, ["main.ts", "site.css"], join(out, "assets"));
  const named = (entry: string): string => `assets/${names.get(entry)}`;
  return { script: named("main.ts"), style: named("site.css") };
}

/**
 * Builds the site into a folder. It can be served as it is, from any path.
 *
 * @param playground the folder of the playground as it is built, which becomes a part of the site
 */
export async function buildSite(out: string, playground: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  const texts = siteTexts(await bundle(out));
  for (const [address, text] of texts) {
    const file = join(out, address);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const [file, address] of Object.entries(ASSETS))
    cpSync(join(root, file), join(out, address));
  if (!existsSync(playground)) throw new Error("run `npm run playground` first");
  cpSync(playground, join(out, PLAYGROUND), { recursive: true });
}
