import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The tables that must have a row for every operation. */
const TABLES = [
  "grammar/tools/operation-documentation.ts",
  "src/language/core/operations.ts",
  "src/language/core/specialise.ts",
  "src/backends/evaluation/encoded-operation.ts",
  "src/backends/sql/compiler/write-operations.ts",
];

/** A source file that declares one more operation, as an author would. */
const PLANTED = "test/language/core/planted-operation.ts";
const ONE_MORE = `
  import type {} from "../../../src/language/core/node.ts";
  declare module "../../../src/language/core/node.ts" {
    interface OperationData { planted: undefined }
  }`;

it("does not compile with one more operation until the core, its page and each back end define it", () => {
  expect(filesWithErrors()).toEqual([]);
  expect(filesWithErrors(PLANTED)).toEqual(TABLES);
});

/** The files of both programs, parsed once. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** The tables in which TypeScript reports an error. */
function filesWithErrors(...others: readonly string[]): readonly string[] {
  const config = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const isPlanted = (name: string): boolean => name.endsWith(PLANTED);
  host.fileExists = (name) => isPlanted(name) || fileExists.call(host, name);
  host.getSourceFile = (name, version, ...rest) => {
    if (isPlanted(name)) return ts.createSourceFile(name, ONE_MORE, version);
    if (!parsed.has(name)) parsed.set(name, getSourceFile.call(host, name, version, ...rest));
    return parsed.get(name);
  };
  const files = [...TABLES, ...others].map((name) => `${ROOT}${name}`);
  const program = ts.createProgram(files, options, host);
  return TABLES.filter(
    (name) => program.getSemanticDiagnostics(program.getSourceFile(`${ROOT}${name}`)).length > 0,
  );
}
