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

/** The folder of the built modules. */
const BUILT = new URL("../dist/", import.meta.url);

export const builtPackage = {
  esm: new URL("index.js", BUILT),
  cjs: new URL("index.cjs", BUILT),
};

/** The built package, which users run, instead of the sources. */
export function importIsoform(modules = BUILT): Promise<Isoform> {
  return import(new URL("index.js", modules).href);
}

export async function importService(modules = BUILT): Promise<ServiceModules> {
  const [service, stores] = await Promise.all(
    ["service", "stores"].map((name) => import(new URL(`${name}.js`, modules).href)),
  );
  return { service, stores };
}

export async function importColumns(): Promise<ColumnModules> {
  const columns = await import(new URL("columns.js", BUILT).href);
  return { isoform: await importIsoform(), columns };
}

/** The built modules of the language service. */
export interface LanguageModules {
  readonly isoform: Isoform;
  readonly language: typeof import("../src/editors/assistance/index.ts");
}

export async function importLanguage(): Promise<LanguageModules> {
  const language = await import(new URL("language.js", BUILT).href);
  return { isoform: await importIsoform(), language };
}

/** The modules of columns, with those for summaries. */
export async function importGroups(): Promise<
  ColumnModules & { readonly summary: typeof import("../src/summary.ts") }
> {
  const summary = await import(new URL("summary.js", BUILT).href);
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
