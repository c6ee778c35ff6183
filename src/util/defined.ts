/** Returns the properties that are not `undefined`: an option that is `undefined` counts as not given. */
export function defined<T extends object>(
  properties: T,
): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  // The names are those of the properties, and `fromEntries` widens them to any text.
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
