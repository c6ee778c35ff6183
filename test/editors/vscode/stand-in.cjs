/*
 * A stand-in for the module `vscode`, which only the editor has. It lets the extension load and start its server, with
 * one formula open, and keeps the diagnostics that come back. It shows nothing of what the editor makes of them.
 */

const nothing = () => undefined;

/** Anything: a class, a function, a namespace, a value. */
function anything() {
  const members = new Map();
  const base = class {
    dispose = nothing;
  };
  return new Proxy(base, {
    get(target, name) {
      if (name === "prototype" || name === Symbol.hasInstance) return target[name];
      // Neither a promise nor a text.
      if (name === "then" || typeof name === "symbol") return;
      if (!members.has(name)) members.set(name, anything());
      return members.get(name);
    },
    set(_, name, value) {
      members.set(name, value);
      return true;
    },
    apply: () => ({ dispose: nothing }),
  });
}

const [text, uri] = [process.env.FORMULA, "file:///nowhere/cheap.isoform"];
const address = { scheme: "file", fsPath: "/nowhere/cheap.isoform", toString: () => uri };
const formula = { uri: address, languageId: "isoform", version: 1, getText: () => text };

class Range {
  constructor(startLine, start, endLine, end) {
    Object.assign(this, { startLine, start, endLine, end });
  }
}

class Diagnostic {
  constructor(range, message) {
    Object.assign(this, { range, message });
  }
}

class EventEmitter {
  #listeners = new Set();
  event = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(event) {
    for (const listener of this.#listeners) listener(event);
  }
  dispose = nothing;
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter().event };
  cancel = nothing;
  dispose = nothing;
}

const vscode = anything();
vscode.EventEmitter = EventEmitter;
vscode.CancellationTokenSource = CancellationTokenSource;
vscode.version = "1.82.0";
vscode.Range = Range;
vscode.Diagnostic = Diagnostic;
vscode.env.language = "en";
vscode.env.appName = "stand-in";
vscode.Uri.parse = () => address;
vscode.workspace.textDocuments = [formula];
vscode.workspace.workspaceFolders = undefined;
vscode.workspace.getConfiguration = () => ({
  get: (name, initial) => (name === "server" ? JSON.parse(process.env.SERVER ?? "[]") : initial),
});
vscode.workspace.createFileSystemWatcher = () => ({
  onDidCreate: new EventEmitter().event,
  onDidChange: new EventEmitter().event,
  onDidDelete: new EventEmitter().event,
  dispose: nothing,
});
vscode.languages.match = (selector, { languageId }) =>
  [selector].flat().some(({ language }) => language === languageId) ? 10 : 0;
vscode.languages.createDiagnosticCollection = () => ({
  set(_, found) {
    for (const { message, code } of found) console.log(JSON.stringify({ message, code }));
    module.exports.onDiagnostics?.();
  },
  delete: nothing,
  clear: nothing,
  dispose: nothing,
});
vscode.window.createOutputChannel = () => ({
  appendLine: (line) => console.error(line),
  append: (part) => console.error(part),
  replace: nothing,
  show: nothing,
  clear: nothing,
  dispose: nothing,
});

module.exports = vscode;
