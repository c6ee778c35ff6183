/** Replaces a generated section of a hand-written page, which is between two comments. */
export function withSection(page: string, name: string, content: string): string {
  const begin = `<!-- begin ${name}: generated -->\n`;
  const end = `<!-- end ${name} -->`;
  const start = page.indexOf(begin);
  const stop = page.indexOf(end);
  if (start === -1 || stop < start) throw new Error(`a page lacks the comments round \`${name}\``);
  return `${page.slice(0, start)}${begin}\n${content}\n\n${page.slice(stop)}`;
}
