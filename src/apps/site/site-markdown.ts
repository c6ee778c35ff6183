import { posix } from "node:path";
import { type FormulaBlock, formulaBlock } from "./formula-block.ts";
import { PLAYGROUND } from "./playground-page.ts";
import { siteLink } from "./site-links.ts";

/** The part of a markdown-it token that we use: the package is not a dependency of the project. */
interface Token {
  type: string;
  content: string;
  info: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

interface Renderer {
  renderToken(tokens: readonly Token[], index: number, options: unknown): string;
}

/** The source being rendered: `path` is the page's address, and `realPath` its file. */
interface Environment {
  readonly path: string;
  readonly realPath?: string;
}

type RenderRule = (
  tokens: readonly Token[],
  index: number,
  options: unknown,
  environment: Environment,
  self: Renderer,
) => string;

/** The part of markdown-it that we use. */
export interface Markdown {
  readonly options: {
    readonly highlight?:
      | ((code: string, language: string, attributes: string) => string)
      | null
      | undefined;
  };
  readonly renderer: { readonly rules: Record<string, RenderRule | undefined> };
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: { readonly tokens: readonly Token[] }) => void): void;
    };
  };
}

/** The name of the formula language for the highlighter. */
export const ISOFORM = "isoform";
/** The type of tokens for runnable formulas in tables. */
const RUNNABLE = "runnable_formula";

/** Escapes text for HTML. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/**
 * Extends markdown-it for the project's pages: links between files, runnable formulas, and images for both themes.
 *
 * @param root the folder of the project
 */
export function extendMarkdown(markdown: Markdown, root: string): void {
  const { rules } = markdown.renderer;
  const { fence, image, link_open: openLink } = rules;
  if (fence === undefined || image === undefined || openLink === undefined) {
    throw new Error("VitePress renders code, pictures and links in another way");
  }

  rules.link_open = (tokens, index, options, environment, self) => {
    const token = tokens[index];
    const href = token?.attrGet("href");
    if (token === undefined || href === undefined || href === null) return "";
    const file = posix.relative(root, environment.realPath ?? environment.path);
    const link = siteLink(file, decodeURI(href));
    token.attrSet("href", link);
    const html = openLink(tokens, index, options, environment, self);
    // VitePress must not route to the playground.
    return link === `/${PLAYGROUND}` ? html.replace("<a", '<a target="_self"') : html;
  };

  rules.fence = (tokens, index, options, environment, self) => {
    const [token] = tokens.slice(index);
    const block = token === undefined ? undefined : formulaBlock(token.info, token.content);
    if (token === undefined || block === undefined)
      return fence(tokens, index, options, environment, self);
    const code = (formula: string): string => {
      token.info = ISOFORM;
      token.content = `${formula}\n`;
      return fence(tokens, index, options, environment, self);
    };
    return runnableBlock(block, code);
  };

  // One image for each theme.
  rules.image = (tokens, index, options, environment, self) => {
    const token = tokens[index];
    const source = token?.attrGet("src") ?? "";
    if (token === undefined || !source.endsWith("-light.png"))
      return image(tokens, index, options, environment, self);
    const themes = ["light", "dark"].map((theme) => {
      token.attrSet("src", source.replace("-light.png", `-${theme}.png`));
      token.attrSet("class", `${theme}-only`);
      return image(tokens, index, options, environment, self);
    });
    return themes.join("");
  };

  markdown.core.ruler.push(RUNNABLE, ({ tokens }) => {
    for (const token of formulasOfTables(tokens)) token.type = RUNNABLE;
  });
  rules[RUNNABLE] = (tokens, index) => {
    const formula = tokens[index]?.content ?? "";
    const html = markdown.options.highlight?.(formula, ISOFORM, "") ?? "";
    const [, inside = ""] = /<code>([\s\S]*)<\/code>/.exec(html) ?? [];
    return runnable({ kind: "formula", formula }, `<code class="vp-code" v-pre>${inside}</code>`);
  };
}

function runnable({ kind, formula, expected }: Partial<FormulaBlock>, code: string): string {
  const goal = kind === "exercise" ? ` expected="${escaped(expected ?? "")}"` : "";
  return `<RunnableFormula kind="${kind}" formula="${escaped(formula ?? "")}"${goal}>${code}</RunnableFormula>`;
}

function runnableBlock(block: FormulaBlock, code: (formula: string) => string): string {
  const { kind, formula, expected, solution } = block;
  const html = runnable(block, code(formula));
  if (kind !== "exercise") {
    return `<div class="example">${html}<p class="gives" v-pre>→ <code>${escaped(expected)}</code></p></div>\n`;
  }
  const help = `<details class="details custom-block"><summary>A solution</summary>${code(solution ?? "")}</details>`;
  return `<div class="exercise tip custom-block"><p v-pre><strong>Your turn.</strong> Make it return ${escaped(expected)}.</p>${html}${help}</div>\n`;
}

/** The code in the first column of tables with the headings `formula` and `value`. */
function formulasOfTables(tokens: readonly Token[]): readonly Token[] {
  const found: Token[] = [];
  let cells: Token[] = [];
  let hasFormulas = false;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "tr_open") cells = [];
    if (token.type === "inline" && /^t[hd]_open$/.test(tokens[index - 1]?.type ?? ""))
      cells.push(token);
    if (token.type === "thead_close") {
      hasFormulas = cells[0]?.content === "formula" && cells[1]?.content === "value";
    }
    if (token.type !== "tr_close" || !hasFormulas) continue;
    const code = cells[0]?.children?.find(({ type }) => type === "code_inline");
    if (code !== undefined) found.push(code);
    if (tokens[index + 1]?.type === "tbody_close") hasFormulas = false;
  }
  return found;
}
