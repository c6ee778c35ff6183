import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import ts from "typescript";
import { BY_FILE, type Cuts, EVERYWHERE, INTERNAL_NAMES, STAND_INS } from "./tsup.chevrotain.ts";

/** What only the reference, completion and tests read of a function's definition. */
const DOCUMENTATION: ReadonlySet<string> = new Set([
  "category",
  "summary",
  "details",
  "airtable",
  "examples",
]);
const PARAMETERS: ReadonlySet<string> = new Set([
  "any",
  "common",
  "condition",
  "date",
  "list",
  "literal",
  "number",
  "text",
]);

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function parse(name: string, source: string): ts.SourceFile {
  return ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true);
}

function apply(source: string, cuts: readonly Cut[]): string {
  let result = source;
  for (const { start, end, text } of [...cuts].sort((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + text + result.slice(end);
  }
  return result;
}

/** Leaves the documentation of functions out of the bundle: a third of it, which no formula needs to run. */
export const withoutDocumentation: Plugin = {
  name: "without-documentation",
  setup(build) {
    build.onLoad({ filter: /src\/functions\/[a-z]+\/[a-z-]+\.ts$/ }, async ({ path }) => ({
      contents: stripDocumentation(await readFile(path, "utf8")),
      loader: "ts",
    }));
    // Names of tokens are read by the generators of the grammar's documentation, and in messages of Chevrotain.
    build.onLoad({ filter: /src\/syntax\/lexer\/[a-z-]+\.ts$/ }, async ({ path }) => ({
      contents: stripTokenNames(await readFile(path, "utf8")),
      loader: "ts",
    }));
  },
};

function stripDocumentation(source: string): string {
  const file = parse("definition.ts", source);
  const cuts: Cut[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [first, second] = node.arguments;
      const name = node.expression.text;
      if (name === "defineFunction" && first !== undefined && ts.isObjectLiteralExpression(first)) {
        for (const property of first.properties) {
          if (!ts.isPropertyAssignment(property)) continue;
          if (!DOCUMENTATION.has(property.name.getText(file))) continue;
          cuts.push({
            start: property.getStart(file),
            end: endWithComma(property, source),
            text: "",
          });
        }
      }
      if (PARAMETERS.has(name) && second !== undefined && ts.isStringLiteralLike(second)) {
        cuts.push({ start: second.getStart(file), end: second.end, text: '""' });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return apply(source, cuts);
}

function stripTokenNames(source: string): string {
  const file = parse("tokens.ts", source);
  const cuts: Cut[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(file) === "createToken") {
      const [definition] = node.arguments;
      if (definition === undefined || !ts.isObjectLiteralExpression(definition)) return;
      for (const property of definition.properties) {
        if (!/^(?:name|label)$/.test(property.name?.getText(file) ?? "")) continue;
        cuts.push({
          start: property.getStart(file),
          end: endWithComma(property, source),
          text: "",
        });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return apply(source, cuts);
}

/** Leaves out of Chevrotain what the grammar never reaches; see `tsup.chevrotain.ts`. */
export const withoutUnreachedParts: Plugin = {
  name: "without-unreached-parts",
  setup(build) {
    build.initialOptions.mangleProps = new RegExp(`^(?:${INTERNAL_NAMES.join("|")})$`);
    const unused = new Set([
      ...Object.keys(STAND_INS),
      ...Object.keys(BY_FILE),
      ...namesOf(EVERYWHERE),
    ]);
    build.onLoad({ filter: /chevrotain.*\/lib\/src\/.*\.js$/ }, async ({ path }) => {
      const isThisFile = (end: string): boolean => path.endsWith(`/${end}.js`);
      const standIn = Object.keys(STAND_INS).find(isThisFile);
      if (standIn !== undefined) {
        unused.delete(standIn);
        return { contents: STAND_INS[standIn] ?? "", loader: "js" };
      }
      const key = Object.keys(BY_FILE).find(isThisFile);
      if (key !== undefined) unused.delete(key);
      const here = key === undefined ? {} : (BY_FILE[key] ?? {});
      const { contents, found } = cutFile(path, await readFile(path, "utf8"), [EVERYWHERE, here]);
      for (const name of found) unused.delete(name);
      const missing = namesOf(here).filter((name) => !found.has(name));
      return {
        contents,
        loader: "js",
        errors: missing.map((name) => ({ text: `no ${name} in ${path}` })),
      };
    });
    build.onEnd(() => ({
      errors: [...unused].map((name) => ({ text: `no ${name} in chevrotain` })),
    }));
  },
};

/** What is listed, as `cutFile` reports it found. */
function namesOf({ methods = "", parts = [], instead = {}, values = {} }: Cuts): string[] {
  return [
    ...methods.split(" ").filter(Boolean),
    ...parts,
    ...Object.keys(instead),
    ...Object.keys(values),
  ];
}

function cutFile(
  path: string,
  source: string,
  lists: readonly Cuts[],
): { contents: string; found: Set<string> } {
  const methods = new Set(lists.flatMap((list) => list.methods?.split(" ") ?? []));
  const parts = lists.flatMap((list) => list.parts ?? []);
  const instead = new Map(lists.flatMap((list) => Object.entries(list.instead ?? {})));
  const values = new Map(lists.flatMap((list) => Object.entries(list.values ?? {})));
  const heads = [...parts, ...instead.keys()];
  const file = parse(path, source);
  const found = new Set<string>();
  const cuts: Cut[] = [];

  /** The name of what is cut here, and what takes its place. */
  const cutAt = (node: ts.Node): readonly [name: string, text: string] | undefined => {
    const text = node.getText(file).replaceAll(/\s+/g, " ");
    const value = ts.isExpression(node) && isRead(node) ? values.get(text) : undefined;
    if (value !== undefined) return [text, value];
    if (isMember(node)) {
      const name = node.name?.getText(file) ?? "";
      if (methods.has(name)) return [name, ""];
    }
    if (!isPart(node)) return undefined;
    const isWhole = ts.isIdentifier(node);
    const head = heads.find((begin) => (isWhole ? text === begin : text.startsWith(begin)));
    if (head === undefined) return undefined;
    return [head, instead.get(head) ?? (ts.isStatement(node) ? ";" : "")];
  };

  const visit = (node: ts.Node): void => {
    const cut = cutAt(node);
    if (cut !== undefined) {
      const [name, text] = cut;
      found.add(name);
      const end = text === "" ? endWithComma(node, source) : node.end;
      cuts.push({ start: node.getStart(file), end, text });
      return;
    }
    const traced = ts.isExpressionStatement(node) ? tracedBlock(node.expression) : undefined;
    if (traced !== undefined) {
      cuts.push({ start: node.getStart(file), end: traced.getStart(file), text: "" });
      cuts.push({ start: traced.end, end: node.end, text: "" });
    }
    ts.forEachChild(traced ?? node, visit);
  };
  visit(file);
  return { contents: apply(source, cuts), found };
}

function isMember(node: ts.Node): node is ts.ClassElement | ts.ObjectLiteralElement {
  return ts.isClassElement(node) || ts.isObjectLiteralElement(node);
}

function isPart(node: ts.Node): boolean {
  return isMember(node) || isListed(node) || ts.isStatement(node) || ts.isCaseOrDefaultClause(node);
}

/** Whether a comma follows or may follow: an element of an array, or a property of an object. */
function isListed(node: ts.Node): boolean {
  return ts.isArrayLiteralExpression(node.parent ?? node) || ts.isObjectLiteralElement(node);
}

function endWithComma(node: ts.Node, source: string): number {
  return isListed(node)
    ? node.end + (/^\s*,/.exec(source.slice(node.end))?.[0].length ?? 0)
    : node.end;
}

/** Not where something is declared, named or assigned to. */
function isRead(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) {
    return parent.left !== node || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken;
  }
  return !("name" in parent && parent.name === node);
}

/** The block of `TRACE_INIT("phase", () => { … })`, which only measures how long it takes. */
function tracedBlock(call: ts.Expression): ts.Block | undefined {
  if (!ts.isCallExpression(call) || !/(?:TRACE_INIT|^tracer)$/.test(call.expression.getText()))
    return undefined;
  const phase = call.arguments[1];
  return phase !== undefined && ts.isArrowFunction(phase) && ts.isBlock(phase.body)
    ? phase.body
    : undefined;
}
