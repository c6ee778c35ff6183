import type { AskCatalogue, CatalogueColumn } from "../catalogue.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { nativeType } from "../table-mapping.ts";
import { parseType } from "../type-text.ts";
import { type DescribeOptions, isStoredAsItIs } from "./describe-options.ts";

/** The size of the sample in rows, as on SQLite. */
const ROWS_LOOKED_AT = 1_000;

/** The number of columns that one statement examines. */
const COLUMNS_AT_ONCE = 100;

/**
 * Turns columns into texts if the sample has a number beyond ±2^53 in them: a float64 would round such numbers, which
 * are mostly identifiers.
 *
 * @param quoted the table as quoted SQL
 * @param overrides columns whose types these say are not examined
 */
export async function withLargeNumbers(
  columns: readonly CatalogueColumn[],
  ask: AskCatalogue,
  dialect: DialectDefinition,
  quoted: string,
  overrides: DescribeOptions["fields"] = {},
): Promise<readonly CatalogueColumn[]> {
  const open = columns.flatMap((column) => {
    const name = dialect.quote(column.name);
    const override = Object.hasOwn(overrides, column.name) ? overrides[column.name] : undefined;
    const isOpen = isStoredAsItIs(override) && mayBeText(column, dialect);
    return name !== undefined && isOpen ? [{ column, name }] : [];
  });
  const large = new Set<CatalogueColumn>();
  for (let at = 0; at < open.length; at += COLUMNS_AT_ONCE) {
    const some = open.slice(at, at + COLUMNS_AT_ONCE);
    const isLarge = some.map(
      (_, index) =>
        `MAX(CASE WHEN n${index} > 9007199254740991 OR n${index} < -9007199254740991 THEN 1 ELSE 0 END) AS c${index}`,
    );
    const first = some.map(({ name }, index) => `${name} AS n${index}`);
    const [row = {}] = await ask({
      text: `SELECT ${isLarge.join(", ")} FROM (SELECT ${first.join(", ")} FROM ${quoted} LIMIT ${ROWS_LOOKED_AT}) AS looked_at`,
      params: [],
      names: some.map((_, index) => `c${index}`),
    });
    for (const [index, { column }] of some.entries()) {
      if (Number(row[`c${index}`] ?? 0) === 1) large.add(column);
    }
  }
  return columns.map((column) => (large.has(column) ? { ...column, field: "text" } : column));
}

/** Whether a column may hold numbers that a float64 rounds and a text field represents exactly. */
function mayBeText(
  { type, field, refused, isCounted = false }: CatalogueColumn,
  dialect: DialectDefinition,
): boolean {
  if (field !== undefined || refused !== undefined || isCounted) return false;
  const parsed = parseType(type);
  const { number, text } = nativeType(parsed, dialect)?.fields ?? {};
  return number?.(parsed)?.isRounded === true && text?.(parsed) !== undefined;
}
