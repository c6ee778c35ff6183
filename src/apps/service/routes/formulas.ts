import type { FastifyInstance } from "fastify";
import type { SqlPart } from "../../../backends/sql/sql-part.ts";
import { SYSTEM_CLOCK } from "../../../data/stores/clock.ts";
import { requireWork } from "../../../data/stores/filter-work.ts";
import { StoreError, type StoreRecord } from "../../../data/stores/store.ts";
import { checking } from "../../../engine/compile.ts";
import { explainedFields } from "../../../engine/explained-fields.ts";
import { compile, type Explanation, type Formula, field, fx } from "../../../engine/index.ts";
import { storedFields } from "../../../language/core/computation.ts";
import { isComputed, type Schema } from "../../../language/schema/index.ts";
import { defined } from "../../../util/defined.ts";
import { quote } from "../../../util/quote.ts";
import type { Steps } from "../../../util/steps.ts";
import type { Collection } from "../collection.ts";
import { diagnosticsJson, Mistakes } from "../http-problem.ts";
import { SERVICE_LIMITS } from "../limits.ts";
import { Binding } from "../request/binding.ts";
import { FILTER, type RawQuery, readRawQuery, textOf } from "../request/raw-query.ts";
import { readingFilter } from "../request/read-filter.ts";
import type { RequestShape, SentRequest } from "../request/sent-request.ts";
import { contextOf, type RequestContext } from "../request-context.ts";
import { viewOf } from "../views.ts";
import { addRoute, sentBy } from "./add-route.ts";
import { readInSlices } from "./read-in-slices.ts";

/** The parameters about one formula. */
const VALIDATE: RequestShape = { single: [...FILTER.single, "collection"] };
const EXPLAIN: RequestShape = { single: [...VALIDATE.single, "record"] };

/** Adds the routes that check and explain formulas. Parameters are in the query string, or in a body. */
export function addFormulaRoutes(app: FastifyInstance): void {
  for (const [url, shape, run] of [
    ["/validate", VALIDATE, validateFormula],
    ["/explain", EXPLAIN, explainFormula],
  ] as const) {
    addRoute(app, {
      url,
      methods: ["GET", "HEAD", "POST"],
      handler: (request) => {
        const mistakes = new Mistakes();
        const { collections } = viewOf(request);
        const by: FormulaReader = {
          context: contextOf(request),
          inSlices: (steps, collection) => readInSlices(steps, request, collection?.store),
        };
        const sent = sentBy(request, shape, mistakes);
        return run(read(sent, collections, mistakes), mistakes, by);
      },
    });
  }
}

/** The context for reading a request's formula. */
interface FormulaReader {
  readonly context: RequestContext;
  readonly inSlices: <T>(steps: Steps<T>, collection: Collection | undefined) => Promise<T>;
}

/** Checks a formula: `{ "filterByFormula": "{price} < 5" }`. Returns its diagnostics. */
async function validateFormula(
  { collection, source, query }: FormulaRequest,
  mistakes: Mistakes,
  { inSlices }: FormulaReader,
): Promise<object> {
  // The values are checked too, but the formula can be checked without them.
  const binding = collection && new Binding(query, collection, mistakes);
  mistakes.throwIfAny();
  const options = {
    ...collection?.formulas,
    ...defined({ timeZone: binding?.timeZone, parameters: collection?.parameters }),
  };
  const steps = checking(source, collection?.store.schema, options);
  const { ok, type, fields, diagnostics } = await inSlices(steps, collection);
  return { valid: ok, type, fields, ...diagnosticsJson(source, diagnostics) };
}

/**
 * Explains which part of a formula runs in the database and which in memory. With the key of a record, it also returns
 * the value of each part.
 */
async function explainFormula(
  { collection, record, query }: FormulaRequest,
  mistakes: Mistakes,
  by: FormulaReader,
): Promise<object> {
  const binding = collection && new Binding(query, collection, mistakes);
  const { filterByFormula } = query;
  const reading =
    binding && readingFilter(filterByFormula, collection, mistakes, by.context, binding);
  const formula = reading && (await by.inSlices(reading, collection));
  mistakes.throwIfAny();
  if (collection === undefined || formula === undefined) return {};
  const { store, showSql } = collection;
  const isShown =
    store.kind === "memory" || formula.fields.every((name) => isFormulaShown(store.schema, name));
  const parts = store.explain(formula).map((part) => partJson(part, showSql, isShown));
  if (record === undefined) return { store: store.kind, parts };
  const found = await findRecord(collection, record, formula, by);
  if (found === undefined) {
    mistakes.unanswerable("record", "unknown-record", `there is no record ${quote(record)}`);
    mistakes.throwIfAny();
    return {};
  }
  requireWork(formula, found);
  const explanation = formula.explain(found);
  // A record matches if the value counts as true.
  return {
    store: store.kind,
    parts,
    matches: explanation.holds === true,
    explanation: seenWith(store.schema, explanation),
  };
}

/** Removes the formulas of hidden computed fields from an explanation: they read fields that the key may not see. */
function seenWith(schema: Schema, { definition, parts, ...rest }: Explanation): Explanation {
  const isShown = definition !== undefined && isFormulaShown(schema, definition.field);
  return {
    ...rest,
    parts: parts.map((part) => seenWith(schema, part)),
    ...(isShown
      ? { definition: { ...seenWith(schema, definition), field: definition.field } }
      : {}),
  };
}

/** Whether the holder of a key may see the formula of a field, if it has one. */
function isFormulaShown({ fields }: Schema, name: string): boolean {
  const field = fields.get(name);
  return field === undefined || !isComputed(field) || field.formula !== undefined;
}

/** @param isShown whether the key may see what is computed: otherwise neither SQL nor reasons are shown, which tell it */
function partJson(part: SqlPart, showSql: boolean, isShown: boolean): object {
  const { where, prefilter, ...rest } = part;
  if (!isShown) return { ...rest, reasons: rest.reasons.length === 0 ? [] : [HIDDEN_REASON] };
  return showSql ? part : rest;
}

const HIDDEN_REASON = "the database does not compute all of it exactly";

async function findRecord(
  collection: Collection,
  record: string,
  formula: Formula,
  { context }: FormulaReader,
): Promise<StoreRecord | undefined> {
  const { store, key } = collection;
  // `Number("")` is 0.
  if (key.type === "number" && !/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(record)) return undefined;
  const value = key.type === "number" ? Number(record) : record;
  if (typeof value === "number" && !Number.isFinite(value)) return undefined;
  // The policy applies only to formulas of requests, and this is not one.
  const compiled = compile(fx`${field(key.name)} = ${value}`, store.schema);
  // No record has a key that is longer than formulas may be.
  if (!compiled.ok) return undefined;
  // The formula may use a visible computed field that depends on hidden fields.
  const { schema } = store;
  const names = [...storedFields(formula), ...explainedFields(schema, formula.fields)];
  const roles = [key, schema.created, schema.modified].flatMap((one) => one?.name ?? []);
  const fields = [...new Set([...roles, ...names])];
  const query = { filter: compiled.formula, fields, limit: 1 };
  // A combined signal does not keep that of `AbortSignal.timeout` alive; a timer keeps its callback.
  const limit = new AbortController();
  const signal = AbortSignal.any([context.signal, limit.signal]);
  const tooLong = new StoreError("timeout", "the store took longer than the service waits");
  const cancel = SYSTEM_CLOCK.after(SERVICE_LIMITS.explainMs, () => limit.abort(tooLong));
  try {
    for await (const [first] of store.read(query, { ...context.call, signal })) return first;
    return undefined;
  } finally {
    cancel();
  }
}

interface FormulaRequest {
  readonly collection: Collection | undefined;
  readonly source: string;
  readonly record: string | undefined;
  readonly query: RawQuery;
}

function read(
  sent: SentRequest,
  collections: readonly Collection[],
  mistakes: Mistakes,
): FormulaRequest {
  if (!sent.single.has("filterByFormula")) {
    mistakes.malformed("filterByFormula", "missing-parameter", "`filterByFormula` is missing");
  }
  const query = readRawQuery(sent, mistakes);
  const name = textOf(sent, "collection", mistakes)?.value;
  return {
    query,
    collection: collectionNamed(name, collections, mistakes),
    source: query.filterByFormula?.value ?? "",
    record: textOf(sent, "record", mistakes)?.value,
  };
}

function collectionNamed(
  name: string | undefined,
  collections: readonly Collection[],
  mistakes: Mistakes,
): Collection | undefined {
  const [only, ...others] = collections;
  if (name === undefined && others.length === 0) return only;
  const found = collections.find((collection) => collection.name === name);
  if (found === undefined) {
    const known = collections.map((collection) => quote(collection.name)).join(", ");
    mistakes.malformed("collection", "unknown-collection", `the collections are ${known}`);
  }
  return found;
}
