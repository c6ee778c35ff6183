/**
 * Formats a number for people: `1,234,567`. The platform's own formatter takes tens of milliseconds to load its tables,
 * which would delay the start of a page.
 */
export function grouped(number: number): string {
  const [whole = "", ...fraction] = String(number).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".");
}
