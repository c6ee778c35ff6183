/** Text as inline code, whatever backticks it holds. */
export function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const space = fence.length > 1 ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

/** A block of text as it is, in a language for highlighting. */
export function codeBlock(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** A table. Cells are Markdown; a bar in one is escaped, in code too, as tables ask for it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** The anchor that a heading gets where Markdown is shown. */
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

/** A paragraph of each part that says something. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n\n");
}
