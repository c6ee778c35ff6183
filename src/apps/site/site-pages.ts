import { readFileSync } from "node:fs";

/** The folder of the project. */
const ROOT = new URL("../../../", import.meta.url);

/** The source of links in generated pages: on GitHub, this file lists all functions. */
export const FUNCTIONS_FILE = "grammar/reference/functions.md";

/** Reads a file of the repository. */
export function read(file: string): string {
  return readFileSync(new URL(file, ROOT), "utf8");
}

/**
 * The pages in the order of the navigation: a heading, and files of the repository. Pages of single functions follow.
 */
export const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Start: ["src/apps/site/pages/tour.md"],
  Guides: [
    "src/apps/site/pages/guides/server.md",
    "src/apps/site/pages/guides/tenants.md",
    "src/apps/site/pages/guides/from-airtable.md",
    "src/apps/site/pages/guides/databases.md",
    "src/apps/site/pages/guides/security.md",
    "src/apps/site/pages/guides/agreement.md",
  ],
  "The language": [
    "grammar/reference/language.md",
    "grammar/reference/types.md",
    FUNCTIONS_FILE,
    "grammar/reference/dates.md",
    "grammar/reference/regular-expressions.md",
    "grammar/reference/diagnostics.md",
    "grammar/reference/limits.md",
    "grammar/reference/airtable.md",
  ],
  "In a program": [
    "grammar/reference/rows.md",
    "grammar/reference/columns.md",
    "grammar/reference/speed.md",
    "grammar/reference/summaries.md",
    "grammar/reference/embedding.md",
    "grammar/reference/custom-functions.md",
    "grammar/reference/files.md",
    "grammar/reference/editors.md",
  ],
  Databases: [
    "grammar/reference/sql.md",
    "grammar/reference/tables.md",
    "grammar/reference/sql-libraries.md",
    "grammar/reference/writing-a-store.md",
  ],
  "The service": [
    "grammar/reference/service.md",
    "grammar/reference/deploying.md",
    "grammar/reference/command-line.md",
  ],
  Background: [
    "grammar/reference/core.md",
    "grammar/conformance/README.md",
    "src/editors/vscode/extension/README.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "grammar/decisions/0001-total-core.md",
    "grammar/decisions/0002-blank-text.md",
    "grammar/decisions/0003-polarity-and-encoding.md",
    "grammar/decisions/0004-regular-expressions.md",
    "grammar/decisions/0005-chevrotain.md",
    "grammar/decisions/0006-sql-by-polarity.md",
    "grammar/decisions/0007-searches-in-threads.md",
    "grammar/decisions/0008-columns-of-vector-loops.md",
    "grammar/decisions/0009-page-of-the-interface.md",
  ],
};

/** Markdown files that are not pages of the site. */
export const NO_PAGES: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "{bench,test}/**",
  "src/README.md",
  "src/{backends,data,engine,language,util}/**",
  "grammar/README.md",
  "grammar/api/**",
  FUNCTIONS_FILE,
];

/** The address of a Markdown file on the site. */
export function addressOf(file: string): string {
  return file
    .replace(/^(?:grammar|src\/apps\/site\/pages)\//, "")
    .replace(/README\.md$/, "index.md")
    .toLowerCase();
}

/** The address of the page of a function. */
export function functionAddress(name: string): string {
  return `reference/functions/${name.toLowerCase()}.md`;
}

/** The title of a page, and its description for search engines. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
}

/** The title of a page is its first heading, and the description its first paragraph. */
export function pageHead(file: string): PageHead {
  const text = read(file);
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`${file} has no heading`);
  const paragraphs = text.slice(text.indexOf(title) + title.length).split(/\n{2,}/);
  // Skips a note that the page is generated.
  const [first = title] = paragraphs.filter((part) =>
    /^(?!Generated |This page is g)[A-Z`*]/.test(part),
  );
  return { title: plain(title), description: firstSentences(plain(first)) };
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll("\n", " ");
}

const MOST_DESCRIBED = 160;

function firstSentences(text: string): string {
  if (text.length <= MOST_DESCRIBED) return text;
  const start = text.slice(0, MOST_DESCRIBED);
  const sentence = start.lastIndexOf(". ");
  return sentence > 40
    ? start.slice(0, sentence + 1)
    : `${start.slice(0, start.lastIndexOf(" "))} …`;
}
