import type { Formula } from "../../../engine/index.ts";
import type { SortKey } from "../../../language/schema/index.ts";
import { quote } from "../../../util/quote.ts";
import type { Steps } from "../../../util/steps.ts";
import { suggest } from "../../../util/suggest.ts";
import type { Collection } from "../collection.ts";
import type { Mistakes } from "../http-problem.ts";
import type { RequestContext } from "../request-context.ts";
import { Binding } from "./binding.ts";
import { type CursorQuery, type Cursors, type Position, positionFields } from "./page-cursor.ts";
import type { ParameterValue } from "./parameter-value.ts";
import type { RawQuery } from "./raw-query.ts";
import { readingFilter } from "./read-filter.ts";

/** A page of a result. */
export interface Page {
  readonly size: number;
  readonly position: Position | undefined;
  readonly query: CursorQuery;
  /** Whether the response includes the total number of records. */
  readonly isCounted: boolean;
}

/** The query of a request, checked against the schema. */
export interface RecordQuery {
  /** The fields to return, in order; `undefined` for all. */
  readonly fields: readonly string[] | undefined;
  readonly filter: Formula | undefined;
  readonly binding: Binding;
  readonly sort: readonly SortKey[];
  readonly maxRecords: number | undefined;
  readonly page: Page | undefined;
}

/**
 * Checks the query of a request against the schema, in steps. The result is only valid if there was no mistake.
 *
 * @throws `ProblemError` if there is no memory for its formula
 */
export function* readingQuery(
  raw: RawQuery,
  collection: Collection,
  cursors: Cursors,
  mistakes: Mistakes,
  context: RequestContext,
): Steps<RecordQuery> {
  const { schema } = collection.store;
  const binding = new Binding(raw, collection, mistakes);
  const filter = yield* readingFilter(raw.filterByFormula, collection, mistakes, context, binding);
  const sort = readSort(raw, collection, mistakes);
  const maxRecords = readMaxRecords(raw.maxRecords, collection, mistakes);
  const query: CursorQuery = {
    collection: collection.name,
    view: collection.view,
    schema,
    filter: filter && JSON.stringify([filter.source, filter.timeZone, binding.text]),
    sort,
  };
  return {
    fields: readFields(raw.fields, collection, mistakes),
    filter,
    binding,
    sort,
    maxRecords,
    page: readPage(raw, query, collection, cursors, mistakes),
  };
}

function readFields(
  given: RawQuery["fields"],
  { store: { schema } }: Collection,
  mistakes: Mistakes,
): readonly string[] | undefined {
  if (given === undefined) return undefined;
  if (given.length === 0 && mistakes.isEmpty) {
    mistakes.malformed("fields", "invalid-list", "`fields` names no field; leave it out for all");
  }
  const names = new Set<string>();
  for (const { parameter, value } of given) {
    if (names.has(value)) {
      mistakes.malformed(parameter, "duplicate-field", `${quote(value)} is requested twice`);
    }
    names.add(value);
    if (!schema.fields.has(value)) unknownField(parameter, value, schema.fields.keys(), mistakes);
  }
  return [...names];
}

function readSort(
  { sort = [] }: RawQuery,
  { store: { schema } }: Collection,
  mistakes: Mistakes,
): readonly SortKey[] {
  const seen = new Set<string>();
  for (const { field } of sort) {
    const { parameter, value } = field;
    if (seen.has(value)) {
      mistakes.malformed(parameter, "duplicate-field", `${quote(value)} is sorted by twice`);
    }
    seen.add(value);
    const known = schema.fields.get(value);
    if (known === undefined) unknownField(parameter, value, schema.fields.keys(), mistakes);
    else if (known.type === "list") {
      mistakes.unanswerable(
        parameter,
        "not-sortable",
        `${quote(value)} is a list, and lists have no order`,
      );
    }
  }
  return sort.map(({ field, direction }) => ({ field: field.value, direction }));
}

function unknownField(
  parameter: string,
  name: string,
  known: Iterable<string>,
  mistakes: Mistakes,
): void {
  const names = [...known];
  const meant = suggest(name, names);
  mistakes.unanswerable(
    parameter,
    "unknown-field",
    `there is no field ${quote(name)}`,
    meant === undefined ? "`/schema` lists the fields" : `did you mean ${quote(meant)}?`,
  );
}

function readMaxRecords(
  given: ParameterValue<number> | undefined,
  { maxRecords: most }: Collection,
  mistakes: Mistakes,
): number | undefined {
  if (given === undefined) return most;
  if (most !== undefined && given.value > most) {
    const { parameter } = given;
    mistakes.unanswerable(
      parameter,
      "too-many-records",
      `at most ${most} records can be requested`,
    );
  }
  return given.value;
}

function readPage(
  { pageSize, cursor, totalCount }: RawQuery,
  query: CursorQuery,
  { maxPageSize }: Collection,
  cursors: Cursors,
  mistakes: Mistakes,
): Page | undefined {
  if (pageSize === undefined) {
    if (cursor !== undefined) {
      mistakes.malformed("cursor", "missing-page-size", "a `cursor` needs its `pageSize`");
    }
    if (totalCount?.value === true) {
      mistakes.malformed("totalCount", "missing-page-size", "`totalCount` needs a `pageSize`");
    }
    return undefined;
  }
  const isCounted = totalCount?.value === true;
  if (pageSize.value > maxPageSize) {
    const message = `a page has at most ${maxPageSize} records`;
    mistakes.unanswerable(pageSize.parameter, "page-too-large", message);
  }
  // The cursor is not read if there were mistakes, since it can only match a valid query.
  if (cursor === undefined || !mistakes.isEmpty) {
    return { size: pageSize.value, position: undefined, query, isCounted };
  }
  const position = cursors.read(query, cursor.value);
  if (position === undefined) {
    mistakes.unanswerable(
      cursor.parameter,
      "invalid-cursor",
      "the cursor does not belong to this query",
      "begin again without `cursor`; keep `filterByFormula` and `sort` as they were",
    );
  }
  return { size: pageSize.value, position, query, isCounted };
}

/** The fields to read: those of the response and, for pages, those of positions. */
export function fieldsToRead({ fields, page }: RecordQuery): readonly string[] | undefined {
  if (fields === undefined || page === undefined) return fields;
  return [...new Set([...fields, ...positionFields(page.query)])];
}
