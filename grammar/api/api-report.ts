import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/*
 * `npm run gen:api` writes the public interface of each sub-path into `grammar/api`, from the declarations of the built
 * package. Each declaration is in one report: that of the first sub-path that exports it, or else that of the first whose exports
 * name it. With `--check` nothing is written: it names each report that differs, and fails if one does. It also names
 * each export and each public member without a comment.
 */

const root = new URL("../../", import.meta.url);
const dist = fileURLToPath(new URL("dist/", root));
const isCheck = process.argv.includes("--check");
const manifest: unknown = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const exported =
  typeof manifest === "object" && manifest !== null && "exports" in manifest
    ? Object.keys(Object(manifest.exports))
    : [];
const names = exported
  .filter((path) => !path.endsWith(".json"))
  .map((path) => (path === "." ? "index" : path.slice(2)));

const program = ts.createProgram(
  names.map((name) => `${dist}${name}.d.ts`),
  { strict: true, types: ["node"], module: ts.ModuleKind.Node16, noEmit: true },
);
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });

function resolved(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The declarations of a symbol that are the package's own; those of namespaces are reports of their own. */
function declarationsOf(symbol: ts.Symbol): readonly ts.Declaration[] {
  return (symbol.declarations ?? []).filter(
    (declaration) =>
      declaration.getSourceFile().fileName.startsWith(dist) && !ts.isSourceFile(declaration),
  );
}

function textOf(declaration: ts.Declaration): string {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return printer
    .printNode(ts.EmitHint.Unspecified, statement, declaration.getSourceFile())
    .replace(/^(?:export )?(?:declare )?/, "")
    .replaceAll(/^ {4}(?:#private|private constructor\(\));\n/gm, "");
}

/** The package's own types that a declaration names. */
function namedIn(declaration: ts.Declaration): readonly ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      if (symbol !== undefined) found.push(resolved(symbol));
    }
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return found.filter((symbol) => declarationsOf(symbol).some(isTopLevel));
}

function isTopLevel(declaration: ts.Declaration): boolean {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return ts.isSourceFile(statement.parent) || ts.isModuleBlock(statement.parent);
}

function exportsOf(name: string): readonly ts.Symbol[] {
  const source = program.getSourceFile(`${dist}${name}.d.ts`);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`dist/${name}.d.ts is missing: run \`npm run build\``);
  return checker.getExportsOfModule(module);
}

/** What a member of a namespace is. Bundlers declare it a second time, by a name of their own. */
function unaliased(member: ts.Symbol): ts.Symbol {
  const symbol = resolved(member);
  const [declaration] = symbol.declarations ?? [];
  const again =
    declaration !== undefined &&
    (ts.isVariableDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
      ? declaration.type
      : undefined;
  if (again === undefined || !symbol.name.includes("_d_")) return symbol;
  const named = ts.isTypeQueryNode(again)
    ? again.exprName
    : ts.isTypeReferenceNode(again)
      ? again.typeName
      : undefined;
  const meant = named && checker.getSymbolAtLocation(named);
  return meant === undefined ? symbol : resolved(meant);
}

/** The first sub-path that exports a symbol, or whose exports name it. The root comes first. */
const homes = new Map<ts.Symbol, string>();
for (const name of names) {
  for (const symbol of exportsOf(name).map(resolved)) {
    if (!homes.has(symbol)) homes.set(symbol, name);
  }
}

/** The types that only the declarations of a sub-path name: no sub-path exports them. */
function unexportedOf(shown: readonly ts.Symbol[], name: string): readonly ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const pending = [...shown];
  for (let symbol = pending.pop(); symbol !== undefined; symbol = pending.pop()) {
    const members = isNamespace(symbol) ? checker.getExportsOfModule(symbol).map(unaliased) : [];
    for (const other of [...members, ...declarationsOf(symbol).flatMap(namedIn)]) {
      if (homes.has(other)) continue;
      homes.set(other, name);
      pending.push(other);
      if (!members.includes(other)) found.push(other);
    }
  }
  return found;
}

function isNamespace(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Module) !== 0;
}

function reportOf(name: string): string {
  const open = exportsOf(name).map((one) => [one.name, resolved(one)] as const);
  const own = open.filter(([, symbol]) => homes.get(symbol) === name);
  const namespaces = own.filter(([, symbol]) => isNamespace(symbol));
  const shared = open
    .filter(([, symbol]) => homes.get(symbol) !== name)
    .map(([given, symbol]) => `\`${given}\` (${pathOf(homes.get(symbol) ?? name)})`);
  const inner = unexportedOf(
    own.map(([, symbol]) => symbol),
    name,
  );
  return [
    `# ${pathOf(name)}\n`,
    "The exports of this sub-path. Written by `npm run gen:api`; do not edit.\n",
    section(own.filter(([, symbol]) => !isNamespace(symbol))),
    ...namespaces.flatMap(([given, symbol]) => [
      `\n## The exports of \`${given}\`\n`,
      section(checker.getExportsOfModule(symbol).map((one) => [one.name, unaliased(one)] as const)),
    ]),
    ...(inner.length === 0
      ? []
      : [
          "\n## Types that these name\n",
          section(inner.map((symbol) => [symbol.name, symbol] as const)),
        ]),
    ...(shared.length === 0
      ? []
      : ["\n## Exports that another sub-path has too\n", `${shared.sort().join(", ")}.`]),
    "",
  ].join("\n");
}

function pathOf(name: string): string {
  return name === "index" ? "isoform" : `isoform/${name}`;
}

/** The declarations of symbols, in the order of their text; nothing without one. */
function section(symbols: readonly (readonly [string, ts.Symbol])[]): string {
  if (symbols.length === 0) return "There is none that only this sub-path has.";
  const texts = symbols.flatMap(([, symbol]) =>
    declarationsOf(symbol).filter(isTopLevel).map(textOf),
  );
  return `\`\`\`ts\n${[...new Set(texts)].sort().join("\n\n")}\n\`\`\``;
}

/** The names of the exports, and of their public members, that have no comment. */
function undocumented(name: string): readonly string[] {
  const missing: string[] = [];
  for (const exportedSymbol of exportsOf(name)) {
    const symbol = resolved(exportedSymbol);
    // The bundler writes the declaration of a namespace, without comments.
    if (declarationsOf(symbol).some(ts.isModuleDeclaration)) continue;
    const declarations = declarationsOf(symbol).filter(isTopLevel);
    if (declarations.length > 0 && !isDocumented(symbol)) missing.push(exportedSymbol.name);
    for (const member of declarations.flatMap(membersOf)) {
      const own = member.name && checker.getSymbolAtLocation(member.name);
      if (own === undefined || isDocumented(own)) continue;
      missing.push(`${exportedSymbol.name}.${own.name}`);
    }
  }
  return [...new Set(missing)];
}

function isDocumented(symbol: ts.Symbol): boolean {
  return symbol.getDocumentationComment(checker).length > 0;
}

/** The members of a class or an interface that users see. */
function membersOf(declaration: ts.Declaration): readonly (ts.ClassElement | ts.TypeElement)[] {
  const isType = ts.isClassDeclaration(declaration) || ts.isInterfaceDeclaration(declaration);
  const members: readonly (ts.ClassElement | ts.TypeElement)[] = isType ? declaration.members : [];
  return members.filter((member) => {
    if (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) return false;
    // A member whose name is a symbol or private is the package's own. Every exception has a name.
    if (member.name === undefined || !ts.isIdentifier(member.name)) return false;
    return member.name.text !== "name" || !isException(declaration);
  });
}

function isException(declaration: ts.Declaration): boolean {
  return ts.isClassDeclaration(declaration) && /Error$/.test(declaration.name?.text ?? "");
}

const differing: string[] = [];
for (const name of names) {
  const url = new URL(`grammar/api/${name.replaceAll("/", "-")}.api.md`, root);
  const content = reportOf(name);
  let current = "";
  try {
    current = readFileSync(url, "utf8");
  } catch {
    // It is not written yet.
  }
  if (current === content) continue;
  differing.push(url.pathname.slice(root.pathname.length));
  if (isCheck) continue;
  mkdirSync(new URL(".", url), { recursive: true });
  writeFileSync(url, content);
}
for (const path of differing) {
  console.log(
    isCheck
      ? `${path} differs from the built package: run \`npm run gen:api\`, and read what changed`
      : path,
  );
}
const bare = [
  ...new Set(names.flatMap((name) => undocumented(name).map((one) => `${one} (isoform/${name})`))),
];
for (const one of bare) console.log(`${one} has no comment: say what it is for`);
if (isCheck && differing.length + bare.length > 0) process.exitCode = 1;
