/** Returns the properties that are not `undefined`: an option that is `undefined` counts as omitted. */
export function defined<T extends object>(
  properties: T,
): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  // `fromEntries` widens the names of the properties to any string.
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
