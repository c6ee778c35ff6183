import { serveEditor } from "../../lsp/index.ts";

// What `isoform lsp` does. The program as a whole would bring the stores and the service, too.
process.exit((await serveEditor(process.stdin, process.stdout)) ? 0 : 1);
