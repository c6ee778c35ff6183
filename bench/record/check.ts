import { FigureRecord } from "./figure-record.ts";
import { historyOf, staleFigures } from "./freshness.ts";

/*
 * Fails if a page shows an outdated figure. Every figure of the record is shown by a page. Passes if the git history is
 * missing.
 */
const history = historyOf(new URL("../../", import.meta.url));
if (history.isKnown) {
  const stale = staleFigures(FigureRecord.read(), history);
  for (const line of stale) console.error(line);
  if (stale.length > 0) {
    console.error("Pages show these figures: `npm run bench -- readme` measures them again.");
    process.exitCode = 1;
  }
} else {
  console.log(
    `Whether the figures of pages are of this version cannot be said: ${history.reason}.`,
  );
}
