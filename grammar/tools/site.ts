import { fileURLToPath } from "node:url";
import { buildSite } from "../site/build-site.ts";

// Builds the site into `dist/site`: `npm run site`.
const dist = new URL("../../dist/", import.meta.url);
await buildSite(fileURLToPath(new URL("site", dist)), fileURLToPath(new URL("playground", dist)));
