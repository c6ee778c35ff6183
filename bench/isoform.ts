export type Isoform = typeof import("../src/index.ts");

/** The built modules of the service. */
export interface ServiceModules {
  readonly service: typeof import("../src/apps/service/index.ts");
  readonly stores: typeof import("../src/data/stores/index.ts");
}

/** The built modules of columns. */
export interface ColumnModules {
  readonly isoform: Isoform;
  readonly columns: typeof import("../src/columns.ts");
}

export const builtPackage = {
  esm: new URL("../dist/index.js", import.meta.url),
  cjs: new URL("../dist/index.cjs", import.meta.url),
};

/** The built package, which users run, instead of the sources. */
export function importIsoform(): Promise<Isoform> {
  return import(builtPackage.esm.href);
}

export async function importService(): Promise<ServiceModules> {
  const [service, stores] = await Promise.all(
    ["service", "stores"].map(
      (name) => import(new URL(`../dist/${name}.js`, import.meta.url).href),
    ),
  );
  return { service, stores };
}

export async function importColumns(): Promise<ColumnModules> {
  const columns = await import(new URL("../dist/columns.js", import.meta.url).href);
  return { isoform: await importIsoform(), columns };
}

/** The built modules of the language service. */
export interface LanguageModules {
  readonly isoform: Isoform;
  readonly language: typeof import("../src/editors/assistance/index.ts");
}

export async function importLanguage(): Promise<LanguageModules> {
  const language = await import(new URL("../dist/language.js", import.meta.url).href);
  return { isoform: await importIsoform(), language };
}

/** The modules of columns, with those for summaries. */
export async function importGroups(): Promise<
  ColumnModules & { readonly summary: typeof import("../src/summary.ts") }
> {
  const summary = await import(new URL("../dist/summary.js", import.meta.url).href);
  return { ...(await importColumns()), summary };
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
