/**
 * The same text as an interned string. The engine compares two interned strings by their addresses; a text sliced out of
 * a formula is none, and comparing it with the values of a million rows would go through its characters each time.
 */
export function interned(text: string): string {
  // A key like an index is no string inside the engine; parsing interns short texts.
  if (/^\d{1,10}$/.test(text)) return String(JSON.parse(`"${text}"`));
  // Without a prototype the object is a dictionary, so that no hidden class is left behind for each text.
  const keys: Record<string, true> = Object.create(null);
  keys[text] = true;
  const [key = text] = Object.keys(keys);
  return key;
}
