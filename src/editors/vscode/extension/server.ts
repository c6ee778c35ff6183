import { serveEditor } from "../../lsp/index.ts";

// Like `isoform lsp`. The whole program would include the stores and the service, too.
process.exit((await serveEditor(process.stdin, process.stdout)) ? 0 : 1);
