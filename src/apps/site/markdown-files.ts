import { functionPages } from "./function-pages.ts";
import { siteLink } from "./site-links.ts";
import { addressOf, FUNCTIONS_FILE, pageHead, read, SECTIONS } from "./site-pages.ts";

/**
 * The Markdown of all pages by path, and `llms.txt`, the index for language models.
 *
 * @param base the base path of the site
 */
export function markdownFiles(base: string): ReadonlyMap<string, string> {
  const functions = functionPages();
  const single = functions.filter(({ params }) => params.name.includes("/"));
  const line = (title: string, address: string, description: string): string =>
    `- [${title}](${base}${address}): ${description}`;
  const parts = Object.entries(SECTIONS).map(([heading, files]) => {
    const lines = files.map((file) => {
      const { title, description } = pageHead(file);
      return line(title, addressOf(file), description);
    });
    return `## ${heading}\n\n${lines.join("\n")}`;
  });
  const lines = single.map(({ params: { name, title, description } }) =>
    line(title, `reference/${name}.md`, description),
  );
  return new Map([
    ["llms.txt", `${["# isoform", ...parts, "## Each function", lines.join("\n")].join("\n\n")}\n`],
    ...Object.values(SECTIONS)
      .flat()
      .filter((file) => file !== FUNCTIONS_FILE)
      .map((file): [string, string] => [addressOf(file), withSiteLinks(file, read(file), base)]),
    ...functions.map(({ params: { name }, content }): [string, string] => [
      `reference/${name}.md`,
      withSiteLinks(FUNCTIONS_FILE, content, base),
    ]),
  ]);
}

/** Rewrites links to the Markdown of other pages. Code and images are unchanged. */
function withSiteLinks(file: string, markdown: string, base: string): string {
  const parts = markdown.split(/(^```[\s\S]*?^```$|`+[^`\n]*`+|!\[[^\]]*\]\([^)]*\))/m);
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(
            /\]\(([^)\s]+)\)/g,
            (_, link) => `](${siteLink(file, link).replace(/^\//, base)})`,
          ),
    )
    .join("");
}
