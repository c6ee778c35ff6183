import { readdirSync, readFileSync } from "node:fs";

export const GRAMMAR_FOLDER = new URL("../../grammar/", import.meta.url);

/** A formula that a page of the reference shows, with the value it is said to have, both as the page writes them. */
export interface PageExample {
  readonly page: string;
  readonly line: number;
  readonly formula: string;
  readonly value: string;
}

/** The row of a table that stands on a line of a page. */
export interface PageRow {
  readonly line: number;
  readonly head: readonly string[];
  readonly cells: readonly string[];
}

/** The pages of the reference, and those that are written for the site, by their names. */
export function pages(): ReadonlyMap<string, string> {
  return new Map([...pagesBelow("reference/"), ...pagesBelow("../src/apps/site/pages/")]);
}

function pagesBelow(path: string): readonly (readonly [string, string])[] {
  const folder = new URL(path, GRAMMAR_FOLDER);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);
}

/**
 * The examples of a page: the rows of tables whose first columns are headed `formula` and `value`, and blocks of code in
 * the language `formula`, whose last line is the comment `// → value`.
 */
export function examplesOf(page: string, text: string): readonly PageExample[] {
  const examples: PageExample[] = [];
  for (const { line, head, cells } of rowsOf(text)) {
    const [formula = "", value = ""] = cells;
    if (head[0] === "formula" && head[1] === "value") {
      examples.push({ page, line, formula: insideOfCode(formula), value });
    }
  }
  for (const found of text.matchAll(/^```formula\n([\s\S]*?)\n\/\/ → (.*)\n```$/gm)) {
    const [, formula = "", value = ""] = found;
    examples.push({ page, line: lineAt(text, found.index), formula, value });
  }
  const blocks = text.match(/^```formula$/gm)?.length ?? 0;
  const told = text.match(/^```formula\n(?:(?!```).*\n)*\/\/ → .*\n```$/gm)?.length ?? 0;
  if (blocks !== told) throw new Error(`${page}: a block of code does not end with its value`);
  return examples;
}

/** The rows of all tables of a page. */
export function rowsOf(text: string): readonly PageRow[] {
  const rows: PageRow[] = [];
  let head: readonly string[] | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    if (!line.startsWith("|")) head = undefined;
    else if (head === undefined) head = cellsOf(line);
    else if (!/^\|(?:-+\|)+$/.test(line))
      rows.push({ line: index + 1, head, cells: cellsOf(line) });
  }
  return rows;
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** The text of a code span. */
export function insideOfCode(cell: string): string {
  const fence = /^`+/.exec(cell)?.[0] ?? "";
  if (fence === "" || !cell.endsWith(fence)) throw new Error(`${cell} is no code`);
  const inside = cell.slice(fence.length, -fence.length);
  return fence.length > 1 ? inside.slice(1, -1) : inside;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
