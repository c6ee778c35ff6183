/** Inline code, whatever backticks it contains. */
export function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const space = fence.length > 1 ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

/** A fenced code block, with a language for highlighting. */
export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** A table of Markdown cells. Bars are escaped, also in code, as tables require. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** The anchor of a heading, as Markdown renderers generate it. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/** `a`, `b` and `c`. */
export function listWords(words: readonly string[], joint = "and"): string {
  const last = words.at(-1);
  if (last === undefined) return "";
  return words.length === 1 ? last : `${words.slice(0, -1).join(", ")} ${joint} ${last}`;
}

/** Joins the non-empty parts to paragraphs. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}
