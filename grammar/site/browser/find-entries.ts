/** A part of a page, as the search finds it: its address, the page's title, its heading and its text. */
export type SearchEntry = readonly [address: string, title: string, heading: string, text: string];

/** What a word counts for: in a heading that is it, in a heading, in the title of the page, in the text. */
const WEIGHTS = { whole: 100, heading: 20, title: 8, text: 1 };

/** The entries that hold every word, the best first. Words are in lower case. */
export function findEntries(
  entries: readonly SearchEntry[],
  words: readonly string[],
): readonly SearchEntry[] {
  const query = words.join(" ");
  const weighed = entries.map((entry) => ({ entry, weight: weightOf(entry, words, query) }));
  return weighed
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ entry }) => entry);
}

function weightOf(
  [, title, heading, text]: SearchEntry,
  words: readonly string[],
  query: string,
): number {
  let weight = heading.toLowerCase() === query ? WEIGHTS.whole : 0;
  for (const word of words) {
    const found =
      (hasWord(heading, word) ? WEIGHTS.heading : 0) +
      (hasWord(title, word) ? WEIGHTS.title : 0) +
      (hasWord(text, word) ? WEIGHTS.text : 0);
    if (found === 0) return 0;
    weight += found;
  }
  return weight;
}

/** Whether a word of the text begins with it. */
function hasWord(text: string, word: string): boolean {
  const lower = text.toLowerCase();
  for (let place = lower.indexOf(word); place >= 0; place = lower.indexOf(word, place + 1)) {
    if (place === 0 || !/[\p{L}\p{N}]/u.test(lower.charAt(place - 1))) return true;
  }
  return false;
}
