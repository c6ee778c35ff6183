import { columnsText } from "./columns.ts";
import { FigureRecord } from "./figure-record.ts";
import { growthText } from "./growth.ts";
import { rowsText } from "./rows.ts";
import { shapesText } from "./shapes.ts";
import { serviceText, speedText } from "./speed.ts";
import { threadsText } from "./threads.ts";

/** The sections of pages that show figures, by name. */
export const MEASURED_SECTIONS = {
  speed: speedText,
  service: serviceText,
  rows: rowsText,
  columns: (record: FigureRecord) =>
    [
      columnsText(record),
      growthText(record),
      shapesText(record),
      threadsText(record),
      record.origins("columns", "growth", "shapes", "threads"),
    ].join("\n\n"),
} as const;

/** The generator of a section from the current record. */
export function measured(section: keyof typeof MEASURED_SECTIONS): () => string {
  return () => MEASURED_SECTIONS[section](FigureRecord.read());
}
