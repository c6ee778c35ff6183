import { element } from "../../../src/playground/shell/element.ts";
import { findEntries, type SearchEntry } from "./find-entries.ts";

const MOST_FOUND = 12;
const AROUND = 60;

/** The text around the first word that was found. */
function excerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  if (places.length === 0) return text.slice(0, 2 * AROUND);
  const from = Math.max(0, Math.min(...places) - AROUND);
  return `${from > 0 ? "…" : ""}${text.slice(from, from + 2 * AROUND)}…`;
}

/** A field to search the site with. Its index is a file of the site, which is loaded when the field is entered. */
export function searchBox(root: URL): HTMLElement {
  let entries: Promise<readonly SearchEntry[]> | undefined;
  const load = (): Promise<readonly SearchEntry[]> => {
    entries ??= fetch(new URL("search.json", root)).then((response) => {
      if (!response.ok) throw new Error(`The search cannot be loaded (${response.status}).`);
      return response.json();
    });
    // A failed load is tried again.
    entries.catch(() => {
      entries = undefined;
    });
    return entries;
  };

  const status = element("p", { className: "quiet", attributes: { role: "status" } });
  const list = element("ul");
  const found = element("div", { className: "found", hidden: true }, status, list);
  const input = element("input", {
    type: "search",
    placeholder: "Search",
    autocomplete: "off",
    attributes: { "aria-label": "Search this site" },
  });

  const show = async (): Promise<void> => {
    const query = input.value;
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    found.hidden = words.length === 0;
    if (found.hidden) return;
    try {
      const all = await load();
      if (input.value !== query) return;
      const results = findEntries(all, words).slice(0, MOST_FOUND);
      status.textContent = results.length === 0 ? "Nothing was found." : "";
      list.replaceChildren(
        ...results.map(([address, title, heading, text]) =>
          element(
            "li",
            {},
            element(
              "a",
              { href: new URL(address, root).href },
              heading === title ? title : `${title}: ${heading}`,
            ),
            element("p", {}, excerpt(text, words)),
          ),
        ),
      );
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  const links = (): HTMLAnchorElement[] => [...list.querySelectorAll("a")];
  const box = element(
    "div",
    {
      className: "search",
      onkeydown: (event) => {
        const all = links();
        const { activeElement } = document;
        const place = activeElement instanceof HTMLAnchorElement ? all.indexOf(activeElement) : -1;
        if (event.key === "Escape") {
          found.hidden = true;
          input.focus();
        } else if (event.key === "ArrowDown") all[place + 1]?.focus();
        else if (event.key === "ArrowUp") (all[place - 1] ?? input).focus();
        else if (event.key === "Enter" && place === -1) all[0]?.click();
        else return;
        if (event.key !== "Enter") event.preventDefault();
      },
    },
    input,
    found,
  );
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) found.hidden = true;
  });
  input.addEventListener("focus", () => {
    load().catch(() => undefined);
    show();
  });
  input.addEventListener("input", show);
  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
  return box;
}
