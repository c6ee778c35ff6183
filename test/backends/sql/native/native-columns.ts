/** A column of a test table: its name, its type, and the values of its rows as SQL. Without values, it is computed. */
export type NativeColumn = readonly [name: string, type: string, values: readonly string[]];

/** The statements that create a table with a column of each type, and fill it. The key is `id`, from 0. */
export function tableOf(
  table: string,
  key: string,
  columns: readonly NativeColumn[],
  rows: number,
  suffix = "",
): readonly string[] {
  const filled = columns.filter(([, , values]) => values.length > 0);
  const cells = Array.from({ length: rows }, (_, row) => {
    const values = filled.map(([, , some], at) => some[(row + at) % some.length]);
    return `(${[row, ...values].join(", ")})`;
  });
  const defined = columns.map(([name, type]) => `${name} ${type}`);
  const names = ["id", ...filled.map(([name]) => name)];
  return [
    `CREATE TABLE ${table} (${[key, ...defined].join(", ")}) ${suffix}`,
    `INSERT INTO ${table} (${names.join(", ")}) VALUES ${cells.join(",\n")}`,
  ];
}
