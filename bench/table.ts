/** Aligned columns: the first one to the left, figures to the right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("──");
  return [line(header), rule, ...rows.map(line)].join("\n");
}

/** Formats a number with two or three significant digits. */
export function figure(value: number): string {
  if (value > 0 && value < 0.1) return value.toPrecision(2);
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  return value.toFixed(2);
}

export function percent(part: number): string {
  const value = part * 100;
  return `${value < 1 ? value.toFixed(1) : value.toFixed(0)}%`;
}
