/**
 * The same text as an interned string. The engine compares two interned strings by their addresses. A text that is
 * sliced out of a formula is not interned: comparing it with a million values would compare characters each time.
 */
export function interned(text: string): string {
  // The engine keeps a key that looks like an index as a number. But `JSON.parse` interns short texts.
  if (/^\d{1,10}$/.test(text)) return String(JSON.parse(`"${text}"`));
  // An object without a prototype is a dictionary, so the engine does not make a hidden class for each text.
  const keys: Record<string, true> = Object.create(null);
  keys[text] = true;
  const [key = text] = Object.keys(keys);
  return key;
}
