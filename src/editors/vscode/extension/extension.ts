import { type ExtensionContext, workspace } from "vscode";
import { LanguageClient, type ServerOptions, TransportKind } from "vscode-languageclient/node.js";

let client: LanguageClient | undefined;

/** Called by the editor when the first formula is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  const [program, ...args] = workspace.getConfiguration("isoform").get<string[]>("server", []);
  const server: ServerOptions =
    program === undefined
      ? { module: context.asAbsolutePath("server.mjs"), transport: TransportKind.stdio }
      : { command: program, args };
  const documentSelector = [{ language: "isoform" }];
  client = new LanguageClient("isoform", "isoform", server, { documentSelector });
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}
