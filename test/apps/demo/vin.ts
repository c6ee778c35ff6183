/** A VIN's check digit as 49 CFR 565.15 lays it down, written apart from the generator's. */
export function checkDigitOf(vin: string): string {
  const values: Readonly<Record<string, string>> = {
    "1": "AJ",
    "2": "BKS",
    "3": "CLT",
    "4": "DMU",
    "5": "ENV",
    "6": "FW",
    "7": "GPX",
    "8": "HY",
    "9": "RZ",
  };
  let digits = vin;
  for (const [digit, letters] of Object.entries(values)) {
    digits = digits.replace(new RegExp(`[${letters}]`, "g"), digit);
  }
  const weights = "8765432X098765432"
    .split("")
    .map((weight) => (weight === "X" ? 10 : Number(weight)));
  // The check digit itself has the weight 0, whatever stands there.
  const sum = weights.reduce(
    (before, weight, index) => before + (weight * Number(digits[index]) || 0),
    0,
  );
  return sum % 11 === 10 ? "X" : String(sum % 11);
}

/** The year that a VIN's tenth character stands for, between 2010 and 2039. */
export function yearOf(vin: string): number {
  return 2010 + "ABCDEFGHJKLMNPRSTVWXY123456789".indexOf(vin.charAt(9));
}
