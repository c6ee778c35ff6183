/** A formula as long, or as deep, as the limits allow. */
export interface DeepFormula {
  readonly name: string;
  readonly source: string;
}

function chain(operator: string, operand: string, count: number): string {
  return new Array<string>(count).fill(operand).join(operator);
}

function nested(open: string, innermost: string, close: string, depth: number): string {
  return open.repeat(depth) + innermost + close.repeat(depth);
}

function nestedIfs(depth: number): string {
  const opens = Array.from({ length: depth }, (_, level) => `IF(price > ${level}, ${level}, `);
  return `${opens.join("")}price${")".repeat(depth)} = 1`;
}

function alternating(depth: number): string {
  const opens = Array.from(
    { length: depth },
    (_, level) => `${level % 2 === 0 ? "AND" : "OR"}(price > ${level}, `,
  );
  return `${opens.join("")}tax = 1${")".repeat(depth)}`;
}

/** Formulas as long and as deep as limits allow, of every kind that nests. */
function formulas(length: number, depth: number): readonly DeepFormula[] {
  return [
    { name: "=", source: chain("=", "price", length) },
    { name: "!=", source: chain("!=", "price", length) },
    { name: "<", source: chain("<", "price", length) },
    { name: "+", source: `${chain("+", "price", length)} > 3` },
    { name: "-", source: `${chain("-", "price", length)} > 3` },
    { name: "*", source: `${chain("*", "price", length)} > 3` },
    { name: "/", source: `${chain("/", "price", length)} > 3` },
    { name: "&", source: chain("&", "country", length) },
    { name: "+ and *", source: `${chain("+price*", "tax", length / 2)} > 3` },
    { name: "text =", source: `country & "" = ${chain("&", "country", length / 2)}` },
    { name: "parentheses", source: `price = ${nested("(1 + ", "price", ")", depth - 1)}` },
    { name: "signs", source: `price < ${nested("-", "price", "", depth - 1)}` },
    { name: "NOT", source: nested("NOT(", "price > 1", ")", depth - 1) },
    { name: "ABS", source: `${nested("ABS(1 - ", "price", ")", depth - 2)} > 0` },
    { name: "INT", source: `${nested("INT(0.5 * ", "price", ")", depth - 2)} >= 0` },
    { name: "ROUND", source: `${nested("ROUND(1.5 * ", "price", ", 1)", depth - 2)} >= 0` },
    { name: "MOD", source: `${nested("MOD(1.5 * ", "price", ", 7)", depth - 2)} >= 0` },
    {
      name: "UPPER",
      source: `${nested('TRIM(LOWER("a" & ', "country", "))", depth / 2 - 2)} != ""`,
    },
    {
      name: "SUBSTITUTE",
      source: `${nested("SUBSTITUTE(", "country", ', "a", "b")', depth - 2)} = "a"`,
    },
    { name: "FIND", source: `${nested('FIND("1", "1" & ', "country", ")", depth - 2)} = 1` },
    {
      name: "DATEADD",
      source: `${nested("DATEADD(", "created", ', 1, "days")', depth - 2)} > BLANK()`,
    },
    { name: "ISERROR", source: nested("ISERROR(1 / ", "price", ")", Math.min(2, depth)) },
    { name: "IF", source: nestedIfs(depth - 2) },
    { name: "AND and OR", source: alternating(depth - 1) },
    { name: "XOR", source: nested("XOR(price > 1, ", "price > 2", ")", depth - 1) },
    { name: "IFBLANK", source: `${nested("IFBLANK(tax, 1 + ", "price", ")", depth - 2)} = 1` },
    { name: "SWITCH", source: nested("SWITCH(price, 1, tax, ", "price", ")", depth - 1) },
  ];
}

/** The default limits, but for the work: a deep formula of texts may be too costly for a server. */
export const DEEP_LIMITS = { work: 1e12 } as const;
export const DEEP_FORMULAS: readonly DeepFormula[] = formulas(990, 64);

/** Limits above the default ones; the depth cannot be raised further. */
export const RAISED_LIMITS = {
  ...DEEP_LIMITS,
  depth: 150,
  nodes: 20_000,
  length: 200_000,
} as const;
export const DEEPER_FORMULAS: readonly DeepFormula[] = formulas(3_000, RAISED_LIMITS.depth);
