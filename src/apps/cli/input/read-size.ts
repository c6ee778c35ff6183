const UNITS: Readonly<Record<string, number>> = {
  kb: 2 ** 10,
  mb: 2 ** 20,
  gb: 2 ** 30,
};

/** How messages describe a valid size. */
export const SIZE_WORDS = "a size such as 512mb or 2gb";

/** Parses a size such as `512mb` to bytes; `undefined` if it is invalid. */
export function readSize(text: string): number | undefined {
  const [, digits = "", unit = ""] = /^(\d{1,9}) ?([kmg]b)$/i.exec(text) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  return factor === undefined || Number(digits) === 0 ? undefined : Number(digits) * factor;
}
