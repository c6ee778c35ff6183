/**
 * Lower case by Unicode's simple mapping: each code point separately, independent of the language.
 *
 * The native mapping differs for two letters only: it depends on the neighbours of Σ, and maps İ to two code points,
 * which makes the text longer.
 */
export function lowerText(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length && !lower.includes("ς")) return lower;
  const plain = text.includes("Σ") ? text.replaceAll("Σ", "σ") : text;
  return (plain.includes("İ") ? plain.replaceAll("İ", "i") : plain).toLowerCase();
}

/**
 * Upper case by Unicode's simple mapping: each code point separately, independent of the language. So ß stays ß.
 *
 * The native mapping differs only if it maps one code point to several. Every such letter gains UTF-16 units, and no
 * letter loses any (a test visits all code points), so an equal length proves that there was no such letter.
 */
export function upperText(text: string): string {
  const upper = text.toUpperCase();
  if (upper.length === text.length) return upper;
  let simple = "";
  for (const letter of text) {
    const mapped = letter.toUpperCase();
    simple += mapped.length === letter.length ? mapped : simpleUpper(letter);
  }
  return simple;
}

// Most letters whose full mapping is longer have no simple upper case in UnicodeData.txt. Those that do have it as
// their title case with iota adscript: U+1F80–1FAF, in blocks of eight small and eight capital letters, and ᾳ, ῃ, ῳ.
function simpleUpper(letter: string): string {
  const code = letter.charCodeAt(0);
  if (code >= 0x1f80 && code <= 0x1faf) return String.fromCharCode(code | 8);
  if (code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3) return String.fromCharCode(code + 9);
  return letter;
}
