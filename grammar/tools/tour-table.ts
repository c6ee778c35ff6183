import { TOUR_CARS, TOUR_SCHEMA } from "../../src/apps/site/tour-cars.ts";
import { code, table } from "./markdown.ts";

/** The cars that the tour filters, as a table. */
export function tourTable(): string {
  const names = [...TOUR_SCHEMA.fields.keys()];
  const rows = TOUR_CARS.map((car) => {
    const values = new Map<string, unknown>(Object.entries(car));
    return names.map((name) => cell(values.get(name)));
  });
  return table(
    names.map((name) => code(`{${name}}`)),
    rows,
  );
}

function cell(value: unknown): string {
  if (value === null) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
