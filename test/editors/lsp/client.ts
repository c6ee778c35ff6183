import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import {
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type TextDocumentContentChangeEvent,
} from "vscode-languageserver-protocol/node.js";
import { PROGRAM } from "../../apps/cli/run-cli.ts";

export const SCHEMA = {
  fields: { vin: { type: "text", key: true }, country: "text", price: "number", day: "date" },
};

/** A folder for a test, which is removed after it. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "isoform-lsp-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Replaces a file at once. The server, which looks at files at any time, would see one that is written in its place when it is empty, too. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.draft`, text);
  renameSync(`${path}.draft`, path);
}

/** An editor: the reference implementation of the protocol, with the real server behind it. */
export class Editor {
  readonly process: ChildProcess;
  readonly connection: ProtocolConnection;
  readonly exit: Promise<number | null>;
  initialized: InitializeResult | undefined;
  readonly #diagnostics = new Map<string, readonly Diagnostic[]>();
  #changed: () => void = () => undefined;
  #version = 1;

  private constructor(options: readonly string[]) {
    const [node, ...rest] = PROGRAM;
    const child = spawn(node, [...rest, "lsp", "--stdio", ...options], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.process = child;
    this.exit = new Promise((resolve) => child.once("exit", resolve));
    this.connection = createProtocolConnection(child.stdout, child.stdin);
    this.connection.onNotification(PublishDiagnosticsNotification.type, (told) => {
      this.#diagnostics.set(told.uri, told.diagnostics);
      this.#changed();
    });
    this.connection.listen();
    onTestFinished(async () => {
      this.connection.dispose();
      child.kill();
      await this.exit;
    });
  }

  static async start(snippetSupport = true, options: readonly string[] = []): Promise<Editor> {
    const editor = new Editor(options);
    const completion = { completionItem: { snippetSupport } };
    editor.initialized = await editor.connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      capabilities: { textDocument: { completion } },
    });
    await editor.connection.sendNotification(InitializedNotification.type, {});
    return editor;
  }

  async open(path: string, text: string): Promise<string> {
    const uri = isAbsolute(path) ? pathToFileURL(path).href : path;
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "isoform", version: this.#version++, text },
    });
    return uri;
  }

  async change(uri: string, ...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: this.#version++ },
      contentChanges,
    });
  }

  /** The diagnostics of a file, as soon as they are as wanted. */
  async diagnostics(
    uri: string,
    isWanted: (found: readonly Diagnostic[]) => boolean,
  ): Promise<readonly Diagnostic[]> {
    for (;;) {
      const found = this.#diagnostics.get(uri);
      if (found !== undefined && isWanted(found)) return found;
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }
}
