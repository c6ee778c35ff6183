import type { Readable, Writable } from "node:stream";
import type { Position, TextDocumentContentChangeEvent } from "vscode-languageserver-textdocument";
import { CAPABILITIES, FEATURES, type RequestParams } from "./features.ts";
import { type Message, MessageReader, RPC_ERRORS, RpcError, writeMessage } from "./json-rpc.ts";
import { OpenFormulas } from "./open-formulas.ts";
import type { MessageOptions } from "./schema-files.ts";

/** The parameters of various messages. */
interface Params {
  readonly id?: number | string;
  readonly textDocument?: { readonly uri: string; readonly text: string };
  readonly contentChanges?: readonly TextDocumentContentChangeEvent[];
  readonly position?: Position;
  readonly capabilities?: {
    readonly textDocument?: {
      readonly completion?: { readonly completionItem?: { readonly snippetSupport?: boolean } };
    };
  };
}

/**
 * Serves an editor until it disconnects.
 *
 * @param texts the language of the texts; English if omitted
 * @returns whether the editor announced the shutdown
 */
export async function serveEditor(
  input: Readable,
  output: Writable,
  texts: MessageOptions = {},
): Promise<boolean> {
  const server = new LanguageServer(output, texts);
  const reader = new MessageReader(
    (message) => server.receive(message),
    () =>
      writeMessage(output, {
        id: null,
        error: { code: RPC_ERRORS.parse, message: "this is not JSON" },
      }),
  );
  await Promise.race([reader.read(input), server.left]);
  return server.end();
}

class LanguageServer {
  readonly #output: Writable;
  readonly #waiting: Message[] = [];
  readonly #cancelled = new Set<unknown>();
  /** The request that waits for values, if any. */
  #search: { readonly id: unknown; readonly stop: AbortController } | undefined;
  readonly #formulas: OpenFormulas;
  #capabilities: Params["capabilities"];
  #state: "new" | "running" | "stopping" = "new";
  #leave: () => void = () => undefined;
  readonly left = new Promise<void>((resolve) => {
    this.#leave = resolve;
  });

  constructor(output: Writable, texts: MessageOptions) {
    this.#output = output;
    this.#formulas = new OpenFormulas(texts, (uri, diagnostics) =>
      this.#send({ method: "textDocument/publishDiagnostics", params: { uri, diagnostics } }),
    );
  }

  receive(message: Message): void {
    if (message.method === "$/cancelRequest") this.#cancel(paramsOf(message).id);
    else if (this.#waiting.push(message) === 1) setImmediate(() => this.#work());
  }

  #cancel(id: unknown): void {
    if (this.#search?.id === id) this.#search?.stop.abort(cancelled());
    else this.#cancelled.add(id);
  }

  /** Stops the server. Returns whether the editor announced the shutdown. */
  end(): boolean {
    this.#search?.stop.abort();
    this.#formulas.end();
    return this.#state === "stopping";
  }

  /**
   * Handles one message. Changed files are checked when no other message waits, so that fast typing does not cause a
   * backlog.
   */
  #work(): void {
    const [message] = this.#waiting;
    if (message !== undefined) this.#answer(message);
    this.#waiting.shift();
    if (this.#waiting.length > 0) {
      setImmediate(() => this.#work());
      return;
    }
    this.#cancelled.clear();
    if (this.#state === "running") this.#formulas.publishChanged();
  }

  #answer(message: Message): void {
    const { id, method } = message;
    // A response has no method. The server sends no requests.
    if (method === undefined) return;
    if (id === undefined || id === null) {
      this.#notified(method, paramsOf(message));
      return;
    }
    try {
      if (this.#cancelled.delete(id)) throw cancelled();
      const stop = new AbortController();
      const result = this.#result(method, message, stop.signal);
      if (result instanceof Promise) this.#answerLater(id, result, stop);
      else this.#send({ id, result: result ?? null });
    } catch (error) {
      this.#refuse(id, error);
    }
  }

  /** A change, or the next request of this kind, ends the search: the response then has the values known so far. */
  async #answerLater(id: unknown, result: Promise<unknown>, stop: AbortController): Promise<void> {
    this.#search?.stop.abort();
    this.#search = { id, stop };
    try {
      const found = await result;
      if (stop.signal.reason instanceof RpcError) throw stop.signal.reason;
      this.#send({ id, result: found });
    } catch (error) {
      this.#refuse(id, error);
    } finally {
      if (this.#search?.id === id) this.#search = undefined;
    }
  }

  #refuse(id: unknown, error: unknown): void {
    const isOurs = error instanceof RpcError;
    const text = error instanceof Error ? error.message : String(error);
    if (!isOurs) process.stderr.write(`isoform: ${error instanceof Error ? error.stack : text}\n`);
    this.#send({ id, error: { code: isOurs ? error.code : RPC_ERRORS.internal, message: text } });
  }

  #result(method: string, message: Message, signal: AbortSignal): unknown {
    const params = paramsOf(message);
    if (method === "initialize") {
      this.#capabilities = params.capabilities;
      this.#state = "running";
      return { capabilities: CAPABILITIES, serverInfo: { name: "isoform" } };
    }
    if (this.#state === "new")
      throw new RpcError(RPC_ERRORS.notInitialized, "say `initialize` first");
    if (this.#state === "stopping")
      throw new RpcError(RPC_ERRORS.request, "the server is stopping");
    if (method === "shutdown") {
      this.#state = "stopping";
      return null;
    }
    const feature = Object.hasOwn(FEATURES, method) ? FEATURES[method] : undefined;
    if (feature === undefined) throw new RpcError(RPC_ERRORS.method, `there is no ${method}`);
    const uri = params.textDocument?.uri ?? "";
    const open = this.#formulas.get(uri);
    if (open === undefined) return null;
    const offset = open.document.offsetAt(params.position ?? { line: 0, character: 0 });
    const hasSnippets =
      this.#capabilities?.textDocument?.completion?.completionItem?.snippetSupport === true;
    return feature({
      uri,
      ...open,
      offset,
      hasSnippets,
      signal,
      params: params as RequestParams["params"],
    });
  }

  #notified(method: string, { textDocument, contentChanges = [] }: Params): void {
    if (method === "exit") this.#leave();
    if (textDocument === undefined) return;
    const { uri, text } = textDocument;
    if (method === "textDocument/didOpen") this.#formulas.open(uri, text);
    if (method === "textDocument/didChange") this.#search?.stop.abort();
    if (method === "textDocument/didChange") this.#formulas.change(uri, contentChanges);
    if (method === "textDocument/didClose") this.#formulas.close(uri);
  }

  #send(message: object): void {
    writeMessage(this.#output, message);
  }
}

function cancelled(): RpcError {
  return new RpcError(RPC_ERRORS.cancelled, "the request was cancelled");
}

function paramsOf({ params }: Message): Params {
  return typeof params === "object" && params !== null ? params : {};
}
