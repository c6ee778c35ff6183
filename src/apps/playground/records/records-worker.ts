/// <reference lib="webworker" />
// Not from the index: the worker would load the whole language service.
import { columnValues } from "../../../editors/assistance/column-values.ts";
import type { ValueProvider } from "../../../editors/assistance/index.ts";
import type { CallName, Calls, WorkerRequest, WorkerResponse } from "./record-messages.ts";
import { openRecords, type Records } from "./records.ts";

// The program of the worker: it holds records, and handles calls one after the other.

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;

/** Pending calls, with their abort controllers. */
const running = new Map<number, AbortController>();
let records: Promise<Records> | undefined;
let values: Promise<ValueProvider> | undefined;

async function opened(): Promise<Records> {
  if (records === undefined) throw new Error("no records are open");
  return await records;
}

/** The interval of progress messages, in milliseconds. */
const PROGRESS_MS = 250;
let toldAt = 0;

function tellProgress(count: number): void {
  const now = performance.now();
  if (now - toldAt < PROGRESS_MS) return;
  toldAt = now;
  scope.postMessage({ id: 0, progress: count } satisfies WorkerResponse);
}

type Handlers = {
  [Name in CallName]: (
    given: Calls[Name]["given"],
    signal: AbortSignal,
  ) => Calls[Name]["returns"] | Promise<Calls[Name]["returns"]>;
};

const HANDLERS: Handlers = {
  async open(given) {
    const opening = await openRecords(given, tellProgress);
    records = opening.records;
    values = records.then(({ columns }) => columnValues(columns));
    return { schema: opening.schema.toJSON(), size: opening.size };
  },
  view: async (given, signal) => (await opened()).view(given, signal),
  rows: async (given) => (await opened()).rows(given),
  export: async (given, signal) => (await opened()).export(given, signal),
  async values({ field: name, prefix, limit }, signal) {
    const field = (await opened()).columns.schema.fields.get(name);
    const provider = await values;
    return field === undefined ? [] : (provider?.(field, prefix, { limit, signal }) ?? []);
  },
  distribution: async ({ field, formula }, signal) =>
    (await opened()).distribution(field, formula, signal),
};

async function answer(question: WorkerRequest): Promise<void> {
  const { id, name } = question;
  if (name === "abort") {
    running.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  running.set(id, controller);
  let said: WorkerResponse;
  try {
    const handle = HANDLERS[name] as (given: unknown, signal: AbortSignal) => unknown;
    said = { id, result: await handle(question.given, controller.signal) };
  } catch (error) {
    said = { id, problem: error instanceof Error ? error.message : String(error) };
  }
  running.delete(id);
  // Nobody waits for the response to an aborted call.
  if (!controller.signal.aborted) scope.postMessage(said);
}

scope.onmessage = ({ data }: MessageEvent<WorkerRequest>) => answer(data);
