import { defined } from "../../../util/defined.ts";
import type { Catalogue, CatalogueColumn, CatalogueRow } from "../catalogue.ts";
import { enumType } from "../type-text.ts";

/**
 * Queries a table's columns. A domain is resolved to its base type. All cells are texts, so that drivers do not convert
 * them.
 */
const STATEMENT = `WITH RECURSIVE base(attnum, type, mod, not_null) AS (
  SELECT a.attnum, a.atttypid, a.atttypmod, a.attnotnull FROM pg_attribute a
    WHERE a.attrelid = to_regclass($1::text) AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT b.attnum, t.typbasetype, CASE WHEN b.mod = -1 THEN t.typtypmod ELSE b.mod END, b.not_null OR t.typnotnull
    FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype = 'd'),
counted(relid, attnum) AS (
  SELECT a.attrelid, a.attnum FROM pg_attribute a LEFT JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
    WHERE a.attidentity <> '' OR pg_get_expr(f.adbin, f.adrelid) LIKE 'nextval(%')
SELECT c.relkind::text AS kind, a.attname::text AS name, format_type(b.type, b.mod) AS type,
  (SELECT json_agg(l.enumlabel ORDER BY l.enumsortorder)::text FROM pg_enum l
    WHERE l.enumtypid = CASE WHEN t.typelem <> 0 AND t.typlen = -1 THEN t.typelem ELSE t.oid END) AS labels,
  (t.typelem <> 0 AND t.typlen = -1)::text AS is_array,
  b.not_null::text AS not_null,
  EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.convalidated AND k.conkey = ARRAY[a.attnum]
    AND pg_get_constraintdef(k.oid) IN (format('CHECK ((%I <> ''''::text))', a.attname), format('CHECK (((%I)::text <> ''''::text))', a.attname)))::text AS not_empty,
  (SELECT json_agg(pg_get_constraintdef(k.oid))::text FROM pg_constraint k WHERE k.contype = 'c' AND k.convalidated
    AND (k.conrelid = c.oid AND k.conkey = ARRAY[a.attnum] OR k.contypid = a.atttypid)) AS checks,
  CASE WHEN o.oid IS NULL THEN 'none' WHEN to_jsonb(o)->>'collisdeterministic' = 'false' THEN 'loose'
    WHEN o.collname IN ('C', 'POSIX', 'ucs_basic', 'pg_c_utf8') THEN 'exact'
    WHEN o.collname = 'default' AND (d.provider = 'b' OR (d.provider = 'c' AND d.datcollate IN ('C', 'POSIX'))) THEN 'exact'
    WHEN o.collname = 'default' THEN 'default' ELSE 'named' END AS collation,
  EXISTS (SELECT FROM counted n WHERE n.relid = c.oid AND n.attnum = a.attnum)::text AS is_counted,
  (SELECT bool_or(n.attnum IS NOT NULL)::text FROM pg_constraint k LEFT JOIN counted n ON n.relid = k.confrelid AND n.attnum = k.confkey[1]
    WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum]) AS refers_to_counted,
  EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum)::text AS is_key
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN base b ON b.attnum = a.attnum
JOIN pg_type t ON t.oid = b.type AND t.typtype <> 'd'
LEFT JOIN pg_collation o ON o.oid = a.attcollation
CROSS JOIN (SELECT datcollate, coalesce(to_jsonb(d)->>'datlocprovider', 'c') AS provider FROM pg_database d WHERE datname = current_database()) d
WHERE c.oid = to_regclass($1::text)
ORDER BY a.attnum`;

/** The kinds of relations that hold rows. */
const TABLES: ReadonlySet<unknown> = new Set(["r", "p", "v", "m", "f"]);

const NAMES = [
  "kind",
  "name",
  "type",
  "labels",
  "is_array",
  "not_null",
  "not_empty",
  "checks",
  "collation",
  "is_counted",
  "refers_to_counted",
  "is_key",
];

export const postgresCatalogue: Catalogue = async (ask, _, quoted) => {
  const rows = await ask({ text: STATEMENT, params: [quoted], names: NAMES });
  const isTable = rows.length > 0 && rows.every(({ kind }) => TABLES.has(kind));
  return isTable ? rows.map(columnOf) : undefined;
};

function columnOf(row: CatalogueRow): CatalogueColumn {
  const { name, not_null, not_empty, is_counted, refers_to_counted, is_key } = row;
  const isKey = is_key === "true";
  const isCounted = is_counted === "true" || refers_to_counted === "true";
  const isReference = typeof refers_to_counted === "string";
  const type = typeOf(row);
  // A key without a sequence is an identifier, and may have more digits than a float64 holds.
  const isIdentifier = type === "bigint" && (isKey || isReference) && !isCounted;
  return {
    name: String(name),
    type,
    isNotNull: not_null === "true",
    isNotBlank: not_empty === "true",
    isKey,
    isCounted,
    ...defined({ choices: choicesOf(row, type) }),
    ...(isIdentifier ? { field: "text" } : {}),
  };
}

/** A check `status IN (…)` of a column or a domain, as PostgreSQL writes it. */
const CHECK =
  /^CHECK \(\(+(?:\w+|"(?:[^"]|"")*")\)?(?:::text)? = (?:ANY \(+ARRAY\[(.*?)\]\)?(?:::text\[\])?\)|('(?:[^']|'')*'::[a-z ]+))\)+$/s;
const CHECKED = /'((?:[^']|'')*)'::(?:text|character varying)(?:, |$)/gsy;

/** The texts that a check allows. Types and collations that ignore differences allow others, too. */
function choicesOf({ checks, collation }: CatalogueRow, type: string): string[] | undefined {
  const isText = /^(?:text|character varying)\b/.test(type) && collation !== "loose";
  if (!isText || typeof checks !== "string") return undefined;
  const definitions: unknown = JSON.parse(checks);
  /* v8 ignore next -- `json_agg` returns a list */
  if (!Array.isArray(definitions)) return undefined;
  for (const definition of definitions) {
    const [, list, one = list] = CHECK.exec(String(definition)) ?? [];
    const found = [...(one ?? "").matchAll(CHECKED)];
    const length = found.reduce((sum, [whole]) => sum + whole.length, 0);
    if (one === undefined || length !== one.length) continue;
    return found.map(([, text = ""]) => text.replaceAll("''", "'"));
  }
  return undefined;
}

/** The names in this dialect of PostgreSQL's text types, for texts whose collation matters. */
const COLLATED: Readonly<Record<string, string>> = {
  exact: "text by code points",
  named: "text of a named collation",
  loose: "text of a nondeterministic collation",
};

/** The type, in the spelling of the mapping. */
function typeOf({ type, labels, is_array, collation }: CatalogueRow): string {
  const shown = String(type);
  const isArray = is_array === "true";
  if (typeof labels === "string") {
    const known: unknown = JSON.parse(labels);
    /* v8 ignore next -- `json_agg` returns a list */
    const native = enumType(Array.isArray(known) ? known.map(String) : []);
    return isArray ? `${native}[]` : native;
  }
  const [isText, size = ""] = /^(?:text|character varying(\(\d+\))?)$/.exec(shown) ?? [];
  const collated = COLLATED[String(collation)];
  if (isText !== undefined && collated !== undefined) return `${collated}${size}`;
  // The type of an extension is qualified by its schema unless that is on the search path.
  return shown.replace(/^(?:"(?:[^"]|"")*"|[^".]*)\./, "");
}
