const LEAST = -323;
const known = /* @__PURE__ */ new Float64Array(308 - LEAST + 1);

/** The double that is nearest to a whole power of 10; 0 below 1e-323, and Infinity above 1e308. */
export function pow10(exponent: number): number {
  // `10 ** exponent` is off by one bit for some exponents. Parsing a literal is exact by specification.
  const value = known[exponent - LEAST];
  if (value !== undefined && value !== 0) return value;
  const power = Number(`1e${exponent}`);
  if (value === 0) known[exponent - LEAST] = power;
  return power;
}
