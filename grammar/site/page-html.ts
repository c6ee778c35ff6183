import { Marked, type Tokens } from "marked";
import { createLanguage, type Language } from "../../src/language.ts";
import { EXAMPLE_SCHEMA } from "../tools/analyse.ts";
import { anchor } from "../tools/markdown.ts";
import { type FormulaBlock, formulaBlock } from "./formula-block.ts";
import { TOUR_SCHEMA } from "./tour-cars.ts";

interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

/** The body of a page, and what other parts of the site want to know of it. */
export interface PageBody {
  readonly html: string;
  readonly headings: readonly Heading[];
}

const OVER_RECORD = createLanguage({ schema: EXAMPLE_SCHEMA });
const OVER_CARS = createLanguage({ schema: TOUR_SCHEMA });

export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The text of a piece of HTML. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** A formula with its parts coloured, as the language service tells them apart. */
function coloured(kind: FormulaBlock["kind"], formula: string): string {
  const language: Pick<Language, "tokens"> = kind === "formula" ? OVER_RECORD : OVER_CARS;
  let html = "";
  let end = 0;
  for (const { span, kind: part } of language.tokens(formula)) {
    const text = escaped(formula.slice(span.start, span.end));
    html += `${escaped(formula.slice(end, span.start))}<span class="t-${part}">${text}</span>`;
    end = span.end;
  }
  return html + escaped(formula.slice(end));
}

/**
 * Makes the body of a page of its Markdown.
 *
 * @param link gives a link of the page as it is on the site
 */
export function pageBody(markdown: string, link: (target: string) => string): PageBody {
  const headings: Heading[] = [];

  /** A formula that a button can run. */
  const runnable = ({ kind, formula, expected }: Omit<FormulaBlock, "solution">): string => {
    const attributes = [
      `data-run="${kind}"`,
      `data-formula="${escaped(formula)}"`,
      `data-expected="${escaped(expected)}"`,
    ];
    return `<code class="formula" ${attributes.join(" ")}>${coloured(kind, formula)}</code>`;
  };

  const block = (found: FormulaBlock): string => {
    const { kind, expected, solution } = found;
    const code = `<pre tabindex="0">${runnable(found)}</pre>`;
    if (kind !== "exercise") {
      return `<div class="example">${code}<p class="gives">→ <code>${escaped(expected)}</code></p></div>`;
    }
    const help = `<details><summary>A solution</summary><pre tabindex="0"><code class="formula">${coloured(kind, solution ?? "")}</code></pre></details>`;
    return `<div class="example exercise"><p><strong>Your turn.</strong> Make it return ${escaped(expected)}.</p>${code}${help}</div>`;
  };

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const id = anchor(text);
        headings.push({ depth, id, text: textOf(html) });
        if (depth === 1) return `<h1 id="${id}">${html}</h1>\n`;
        return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to ${escaped(textOf(html))}">#</a></h${depth}>\n`;
      },
      code({ text, lang }: Tokens.Code) {
        const found = formulaBlock(lang, text);
        if (found !== undefined) return block(found);
        return `<pre tabindex="0"><code class="${escaped(lang ?? "text")}">${escaped(text)}</code></pre>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const hasExamples = header[0]?.text === "formula" && header[1]?.text === "value";
        const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
          row
            .map(({ tokens, align }, column) => {
              const side = align === null ? "" : ` class="${align}"`;
              const code = tokens[0];
              const isFormula = hasExamples && tag === "td" && column === 0;
              const content =
                isFormula && code?.type === "codespan"
                  ? runnable({
                      kind: "formula",
                      formula: code.text,
                      expected: textOf(this.parser.parseInline(row[1]?.tokens ?? [])),
                    })
                  : this.parser.parseInline(tokens);
              // A heading that says nothing is none.
              const name = content === "" ? "td" : tag;
              return `<${name}${side}>${content}</${name}>`;
            })
            .join("");
        const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        return `<div class="table" tabindex="0"><table><thead><tr>${cells(header, "th")}</tr></thead><tbody>${body}</tbody></table></div>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escaped(link(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const shown = `<img src="${escaped(link(href))}" alt="${escaped(text)}" loading="lazy">`;
        const dark = href.replace("-light.png", "-dark.png");
        if (dark === href) return shown;
        // A picture of each look.
        return `<picture><source media="(prefers-color-scheme: dark)" srcset="${escaped(link(dark))}">${shown}</picture>`;
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        if (/^<!--[\s\S]*-->\s*$/.test(text)) return "";
        throw new Error(`a page holds HTML: ${text}`);
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings };
}
