/** Zones with half hours, quarters, days that are missing, changes at midnight, and old offsets with seconds. */
export const ZONES: readonly string[] = [
  "europe/rome",
  "america/new_york",
  "asia/kolkata",
  "asia/kathmandu",
  "australia/lord_howe",
  "america/st_johns",
  "america/sao_paulo",
  "pacific/apia",
  "africa/casablanca",
  "europe/amsterdam",
  "asia/manila",
];

/**
 * A zone for two of five numbers, and UTC for the others. It takes nothing of a tape, so that a formula is the same in every
 * zone.
 */
export function zoneFor(number: number): string | undefined {
  return number % 5 < 2 ? ZONES[Math.floor(number / 5) % ZONES.length] : undefined;
}

/** A zone for the bytes that a formula is made of. */
export function zoneForBytes(bytes: Uint8Array): string | undefined {
  return zoneFor(bytes.reduce((sum, byte) => sum + byte, 0));
}

/** The option of `compile`. */
export function inZone(timeZone: string | undefined): { readonly timeZone?: string } {
  return timeZone === undefined ? {} : { timeZone };
}
