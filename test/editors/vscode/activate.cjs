/* Loads the extension in the given folder as the editor does, until the server has told its diagnostics. */
const { join } = require("node:path");

const folder = process.argv[2];
const vscode = require(join(folder, "node_modules/vscode"));
const extension = require(join(folder, "extension.js"));

const told = new Promise((resolve) => {
  vscode.onDiagnostics = resolve;
});

(async () => {
  await extension.activate({ asAbsolutePath: (name) => join(folder, name), subscriptions: [] });
  await told;
  await extension.deactivate();
})().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
