import { escaped, type PageBody, textOf } from "./page-html.ts";
import { PLAYGROUND, relativeAddress } from "./site-links.ts";
import { FUNCTIONS, SECTIONS } from "./site-sources.ts";

const NAME = "isoform";

/** Nothing is loaded from elsewhere, and nothing that stands in a page is run. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** A page with what the others need to link to it. */
export interface Page extends PageBody {
  readonly address: string;
  readonly title: string;
  readonly description: string;
}

/** The files that each page loads. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

/** The title of a page is its first heading, and what describes it its first sentences. */
export function describePage(address: string, body: PageBody): Page {
  const title = body.headings.find(({ depth }) => depth === 1)?.text;
  if (title === undefined) throw new Error(`${address} has no heading`);
  const paragraphs = [...body.html.matchAll(/<p>([\s\S]*?)<\/p>/g)].map(([, html = ""]) =>
    textOf(html).replaceAll("\n", " "),
  );
  // What says how a page is made, or how a function is called, does not describe it.
  const first = paragraphs.find((text) => !/^Generated |^[A-Z_]+\(.*→/.test(text)) ?? title;
  return { ...body, address, title, description: shortened(first) };
}

const MOST_DESCRIBED = 160;

function shortened(text: string): string {
  if (text.length <= MOST_DESCRIBED) return text;
  const sentence = text.slice(0, MOST_DESCRIBED).lastIndexOf(". ");
  if (sentence > 40) return text.slice(0, sentence + 1);
  return `${text.slice(0, text.slice(0, MOST_DESCRIBED).lastIndexOf(" "))} …`;
}

/** A page as HTML. */
export function pageDocument(
  page: Page,
  pages: ReadonlyMap<string, Page>,
  { script, style }: PageFiles,
): string {
  const { address, title, description, html } = page;
  const to = (target: string): string => relativeAddress(address, target);
  const head = address === "index" ? `${NAME}: ${title}` : `${title} – ${NAME}`;
  return `<!doctype html>
<html lang="en" data-root="${to("search.json").slice(0, -"search.json".length)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(description)}">
<title>${escaped(head)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${to(style)}">
<link rel="alternate" type="text/markdown" href="${to(`${address}.md`)}">
<script type="module" src="${to(script)}"></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header class="top">
<a class="name" href="${to("index.html")}">${NAME}</a>
<a href="${to("tour.html")}">Tour</a>
<a href="${to(`${FUNCTIONS}.html`)}">Functions</a>
<a href="${to(`${PLAYGROUND}/index.html`)}">Playground</a>
<a class="pages" href="#pages">All pages</a>
<div class="tools"></div>
</header>
<div class="columns">
<main id="content">
${html}
${neighbours(page, pages)}
<p class="quiet"><a href="${to(`${address}.md`)}">This page as Markdown</a></p>
</main>
<nav id="pages" aria-label="Pages">
${navigation(page, pages)}
</nav>
</div>
</body>
</html>
`;
}

/** All pages but those of single functions, and the headings of this one. */
function navigation({ address, headings }: Page, pages: ReadonlyMap<string, Page>): string {
  const shown = address.startsWith(`${FUNCTIONS}/`) ? FUNCTIONS : address;
  const item = (target: string): string => {
    const title = escaped(pages.get(target)?.title ?? target);
    const name = target === "index" ? "What it is" : title;
    const current = target === address ? ' aria-current="page"' : "";
    const link = `<a href="${relativeAddress(address, `${target}.html`)}"${current}>${name}</a>`;
    if (target !== shown) return `<li>${link}</li>`;
    const parts = headings
      .filter(({ depth }) => depth === 2)
      .map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`);
    return `<li>${link}${parts.length > 0 ? `<ul>${parts.join("")}</ul>` : ""}</li>`;
  };
  return Object.entries(SECTIONS)
    .map(([heading, list]) => `<h2>${heading}</h2><ul>${list.map(item).join("\n")}</ul>`)
    .join("\n");
}

/** Links to the page before and the page after. */
function neighbours({ address }: Page, pages: ReadonlyMap<string, Page>): string {
  const order = address.startsWith(`${FUNCTIONS}/`)
    ? [...pages.keys()].filter((one) => one.startsWith(`${FUNCTIONS}/`))
    : Object.values(SECTIONS).flat();
  const place = order.indexOf(address);
  const link = (target: string | undefined, word: string): string => {
    const title = pages.get(target ?? "")?.title;
    if (target === undefined || title === undefined) return "<span></span>";
    return `<a href="${relativeAddress(address, `${target}.html`)}">${word}: ${escaped(title)}</a>`;
  };
  return `<p class="neighbours">${link(order[place - 1], "Before")} ${link(order[place + 1], "Next")}</p>`;
}
