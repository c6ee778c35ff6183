import { build } from "esbuild";

/** What is asked of the package wherever it runs: the same text is a script in a page, a context and a process. */
export const PROBE = `
  const names = () => Object.getOwnPropertyNames(Object.prototype).sort().join();
  const before = names();
  const schema = isoform.defineSchema({
    vin: { type: "text", key: true }, country: "text", price: "number", tax: "number",
    sold: "boolean", createdAt: "date", options: "list",
  });
  const rows = Array.from({ length: 10000 }, (_, index) => ({
    vin: "V" + index,
    country: index % 3 === 0 ? "Italy" : "Spain",
    price: index * 7 % 1000,
    tax: index % 5 === 0 ? null : index % 10,
    sold: index % 2 === 0,
    createdAt: new Date(Date.UTC(2024, index % 12, 1)),
    options: ["A" + index % 4, "B"],
  }));
  const formulas = [
    'AND({country} = "Italy", {price} < 500, NOT(tax = BLANK()))',
    'OR(FIND("9", {vin}), REGEX_MATCH({vin}, "^V1+$"))',
    'AND(MONTH({createdAt}) = 2, HAS({options}, "A1"))',
    '{price} / {tax} > 100',
    'ISERROR({price} / ({tax} - 1))',
    'LOWER({country}) & ROUND({price} / 3, 1) = "italy0"',
    'DATETIME_FORMAT({createdAt}, "MMMM") = "March"',
    'IF({sold}, {price}, {tax}) = 4',
  ];
  const answers = formulas.map((source) => {
    const formula = isoform.compileOrThrow(source, schema);
    const found = formula.filter(rows);
    const byOne = rows.filter((row) => formula.matches(row));
    const same = found.length === byOne.length && found.every((row, index) => row === byOne[index]);
    return [found.length, found.length === 0 ? "" : found[found.length - 1].vin, same];
  });
  const refused = isoform.check('AND({country} = "Italy, {prise})', schema).diagnostics.map(({ code }) => code);
  const value = isoform.compileOrThrow('{vin} & "-" & {price} & "-" & {createdAt}', schema).evaluate(rows[1]);
  const result = JSON.stringify({ answers, refused, value, untouched: names() === before });
`;

/** The answers that `PROBE` must come to, worked out here by hand-written filters. */
function expectedAnswers(): readonly (readonly [number, string, boolean])[] {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    vin: `V${index}`,
    country: index % 3 === 0 ? "Italy" : "Spain",
    price: (index * 7) % 1000,
    tax: index % 5 === 0 ? null : index % 10,
    sold: index % 2 === 0,
    month: (index % 12) + 1,
    option: `A${index % 4}`,
  }));
  type Row = (typeof rows)[number];
  const filters: readonly ((row: Row) => boolean)[] = [
    ({ country, price, tax }) => country === "Italy" && price < 500 && tax !== null,
    ({ vin }) => vin.includes("9") || /^V1+$/.test(vin),
    ({ month, option }) => month === 2 && option === "A1",
    ({ price, tax }) => tax !== null && tax !== 0 && price / tax > 100,
    ({ tax }) => tax === 1,
    ({ country, price }) => country === "Italy" && Math.floor((price / 3) * 10 + 0.5) / 10 === 0,
    ({ month }) => month === 3,
    ({ sold, price, tax }) => (sold ? price : tax) === 4,
  ];
  return filters.map((isHit) => {
    const found = rows.filter(isHit);
    return [found.length, found.at(-1)?.vin ?? "", true];
  });
}

export const EXPECTED = {
  answers: expectedAnswers(),
  refused: ["unterminated-text"],
  value: "V1-7-2024-02-01T00:00:00.000Z",
  untouched: true,
};

export const DIST: URL = new URL("../../dist/", import.meta.url);

/** The package as one script for a browser, which leaves its exports in `isoform`. */
export async function browserBundle(): Promise<string> {
  const { outputFiles, warnings } = await build({
    entryPoints: [new URL("index.js", DIST).pathname],
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "isoform",
    target: "es2022",
    write: false,
  });
  if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join("; "));
  const [file] = outputFiles;
  if (file === undefined) throw new Error("esbuild gave no file");
  return file.text;
}
