import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { Columns } from "../../src/columns.ts";
import { compileOrThrow, defineSchema } from "../../src/index.ts";
import { sqlite } from "../../src/sql.ts";
import { neededDeclarations } from "../harness/built.ts";
import { needForEach } from "../harness/extent.ts";

/*
 * An editor proposes, and a console shows, only what is for users: members that are the package's own have no names
 * there.
 */

const root = new URL("../../", import.meta.url);
const FILE = fileURLToPath(new URL("test/interface/user.mts", root));
const HEAD = `
import { compileOrThrow, defineSchema, fx } from "../../dist/index.js";
import { Columns } from "../../dist/columns.js";
import { sqlite } from "../../dist/sql.js";
import { MemoryStore } from "../../dist/stores.js";

const schema = defineSchema({ n: "number" });
const formula = compileOrThrow("{n} > 1", schema);
const columns = Columns.from([], schema);
const snapshot = columns.snapshot();
const fragment = fx\`{n} > 1\`;
const store = await MemoryStore.from([], schema);
`;

/** The names that an editor proposes after an expression and a dot. */
function proposed(expression: string): readonly string[] {
  const text = `${HEAD}${expression}.`;
  const service = ts.createLanguageService({
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const found = name === FILE ? text : ts.sys.readFile(name);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => fileURLToPath(root),
    getCompilationSettings: () => ({
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.Node16,
      types: [],
    }),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (name) => name === FILE || ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
  });
  const found = service.getCompletionsAtPosition(FILE, text.length, {});
  return (found?.entries ?? []).map(({ name }) => name).sort();
}

it("a console shows a schema, a formula, a dialect and columns without internal members", () => {
  const schema = defineSchema({ n: { type: "number", key: true } });
  expect(Object.keys(schema)).toEqual(["fields", "stored", "key", "created", "modified"]);
  expect(inspect(schema)).not.toContain("Symbol(");
  expect(JSON.stringify(schema)).toBe('{"fields":{"n":{"type":"number","key":true}}}');
  const formula = compileOrThrow("{n} > 1", schema);
  expect(Object.keys(formula)).toEqual(["source", "timeZone", "type", "fields", "warnings"]);
  for (const value of [formula, sqlite, Columns.from([], schema)]) {
    expect(inspect(value)).not.toContain("Symbol(");
  }
});

describe("the declarations", () => {
  needForEach(neededDeclarations());

  it.each([
    ["schema", ["created", "fields", "key", "modified", "stored", "toJSON"]],
    ["fragment", ["source", "toString"]],
    ["sqlite", ["name", "title"]],
    [
      "formula",
      [
        "and",
        "assume",
        "complement",
        "evaluate",
        "explain",
        "fields",
        "filter",
        "mask",
        "matches",
        "or",
        "select",
        "source",
        "timeZone",
        "to",
        "toSql",
        "toSqlValue",
        "type",
        "warnings",
      ],
    ],
    [
      "columns",
      [
        "append",
        "appendColumns",
        "count",
        "length",
        "mask",
        "memory",
        "pick",
        "record",
        "scan",
        "schema",
        "select",
        "snapshot",
        "toArrow",
      ],
    ],
    [
      "snapshot",
      ["count", "length", "mask", "pick", "record", "scan", "schema", "select", "toArrow"],
    ],
    [
      "store",
      [
        "check",
        "close",
        "count",
        "explain",
        "kind",
        "read",
        "schema",
        "size",
        "summarize",
        "version",
        "write",
      ],
    ],
  ])("let an editor propose only public members after `%s.`", (expression, names) => {
    expect(proposed(expression)).toEqual(names);
  });

  it("have no internal member", () => {
    const dist = new URL("dist/", root);
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
    const declarations = files.filter((name) => /\.d\.c?ts$/.test(name));
    expect(declarations.length).toBeGreaterThan(10);
    for (const name of declarations) {
      expect(readFileSync(new URL(name, dist), "utf8"), name).not.toContain("@internal");
    }
  });
});
