import type { SearchEntry } from "./browser/find-entries.ts";
import { textOf } from "./page-html.ts";
import type { Page } from "./page-template.ts";

/** Every part of a page that has a heading of its own. */
export function searchEntries({ address, title, html }: Page): readonly SearchEntry[] {
  const parts = html.split(/(?=<h[123] id=")/).filter((part) => part.startsWith("<h"));
  return parts.map((part) => {
    const [, depth, id = ""] = /^<h(\d) id="([^"]*)">/.exec(part) ?? [];
    const end = part.indexOf(`</h${depth}>`);
    const heading = textOf(part.slice(0, end)).replace(/ #$/, "");
    const text = textOf(part.slice(end).replaceAll(/<\/(?:td|th|p|li|pre)>/g, " "));
    const anchor = depth === "1" ? "" : `#${id}`;
    return [`${address}.html${anchor}`, title, heading, text.replaceAll(/\s+/g, " ").trim()];
  });
}
