import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import {
  CancellationTokenSource,
  CodeActionRequest,
  type CompletionItem,
  CompletionRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  ExitNotification,
  FoldingRangeRequest,
  HoverRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  SelectionRangeRequest,
  SemanticTokensRequest,
  ShutdownRequest,
  SignatureHelpRequest,
  type TextEdit,
} from "vscode-languageserver-protocol/node.js";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Editor, folderWith, replaceFile, SCHEMA } from "./client.ts";

// The real program, asked by the protocol's own client library.

const schemaFile = { "isoform.schema.json": JSON.stringify(SCHEMA) };
const at = (line: number, character: number) => ({ line, character });
const codes = (found: readonly { code?: unknown }[]): unknown[] => found.map(({ code }) => code);

/** An editor with one formula open. */
async function opened(text: string, files: Record<string, string> = schemaFile) {
  const folder = folderWith(files);
  const editor = await Editor.start();
  const uri = await editor.open(join(folder, "cheap.isoform"), text);
  return { folder, editor, uri, textDocument: { uri }, ask: editor.connection };
}

function documentOf(text: string): TextDocument {
  return TextDocument.create("untitled:a", "isoform", 0, text);
}

function applied(text: string, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(documentOf(text), [...edits]);
}

function editsOf(item: CompletionItem | undefined): readonly TextEdit[] {
  const edit = item?.textEdit;
  return edit !== undefined && "range" in edit ? [edit] : [];
}

describe("diagnostics", () => {
  it("are published with their positions, and again after each change", async () => {
    const { editor, uri } = await opened("AND(\n  {contry} = 'Italy',\n  {price} < 5)");
    const [found] = await editor.diagnostics(uri, ({ length }) => length > 0);
    expect(found).toMatchObject({
      code: "unknown-field",
      severity: 1,
      source: "isoform",
      range: { start: at(1, 2), end: at(1, 10) },
    });
    expect(found?.message).toContain("country");
    // One change in the middle, and one after it, at the offsets that the first one leaves.
    await editor.change(
      uri,
      { range: { start: at(1, 3), end: at(1, 9) }, text: "country" },
      { range: { start: at(2, 12), end: at(2, 13) }, text: '"5"' },
    );
    expect(
      codes(await editor.diagnostics(uri, (now) => codes(now)[0] !== "unknown-field")),
    ).toEqual(["comparison-type"]);
    await editor.change(uri, { text: "{price} < 5" });
    await editor.diagnostics(uri, ({ length }) => length === 0);
  });

  it("count characters beyond the first plane as the protocol does, and any line end", async () => {
    const { editor, uri } = await opened('"🚗🚗" & {a}\r\n& {b}\r& {c}');
    const found = await editor.diagnostics(uri, ({ length }) => length === 3);
    expect(found.map(({ range }) => range.start)).toEqual([at(0, 9), at(1, 2), at(2, 2)]);
  });

  it("of a formula without a schema have no unknown fields", async () => {
    const { editor, uri } = await opened("AND({anything} = 1, LEFTT('a'))", {});
    expect(codes(await editor.diagnostics(uri, ({ length }) => length > 0))).toEqual([
      "unknown-function",
    ]);
    const untitled = await editor.open("untitled:Untitled-1", "{x} +");
    expect((await editor.diagnostics(untitled, ({ length }) => length > 0)).length).toBe(1);
  });

  it("are those of the schema that the first line names", async () => {
    const files = { ...schemaFile, "bikes.schema.json": '{"fields":{"gears":"number"}}' };
    const { editor, uri } = await opened(
      "// schema: ./bikes.schema.json\n{price} > {gears}",
      files,
    );
    expect(await editor.diagnostics(uri, ({ length }) => length > 0)).toMatchObject([
      { code: "unknown-field", range: { start: at(1, 0) } },
    ]);
    await editor.change(uri, { text: "// schema: ./nothing.schema.json\n{gears} > 1" });
    const told = await editor.diagnostics(uri, (now) => codes(now)[0] !== "unknown-field");
    expect(told).toMatchObject([{ range: { start: at(0, 0) } }]);
    expect(told[0]?.message).toContain("ENOENT");
  });

  it("follow the schema, whose own mistakes are published for its file", async () => {
    const { editor, uri, folder } = await opened("{wheels} > 2");
    await editor.diagnostics(uri, (now) => codes(now)[0] === "unknown-field");
    const path = join(folder, "isoform.schema.json");
    const schemaUri = pathToFileURL(path).href;
    replaceFile(path, '{"fields":{"wheels":"number"}}');
    await editor.diagnostics(uri, ({ length }) => length === 0);
    replaceFile(path, '{\n  "fields": {\n    "wheels": "wheel"\n  }\n}');
    const [wrong] = await editor.diagnostics(schemaUri, ({ length }) => length > 0);
    expect(wrong).toMatchObject({ severity: 1, range: { start: at(2, 4), end: at(2, 12) } });
    replaceFile(path, '{"fields": {');
    const broken = await editor.diagnostics(schemaUri, (now) => now[0]?.range.start.line !== 2);
    expect(broken[0]?.message).toContain("there is no schema");
    replaceFile(path, '{"fields":{"seats":"number"}}');
    await editor.diagnostics(schemaUri, ({ length }) => length === 0);
    await editor.diagnostics(uri, (now) => codes(now)[0] === "unknown-field");
    rmSync(path);
    await editor.diagnostics(uri, (now) => codes(now)[0] !== "unknown-field");
  });
});

describe("an open formula", () => {
  it("is completed", async () => {
    const text = "AND({pri";
    const { textDocument, ask } = await opened(text);
    const asked = { textDocument, position: at(0, 8) };
    const list = await ask.sendRequest(CompletionRequest.type, asked);
    if (list === null || Array.isArray(list)) throw new Error("there is no list");
    const item = list.items.find(({ label }) => label.includes("price"));
    expect(item?.textEdit).toMatchObject({ range: { start: at(0, 4), end: at(0, 8) } });
    expect(applied(text, editsOf(item))).toBe("AND({price}");
  });

  it("offers calls whose arguments are placeholders", async () => {
    const { textDocument, ask } = await opened("SUBST");
    const list = await ask.sendRequest(CompletionRequest.type, {
      textDocument,
      position: at(0, 5),
    });
    if (list === null || Array.isArray(list)) throw new Error("there is no list");
    const item = list.items.find(({ label }) => label.startsWith("SUBSTITUTE"));
    expect(item?.insertTextFormat).toBe(2);
    expect(editsOf(item)[0]?.newText).toMatch(/^SUBSTITUTE\(\$\{1/);
    const plain = await Editor.start(false);
    const uri = await plain.open("untitled:a", "SUBST");
    const other = await plain.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: at(0, 5),
    });
    if (other === null || Array.isArray(other)) throw new Error("there is no list");
    const same = other.items.find(({ label }) => label.startsWith("SUBSTITUTE"));
    expect(editsOf(same)[0]?.newText).toMatch(/^SUBSTITUTE\([^$]*$/);
    expect(same?.insertTextFormat).toBe(1);
  });

  it("has hovers and signatures", async () => {
    const { textDocument, ask } = await opened("LEFT({country}, 2)");
    const hover = await ask.sendRequest(HoverRequest.type, { textDocument, position: at(0, 1) });
    expect(hover).toMatchObject({
      contents: { kind: "markdown", value: expect.stringContaining("LEFT") },
      range: { start: at(0, 0), end: at(0, 4) },
    });
    const help = await ask.sendRequest(SignatureHelpRequest.type, {
      textDocument,
      position: at(0, 16),
    });
    expect(help).toMatchObject({ activeSignature: 0, activeParameter: 1 });
    expect(help?.signatures[0]?.label).toMatch(/^LEFT\(/);
    expect(
      await ask.sendRequest(SignatureHelpRequest.type, { textDocument, position: at(0, 18) }),
    ).toBeNull();
  });

  it("is formatted", async () => {
    const text = "AND( {price}<5,\n\n{country}='Italy' )";
    const { textDocument, ask } = await opened(text);
    const edits = await ask.sendRequest(DocumentFormattingRequest.type, {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(applied(text, edits ?? [])).toBe('AND({price} < 5, {country} = "Italy")');
  });

  it("has a field that is highlighted and renamed everywhere", async () => {
    const text = "{price} > 1 & price\n& {country}";
    const { textDocument, ask, uri } = await opened(text);
    const asked = { textDocument, position: at(0, 3) };
    const context = { includeDeclaration: true };
    const locations = await ask.sendRequest(ReferencesRequest.type, { ...asked, context });
    expect(locations).toMatchObject([
      { uri, range: { start: at(0, 0) } },
      { range: { start: at(0, 14) } },
    ]);
    expect(await ask.sendRequest(DocumentHighlightRequest.type, asked)).toHaveLength(2);
    expect(await ask.sendRequest(PrepareRenameRequest.type, asked)).toMatchObject({
      placeholder: "price",
    });
    const renamed = await ask.sendRequest(RenameRequest.type, { ...asked, newName: "net price" });
    expect(applied(text, renamed?.changes?.[uri] ?? [])).toBe(
      "{net price} > 1 & {net price}\n& {country}",
    );
    await expect(ask.sendRequest(RenameRequest.type, { ...asked, newName: "" })).rejects.toThrow();
  });

  it("has fixes", async () => {
    const text = "{contry} == 'Italy'";
    const { editor, textDocument, ask, uri } = await opened(text);
    const diagnostics = [...(await editor.diagnostics(uri, ({ length }) => length > 0))];
    const actions = await ask.sendRequest(CodeActionRequest.type, {
      textDocument,
      range: { start: at(0, 2), end: at(0, 2) },
      context: { diagnostics },
    });
    const fix = actions?.find((action) => "edit" in action && action.kind === "quickfix");
    if (fix === undefined || !("edit" in fix)) throw new Error("there is no fix");
    expect(fix.diagnostics).toMatchObject([{ code: "unknown-field" }]);
    expect(applied(text, fix.edit?.changes?.[uri] ?? [])).toMatch(/^\{?country\}? ==/);
  });

  it("has tokens, folds and selections", async () => {
    const text = "AND( // all\n  {price} < 5,\n  {country} = 'a\nb')";
    const { editor, textDocument, ask } = await opened(text);
    const tokens = await ask.sendRequest(SemanticTokensRequest.type, { textDocument });
    const { legend } = editor.initialized?.capabilities.semanticTokensProvider ?? {};
    const words: string[] = [];
    const data = tokens?.data ?? [];
    let [line, character] = [0, 0];
    for (let from = 0; from < data.length; from += 5) {
      const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(from, from + 4);
      character = lines === 0 ? character + characters : characters;
      line += lines;
      const word = text.split("\n")[line]?.slice(character, character + length);
      words.push(`${legend?.tokenTypes[type]} ${word}`);
    }
    expect(words).toEqual([
      "function AND",
      "comment // all",
      "property {price}",
      "operator <",
      "number 5",
      "property {country}",
      "operator =",
      "string 'a",
      "string b'",
    ]);
    const folds = await ask.sendRequest(FoldingRangeRequest.type, { textDocument });
    expect(folds).toMatchObject([{ startLine: 0, endLine: 3 }]);
    const [selection] =
      (await ask.sendRequest(SelectionRangeRequest.type, {
        textDocument,
        positions: [at(1, 4)],
      })) ?? [];
    const sizes: number[] = [];
    const document = documentOf(text);
    for (let now = selection; now !== undefined; now = now.parent) {
      sizes.push(document.getText(now.range).length);
    }
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(sizes.at(-1)).toBe(text.length);
  });
});

describe("the server", () => {
  it("drops a request that is cancelled while it is queued", async () => {
    const { textDocument, ask } = await opened("{price}");
    const source = new CancellationTokenSource();
    const asked = { textDocument, position: at(0, 3) };
    const kept = ask.sendRequest(HoverRequest.type, asked);
    const dropped = ask.sendRequest(HoverRequest.type, asked, source.token);
    source.cancel();
    await expect(dropped).rejects.toMatchObject({ code: -32800 });
    expect(await kept).not.toBeNull();
  });

  it("exits after `shutdown` and `exit`, and not before", async () => {
    const { editor, ask } = await opened("{price}");
    await expect(ask.sendRequest("textDocument/nothing", {})).rejects.toMatchObject({
      code: -32601,
    });
    await ask.sendRequest(ShutdownRequest.type);
    await expect(ask.sendRequest("textDocument/hover", {})).rejects.toMatchObject({ code: -32600 });
    await ask.sendNotification(ExitNotification.type);
    expect(await editor.exit).toBe(0);
  });

  it("exits with its editor, with an error code without `exit`", async () => {
    const editor = await Editor.start();
    editor.connection.end();
    expect(await editor.exit).not.toBe(0);
  });

  it("continues after an invalid message", async () => {
    const editor = await Editor.start();
    editor.process.stdin?.write("Content-Length: 3\r\n\r\n{\r\n");
    editor.process.stdin?.write('Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\n"ab"');
    const uri = await editor.open("untitled:b", "LEFT(");
    expect((await editor.diagnostics(uri, ({ length }) => length > 0)).length).toBeGreaterThan(0);
    const odd = { textDocument: { uri }, position: at(9, 900) };
    await editor.connection.sendRequest(HoverRequest.type, odd);
    const before = { textDocument: { uri }, position: at(-1, -5) };
    await editor.connection.sendRequest(HoverRequest.type, before);
  });
});
