/**
 * Renders the Markdown of the language service: code, fenced code and bold. The rest is plain text, and nothing is
 * parsed as HTML.
 */
export function markdownView(markdown: string): HTMLElement {
  const view = document.createElement("div");
  view.className = "cm-isoform-info";
  for (const block of markdown.split("\n\n")) {
    const [, code] = /^```\w*\n([\s\S]*)\n```$/.exec(block) ?? [];
    const parent = view.appendChild(document.createElement(code === undefined ? "p" : "pre"));
    for (const part of code === undefined ? block.split(/(`[^`]+`|\*\*[^*]+\*\*)/) : [code]) {
      const [, mark, inner] = /^(`|\*\*)(.+)\1$/.exec(part) ?? [];
      if (inner === undefined || code !== undefined) parent.append(part);
      else parent.appendChild(document.createElement(mark === "`" ? "code" : "b")).append(inner);
    }
  }
  return view;
}
