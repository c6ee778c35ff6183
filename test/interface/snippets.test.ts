import { fileURLToPath } from "node:url";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { neededDeclarations } from "../harness/built.ts";
import { needForEach } from "../harness/extent.ts";
import { PAGES, ROOT, snippetsOf } from "../harness/snippets.ts";

/*
 * The snippets of the README and of pages compile under the strictest settings, as a user would compile them against
 * the built package. `test/readme.test.ts`, `tenants.test.ts` and `shop.test.ts` of `test/data/adapters`, and the tests of editors run
 * them.
 */

/** The types of packages that the snippets use. They are not installed with the project. */
const OTHERS = `declare module "pg" {
  export class Pool {
    constructor(options?: { connectionTimeoutMillis?: number; statement_timeout?: number });
    on(event: "error", listener: (error: Error) => void): this;
    query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  }
}
declare module "express" {
  interface Request { headers: NodeJS.Dict<string | string[]>; query: Record<string, unknown> }
  interface Response { status(code: number): this; json(body: unknown): this }
  export default function express(): {
    get(path: string, handler: (request: Request, response: Response) => Promise<void>): void;
  };
}
declare module "kysely" {
  interface RawBuilder<T> { execute(db: Kysely<unknown>): Promise<{ rows: T[] }> }
  export function sql<T = unknown>(strings: TemplateStringsArray, ...values: unknown[]): RawBuilder<T>;
  export class PostgresDialect { constructor(options: { pool: object }) }
  export class Kysely<DB> { constructor(options: { dialect: PostgresDialect }); readonly database: DB }
}
declare module "drizzle-orm" {
  export interface SQL<T = unknown> { readonly inferred: T }
  export function sql<T>(strings: TemplateStringsArray, ...values: unknown[]): SQL<T>;
}
declare module "drizzle-orm/node-postgres" {
  import type { SQL } from "drizzle-orm";
  export function drizzle(client: object): {
    execute<T extends Record<string, unknown>>(query: SQL): Promise<{ rows: T[] }>;
  };
}
declare module "knex" {
  interface Raw extends Promise<any> { toSQL(): { toNative(): { sql: string } } }
  interface Knex { raw(sql: string, bindings?: object): Raw }
  export default function knex(options: { client: string; connection: object }): Knex;
}
`;

const pathOf = (name: string): string => fileURLToPath(new URL(`test/interface/${name}`, ROOT));
const wrong = pathOf("wrong.mts");
const WRONG = `import { compileOrThrow, defineSchema } from "isoform";
import { sqlite } from "isoform/sql";
const formula = compileOrThrow("{n} > 1", defineSchema({ n: "number" }));
const rows = [{ n: 1 }];
formula.matches(rows[1]);
formula.toSql(sqlite).residual.matches({});
formula.toSql(rows);
`;
const files = new Map([
  [pathOf("others.d.ts"), OTHERS],
  [wrong, WRONG],
]);
for (const page of PAGES) {
  for (const { code, line, file } of snippetsOf(page)) {
    const name = file ?? `${page.replaceAll("/", "-")}-line-${line}.mts`;
    files.set(pathOf(name), `${code}\nexport {};\n`);
  }
}

const dist = fileURLToPath(new URL("dist", ROOT));
const options: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: ["node"],
  noEmit: true,
  allowImportingTsExtensions: true,
  // The declarations of the package and of Node are checked, those of the language itself are not.
  skipDefaultLibCheck: true,
  paths: { isoform: [`${dist}/index.d.ts`], "isoform/*": [`${dist}/*.d.ts`] },
};

function messagesOf(sources: ReadonlyMap<string, string>): readonly string[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...rest) => {
    const text = sources.get(name);
    return text === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
  };
  host.fileExists = (name) => sources.has(name) || fileExists(name);
  host.readFile = (name) => sources.get(name) ?? readFile(name);
  const program = ts.createProgram([...sources.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
    return `${file?.fileName}, ${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

describe("a check under strict settings", () => {
  needForEach(neededDeclarations());
  let messages: readonly string[] = [];

  // A program of all of them: most of the time goes into the types that they share.
  beforeAll(() => {
    if (neededDeclarations().missing === undefined) messages = messagesOf(files);
  });

  it("finds nothing in the snippets of the pages", () => {
    expect(files.size).toBeGreaterThan(20);
    expect(messages.filter((text) => !text.startsWith(wrong))).toEqual([]);
  });

  it("finds unchecked elements and residuals in wrong code", () => {
    const found = messages.filter((text) => text.startsWith(wrong));
    expect(found.map((text) => /, (\d+):/.exec(text)?.[1])).toEqual(["5", "6", "7"]);
  });
});
