import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { coreRows } from "../../../src/apps/playground/panels/core-rows.ts";
import { curlOf } from "../../../src/apps/playground/panels/curl.ts";
import { DIALECTS } from "../../../src/apps/playground/panels/dialects.ts";
import { markedText } from "../../../src/apps/playground/panels/marked-text.ts";
import { conditionForm, queryForm } from "../../../src/apps/playground/panels/sql-form.ts";
import { syntaxRows } from "../../../src/apps/playground/panels/syntax-rows.ts";
import { typescriptCode } from "../../../src/apps/playground/panels/typescript-code.ts";
import { whyRows } from "../../../src/apps/playground/panels/why-rows.ts";
import {
  compileOrThrow,
  defineSchema,
  type Formula,
  parse,
  type Schema,
} from "../../../src/index.ts";
import { needForEach } from "../../harness/extent.ts";
import { findProgram, neededProgram } from "../service/harness/programs.ts";

const schema = defineSchema({
  vin: { type: "text", key: true },
  country: "text",
  price: "number",
  sold: "boolean",
  at: "date",
  tags: "list",
  share: { formula: "100 / {price}" },
});
const car = { vin: "A", country: "Italy", price: 10, sold: true, at: "2024-02-29", tags: ["x"] };

function lines(text: string, record: object = car): readonly string[] {
  const formula = compileOrThrow(text, schema) as Formula;
  return whyRows(text, formula.explain(record), schema).map(
    ({ depth, label, detail, decides }) =>
      `${" ".repeat(depth)}${decides ? "* " : ""}${label} → ${detail}`,
  );
}

describe("why", () => {
  it("marks the operand that decided: the false one of a false AND, the true one of a true OR", () => {
    expect(lines('AND({price} < 5, {sold}, OR({country} = "Italy", {price} = 1))')).toEqual([
      '* AND({price} < 5, {sold}, OR({country} = "Italy", {price} = 1)) → FALSE',
      " * {price} < 5 → FALSE",
      "  {price} → 10",
      " {sold} → TRUE",
      ' OR({country} = "Italy", {price} = 1) → TRUE',
      '  {country} = "Italy" → TRUE',
      '   {country} → "Italy"',
      "  {price} = 1 → FALSE",
      "   {price} → 10",
    ]);
    const decided = lines('AND({sold}, OR({country} = "Italy", {price} = 1))').filter((line) =>
      line.includes("*"),
    );
    expect(decided.slice(1)).toEqual([
      " * {sold} → TRUE",
      ' * OR({country} = "Italy", {price} = 1) → TRUE',
      '  * {country} = "Italy" → TRUE',
    ]);
  });

  it("follows the branch that was taken", () => {
    expect(lines('IF({sold}, "yes", "no")').filter((line) => line.includes("*"))).toEqual([
      '* IF({sold}, "yes", "no") → "yes"',
      " * {sold} → TRUE",
      ' * "yes" → "yes"',
    ]);
    expect(
      lines('SWITCH({country}, "Spain", 1, "Italy", 2, 3)').filter((line) => line.includes("*")),
    ).toEqual([
      '* SWITCH({country}, "Spain", 1, "Italy", 2, 3) → 2',
      ' * {country} → "Italy"',
      ' * "Italy" → "Italy"',
      " * 2 → 2",
    ]);
    expect(
      lines('SWITCH({country}, "Spain", 1, 3)')
        .filter((line) => line.includes("*"))
        .at(-1),
    ).toBe(" * 3 → 3");
  });

  it("leads to the cause of an error, into the formula of a computed field", () => {
    const found = lines("AND({sold}, {share} > 5)", { ...car, price: 0 }).filter((line) =>
      line.includes("*"),
    );
    expect(found).toEqual([
      "* AND({sold}, {share} > 5) → error",
      " * {share} > 5 → error",
      "  * {share} → error: division by zero, or a number too large",
      "   * share = 100 / {price} → error: division by zero, or a number too large",
    ]);
  });

  it("shows every part of a long chain, and cuts huge values short", () => {
    expect(lines(Array.from({ length: 900 }, () => "{price}").join(" + ")).length).toBe(1_799);
    expect(lines("{country}", { country: "<script>".repeat(100_000) })[0]?.length).toBeLessThan(
      200,
    );
  });
});

describe("trees", () => {
  it("show the operators and operands of the syntax", () => {
    const parsed = parse('-{a} + 1 = LEN("x")');
    if (!parsed.ok) throw new Error("broken");
    expect(
      syntaxRows(parsed.ast.root).map(
        ({ depth, label, detail }) => `${" ".repeat(depth)}${label} ${detail}`,
      ),
    ).toEqual([
      "binary =",
      " binary +",
      "  unary -",
      "   field a",
      "  number 1",
      " call LEN",
      '  text "x"',
    ]);
  });

  it("show the operations of the core", () => {
    const rows = coreRows(
      compileOrThrow(
        'AND({price} * {price} > 5, REGEX_MATCH({country}, "^I"), {at} > "2024-01-01")',
        schema,
      ) as Formula,
    );
    const shown = rows.map(({ depth, label, detail }) => `${" ".repeat(depth)}${label} ${detail}`);
    expect(shown[0]).toBe("and boolean");
    expect(shown.join("\n")).toContain("2024-01-01T00:00:00.000Z");
    expect(shown.join("\n")).toContain("field country · text");
  });
});

describe("SQL", () => {
  it.each(DIALECTS)("of $title: a condition and a query", async ({ title, load }) => {
    const dialect = await load();
    expect(dialect.title).toBe(title);
    const formula = compileOrThrow('{country} = "Italy"', schema) as Formula;
    const { sql, params, left, reasons } = conditionForm(formula, dialect);
    expect(sql).toContain("country");
    expect(new Set(params)).toEqual(new Set(["Italy"]));
    expect({ left, reasons }).toEqual({ left: [], reasons: [] });
    const query = queryForm(formula, dialect, {
      schema,
      sort: [{ field: "price", direction: "desc" }],
      table: "cars",
    });
    expect(query.sql).toMatch(/^SELECT .*\nFROM .*\nWHERE .*\nORDER BY .*\nLIMIT 100$/s);
  });

  it("marks the residual in the formula itself", async () => {
    const text =
      'AND({sold}, REGEX_MATCH({country}, "^(I|S).+$"), DATETIME_FORMAT({at}, "LLLL") = "x")';
    for (const { load } of DIALECTS) {
      const { left, reasons } = conditionForm(
        compileOrThrow(text, schema) as Formula,
        await load(),
      );
      expect(reasons.length).toBeGreaterThan(0);
      const marked = markedText(text, left).filter(({ mark }) => mark !== undefined);
      expect(marked.length).toBeGreaterThan(0);
      expect(marked.map((piece) => piece.text).join()).not.toContain("sold");
      expect(marked.every(({ mark = "" }) => mark.length > 5)).toBe(true);
    }
  });

  it("needs a key for a query", async () => {
    const keyless = defineSchema({ a: "text" });
    const formula = compileOrThrow("{a} = 'x'", keyless) as Formula;
    const dialect = await DIALECTS[0]?.load();
    if (dialect === undefined) throw new Error("no dialect");
    expect(() => queryForm(formula, dialect, { schema: keyless, sort: [], table: "t" })).toThrow(
      "key",
    );
  });

  it("cuts a text at marks, without loss, also if they overlap", () => {
    const marks = [
      { span: { start: 2, end: 5 }, mark: "a" },
      { span: { start: 0, end: 3 }, mark: "b" },
      { span: { start: 3, end: 3 }, mark: "c" },
    ];
    expect(markedText("0123456", marks)).toEqual([
      { text: "012", mark: "b" },
      { text: "34", mark: "a" },
      { text: "56" },
    ]);
  });
});

describe("curl", () => {
  needForEach(neededProgram("curl", findProgram("curl")));

  it.each([
    ["a short formula", `AND({a} = "it's", {b} > 'x&y="z"')\n// $HOME \`id\``],
    ["a long formula", `{a} = "${"it's $HOME ".repeat(500)}"`],
    ["none", " "],
  ])("sends a server the same request: %s", async (_, formula) => {
    const asked: { url: string; key: unknown; body: string }[] = [];
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      asked.push({ url: request.url ?? "", key: request.headers["x-api-key"], body });
      response.end("[]");
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const command = curlOf({
      address: `http://127.0.0.1:${port}/cars`,
      formula,
      sort: [{ field: "it's", direction: "desc" }, { field: "b" }],
    });
    expect(command).toContain("$ISOFORM_KEY");
    await new Promise<void>((resolve, reject) => {
      import("node:child_process").then(({ execFile }) =>
        execFile("sh", ["-c", command], { env: { ...process.env, ISOFORM_KEY: "k 1" } }, (error) =>
          error === null ? resolve() : reject(error),
        ),
      );
    });
    server.close();
    const [{ url = "", key, body = "" } = { key: undefined }] = asked;
    expect(key).toBe("k 1");
    const { pathname, searchParams } = new URL(url, "http://localhost");
    if (body === "") {
      expect(pathname).toBe("/cars");
      expect(searchParams.get("filterByFormula")).toBe(formula.trim() === "" ? null : formula);
      expect(searchParams.get("sort.0.field")).toBe("it's");
      expect(searchParams.get("sort.1.direction")).toBe("asc");
    } else {
      expect(pathname).toBe("/cars/query");
      expect(JSON.parse(body)).toMatchObject({
        filterByFormula: formula,
        sort: [{ field: "it's" }, { field: "b" }],
      });
    }
  });
});

describe("TypeScript", () => {
  it("compiles strictly and filters as the formula does, with any names and texts", async () => {
    const hostile = defineSchema({
      vin: { type: "text", key: true },
      ["__proto__"]: "text",
      "a b": "number",
      "</script>`${1}\u2028": "text",
      class: { type: "boolean", description: 'a "quoted"\nline' },
      double: { formula: "{a b} * 2" },
    } as never) as Schema;
    const texts = [
      "{a b} > 1 // `@{process.exit()}` \\",
      "AND(\n  {class},\n  {vin} != '`@{1}\\\\'\n)",
      "",
    ].map((text) => text.replaceAll("@", "$"));
    const folder = mkdtempSync(join(tmpdir(), "isoform-typescript-"));
    try {
      const files = texts.map((text, index) => {
        const file = join(folder, `code${index}.ts`);
        writeFileSync(file, typescriptCode(text, hostile));
        return file;
      });
      const root = new URL("../../../", import.meta.url).pathname;
      const options: ts.CompilerOptions = {
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        noUnusedLocals: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        lib: ["lib.es2023.d.ts"],
        types: [],
        paths: { isoform: [`${root}src/index.ts`] },
      };
      const program = ts.createProgram(files, options);
      // Of the code only: the package is checked elsewhere.
      const found = files.flatMap((file) => {
        const source = program.getSourceFile(file);
        return [
          ...program.getSyntacticDiagnostics(source),
          ...program.getSemanticDiagnostics(source),
        ];
      });
      expect(
        found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
      ).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
    for (const text of texts) {
      const code = ts.transpile(
        typescriptCode(text, hostile)
          .replace(/^import.*$/m, "")
          .replace("export function", "return function"),
        { target: ts.ScriptTarget.ES2022 },
      );
      const matching = new Function("compileOrThrow", "defineSchema", code)(
        compileOrThrow,
        defineSchema,
      );
      const records = [
        { vin: "a", "a b": 2, class: true },
        { vin: "b", "a b": 1 },
      ];
      expect(matching(records)).toEqual(
        (compileOrThrow(text === "" ? "TRUE" : text, hostile) as Formula).filter(records),
      );
    }
  });
});
