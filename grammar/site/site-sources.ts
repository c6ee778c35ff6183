import { readdirSync, readFileSync } from "node:fs";
import { DOCUMENTED_FUNCTIONS } from "../../src/functions/documentation.ts";
import { functionIndex, functionPage } from "./function-pages.ts";

/** The folder of the project. */
export const ROOT = new URL("../../", import.meta.url);

/** A page before it is made: Markdown, with links as they are in the folder of its file. */
export interface Source {
  /** The file that its links start from, from the folder of the project. */
  readonly file: string;
  /** Where it is on the site, without an ending. */
  readonly address: string;
  readonly markdown: string;
}

/** The pages by their places in the navigation: a heading, and addresses. */
export const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Start: ["index", "tour"],
  Guides: [
    "guides/server",
    "guides/tenants",
    "guides/from-airtable",
    "guides/databases",
    "guides/security",
    "guides/agreement",
  ],
  "The language": [
    "reference/language",
    "reference/types",
    "reference/functions",
    "reference/dates",
    "reference/regular-expressions",
    "reference/diagnostics",
    "reference/limits",
    "reference/airtable",
  ],
  "In a program": [
    "reference/rows",
    "reference/columns",
    "reference/summaries",
    "reference/embedding",
    "reference/files",
    "reference/editors",
  ],
  Databases: [
    "reference/sql",
    "reference/tables",
    "reference/sql-libraries",
    "reference/writing-a-store",
  ],
  "The service": ["reference/service", "reference/deploying", "reference/command-line"],
  Background: [
    "reference/core",
    "conformance/index",
    "editors/vscode",
    "security",
    "changelog",
    "decisions/0001-total-core",
    "decisions/0002-blank-text",
    "decisions/0003-polarity-and-encoding",
    "decisions/0004-regular-expressions",
    "decisions/0005-chevrotain",
    "decisions/0006-sql-by-polarity",
    "decisions/0007-searches-in-threads",
    "decisions/0008-columns-of-vector-loops",
  ],
};

/** The page of each function is below this address. */
export const FUNCTIONS = "reference/functions";
const FUNCTIONS_FILE = "grammar/reference/functions.md";

export function functionAddress(name: string): string {
  return `${FUNCTIONS}/${name.toLowerCase()}`;
}

/** Files beside the folders of pages. */
const SINGLE: Readonly<Record<string, string>> = {
  "grammar/conformance/README.md": "conformance/index",
  "grammar/editors/vscode/README.md": "editors/vscode",
  "SECURITY.md": "security",
  "CHANGELOG.md": "changelog",
};

function read(file: string): string {
  return readFileSync(new URL(file, ROOT), "utf8");
}

/** The Markdown files of a folder, as pages below an address. */
function folder(path: string, prefix: string): readonly Source[] {
  const names = readdirSync(new URL(path, ROOT), { recursive: true, encoding: "utf8" });
  return names
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => {
      const file = `${path}${name}`;
      return { file, address: prefix + name.slice(0, -".md".length), markdown: read(file) };
    });
}

/** Every page of the site. The reference is its single source: what is not written for the site is read or generated. */
export function sources(): readonly Source[] {
  const written = [
    ...folder("grammar/site/pages/", ""),
    ...folder("grammar/reference/", "reference/").filter(({ file }) => file !== FUNCTIONS_FILE),
    ...folder("grammar/decisions/", "decisions/"),
    ...Object.entries(SINGLE).map(([file, address]) => ({ file, address, markdown: read(file) })),
  ];
  return [
    ...written,
    { file: FUNCTIONS_FILE, address: FUNCTIONS, markdown: functionIndex() },
    ...DOCUMENTED_FUNCTIONS.map((documented) => ({
      file: FUNCTIONS_FILE,
      address: functionAddress(documented.definition.name),
      markdown: functionPage(documented),
    })),
  ];
}
