import { createHash } from "node:crypto";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { CATEGORIES } from "../../../../grammar/tools/function-reference.ts";
import { anchor } from "../../../../grammar/tools/markdown.ts";
import {
  DOCUMENTED_FUNCTIONS,
  FUNCTIONS_BY_CATEGORY,
} from "../../../language/functions/documentation.ts";
import { markdownFiles } from "../markdown-files.ts";
import { PLAYGROUND } from "../playground-page.ts";
import { ASSETS } from "../site-links.ts";
import { extendMarkdown, ISOFORM } from "../site-markdown.ts";
import { addressOf, functionAddress, NO_PAGES, pageHead, read, SECTIONS } from "../site-pages.ts";

const site = fileURLToPath(new URL("..", import.meta.url));
const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Inlined as a data URL, since the base path of the site is unknown here. */
const logo = read("src/apps/site/public/logo.svg");

/** Edit links need the repository, once the package states it. */
const { repository } = JSON.parse(read("package.json"));
const [, project] =
  /github(?:\.com)?[/:]([\w-]+\/[\w-]+)/.exec(repository?.url ?? repository) ?? [];

/** The TextMate grammar of editors. GitHub's themes colour parameters, but not properties. */
const formulaGrammar = JSON.parse(
  read("grammar/isoform.tmLanguage.json").replaceAll(
    "variable.other.property",
    "variable.parameter",
  ),
);

const heads = new Map(
  Object.values(SECTIONS)
    .flat()
    .map((file) => [file, pageHead(file)]),
);

const sections = Object.entries(SECTIONS).map(([text, files]) => ({
  text,
  items: files.map((file) => ({
    text: heads.get(file).title,
    link: `/${addressOf(file)}`,
  })),
}));

const functions = Object.entries(CATEGORIES).map(([category, text]) => ({
  text,
  items: FUNCTIONS_BY_CATEGORY[category].map(({ definition: { name } }) => ({
    text: name,
    link: `/${functionAddress(name)}`,
  })),
}));

const summaries = new Map(
  DOCUMENTED_FUNCTIONS.map(({ definition: { name }, documentation }) => [
    functionAddress(name),
    { name, text: `${documentation.summary} ${documentation.details ?? ""}` },
  ]),
);

export default defineConfig({
  title: "isoform",
  lang: "en",
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(logo)}` }]],
  description:
    "Filter formulas that return the same records from objects, columns and SQL databases.",
  srcDir: root,
  outDir: join(root, "dist/site"),
  srcExclude: [...NO_PAGES],
  rewrites: addressOf,
  // The playground is copied there by the build.
  ignoreDeadLinks: [`/${PLAYGROUND.replace(".html", "")}`],
  metaChunk: true,
  markdown: {
    anchor: { slugify: anchor },
    theme: { light: "github-light-high-contrast", dark: "github-dark-default" },
    languages: [{ ...formulaGrammar, name: ISOFORM }],
    config: (markdown) => extendMarkdown(markdown, root),
  },
  vite: {
    publicDir: join(site, "public"),
    plugins: [
      {
        // Pages are outside of the package with Vue, and built pages are inside of it.
        name: "vue-of-the-site",
        enforce: "pre",
        resolveId: (id, _importer, { ssr }) =>
          ssr && /^vue(?:\/server-renderer)?$/.test(id) ? { id, external: true } : undefined,
      },
    ],
  },
  transformPageData({ filePath, params }) {
    const head = params ?? heads.get(filePath);
    if (head === undefined) return;
    // VitePress inserts the description into an attribute without escaping quotes.
    return { title: head.title, description: head.description.replaceAll('"', "'") };
  },
  buildEnd({ outDir, site }) {
    for (const [address, text] of markdownFiles(site.base))
      writeFileSync(join(outDir, address), text);
    for (const [file, address] of Object.entries(ASSETS))
      cpSync(join(root, file), join(outDir, address));
    cpSync(join(root, "dist/playground"), join(outDir, "playground"), { recursive: true });
  },
  // The content security policy: no inline scripts except VitePress' own, and no foreign resources.
  transformHtml(html) {
    const inline = [...html.matchAll(/<script(?: id="[^"]*")?>([\s\S]*?)<\/script>/g)];
    const hashes = inline.map(
      ([, script]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    );
    const policy = `default-src 'none'; script-src 'self' ${hashes.join(" ")}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'`;
    return html.replace(
      "<head>",
      `<head>\n    <meta http-equiv="content-security-policy" content="${policy}">`,
    );
  },
  themeConfig: {
    logo: "/logo.svg",
    nav: [
      { text: "Tour", link: "/tour" },
      { text: "Guides", link: "/guides/server", activeMatch: "/guides/" },
      { text: "Reference", link: "/reference/language", activeMatch: "/reference/(?!functions)" },
      { text: "Functions", link: "/reference/functions", activeMatch: "/reference/functions" },
      { text: "Playground", link: `/${PLAYGROUND}`, target: "_self" },
    ],
    sidebar: {
      "/reference/functions/": [
        { text: "All functions", link: "/reference/functions" },
        ...functions,
      ],
      "/": sections,
    },
    outline: "deep",
    search: {
      provider: "local",
      options: {
        miniSearch: {
          searchOptions: { combineWith: "AND", boost: { title: 4, text: 2, titles: 1 } },
          // Generated pages have no file to read.
          _splitIntoSections(file, html) {
            const found =
              html === "" ? summaries.get(addressOf(file.slice(root.length))) : undefined;
            return found && [{ anchor: "", titles: [found.name], text: found.text }];
          },
        },
      },
    },
    ...(project && { editLink: { pattern: `https://github.com/${project}/edit/main/:path` } }),
  },
});
