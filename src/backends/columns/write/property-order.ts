/** The largest index of an array. */
const LAST_INDEX = 2 ** 32 - 2;

/** The names of an object's properties in JavaScript's order: array indexes come first, ascending. */
export function propertyOrder(names: readonly string[]): readonly string[] {
  const indexes = names.filter(isIndex);
  if (indexes.length === 0) return names;
  const others = names.filter((name) => !isIndex(name));
  return [...indexes.sort((a, b) => Number(a) - Number(b)), ...others];
}

function isIndex(name: string): boolean {
  const number = Number(name);
  return number >= 0 && number <= LAST_INDEX && String(number >>> 0) === name;
}
