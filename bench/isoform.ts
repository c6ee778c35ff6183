export type Isoform = typeof import("../src/index.ts");

export const builtPackage = {
  esm: new URL("../dist/index.js", import.meta.url),
  cjs: new URL("../dist/index.cjs", import.meta.url),
};

/** The package as built: what users run, not the sources. */
export function importIsoform(): Promise<Isoform> {
  return import(builtPackage.esm.href);
}

export function carSchema({ defineSchema }: Isoform) {
  return defineSchema({
    url: "text",
    vin: { type: "text", key: true },
    country: "text",
    currency: "text",
    modelLetter: "text",
    odometer: "number",
    optionCodes: "text",
    price: "number",
    tax: "number",
    title: "text",
    year: "number",
  });
}
