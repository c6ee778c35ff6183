import { expect } from "vitest";

/** Whether everything is tried, which takes hours: `ISOFORM_CAMPAIGN=long`. The short form takes minutes. */
export const IS_LONG = process.env.ISOFORM_CAMPAIGN === "long";

/** How long a soak goes on, in minutes: in the short form, in the long one, or as `ISOFORM_MINUTES` says. */
export function soakMinutes(short: number, long: number): number {
  return Number(process.env.ISOFORM_MINUTES ?? extent(short, long));
}

/** A size or a duration of the campaign: that of the short form, or of the long one. */
export function extent(short: number, long: number): number {
  return IS_LONG ? long : short;
}

/** Prints one line about something that was measured. */
export function figure(name: string, value: number | string, unit = ""): void {
  const shown = typeof value === "number" ? Number(value.toPrecision(4)).toString() : value;
  process.stdout.write(`  ${name}: ${shown}${unit === "" ? "" : ` ${unit}`}\n`);
}

/** Prints what was measured, and expects it below a margin that a busy machine does not reach. */
export function expectBelow(name: string, value: number, margin: number, unit: string): void {
  figure(name, value, `${unit} (fails from ${margin})`);
  expect(value, name).toBeLessThan(margin);
}
