import { runSite } from "./run-site.ts";

// Builds the site into `dist/site`: `npm run site`, with `-- --base /docs/` for a site under a path. `npm run site --
// dev` serves it during development.
const options = process.argv.slice(2);
if (options[0] === "dev") await runSite("dev", options.slice(1));
else await runSite("build", options);
