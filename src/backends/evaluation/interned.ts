/**
 * Interns a string. The engine compares interned strings by address. A string that is sliced out of a formula is not
 * interned, and comparing it with a million values would compare characters each time.
 */
export function interned(text: string): string {
  // Keys that look like array indexes are stored as numbers; `JSON.parse` interns short strings.
  if (/^\d{1,10}$/.test(text)) return String(JSON.parse(`"${text}"`));
  // An object without a prototype is in dictionary mode, so the engine creates no hidden class for each string.
  const keys: Record<string, true> = Object.create(null);
  keys[text] = true;
  const [key = text] = Object.keys(keys);
  return key;
}
