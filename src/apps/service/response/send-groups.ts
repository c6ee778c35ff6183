import type { FastifyReply } from "fastify";
import type { StoreRecord } from "../../../data/stores/store.ts";
import { summarizeStore } from "../../../data/stores/summarize-store.ts";
import { SummaryError, type SummaryPlan, type SummaryRecord } from "../../../data/summary/index.ts";
import { isErrorValue } from "../../../engine/index.ts";
import { CHUNK } from "../bounds.ts";
import { contextOf, tooLarge } from "../request-context.ts";
import { logOf } from "../request-log.ts";
import { AT_ONCE } from "./record-format.ts";
import { formatFor, sendWhole } from "./send-records.ts";
import { sendWithoutRecords, type Tagged, tagOf } from "./tag.ts";

/** Sends the groups of a summary. The response is complete before it is sent. */
export async function sendGroups(tagged: Tagged, plan: SummaryPlan): Promise<FastifyReply> {
  const { request, collection } = tagged;
  const { type, format } = formatFor(tagged);
  const { filter, keys, measures, order, limit } = plan;
  const formulas = [...keys, ...measures.flatMap(({ value }) => value ?? [])];
  const names = [...keys, ...measures].map(({ name }) => name);
  const tag = tagOf(tagged, [filter, ...formulas.map(({ formula }) => formula)], type, [
    keys.length,
    names,
    measures.map(({ measure }) => measure),
    order,
    limit,
  ]);
  const sent = sendWithoutRecords(tagged, tag);
  if (sent !== undefined) return sent;

  const context = contextOf(request);
  context.hold(CHUNK);
  let held = CHUNK;
  const hold = (bytes: number): void => {
    held = CHUNK + bytes;
    context.hold(held, "the groups that are made take too much memory");
  };
  const { store } = collection;
  const groups = await madeBy(() => summarizeStore(store, plan, { ...context.call, hold }));
  const slice = context.slice(store);
  const isText = type === "text/csv";
  const chunks: Buffer[] = [];
  const made = held - CHUNK;
  let bytes = 0;
  let text = format.begin(names);
  for (let from = 0; from < groups.length; from += AT_ONCE) {
    const some = groups.slice(from, from + AT_ONCE).map((group) => written(group, isText));
    text += format.records(some, from === 0, names);
    if (text.length >= CHUNK) {
      chunks.push(Buffer.from(text));
      bytes += text.length;
      text = "";
      hold(made + bytes);
    }
    if (slice.shouldYield()) await slice.yield();
  }
  chunks.push(Buffer.from(text + format.end));
  logOf(request).records = groups.length;
  return sendWhole(tagged, chunks, tag);
}

/** @throws `ProblemError` if there are too many groups */
async function madeBy(
  make: () => Promise<readonly SummaryRecord[]>,
): Promise<readonly SummaryRecord[]> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof SummaryError)) throw error;
    throw tooLarge(error.message);
  }
}

/** A group for serialization. An error becomes an object, unlike any other value; in CSV, it is a string. */
function written(group: SummaryRecord, isText: boolean): StoreRecord {
  const values = Object.entries(group).map(([name, value]) => [
    name,
    isErrorValue(value) ? (isText ? "#ERROR" : { error: true }) : value,
  ]);
  // Formats serialize objects as JSON.
  return Object.fromEntries(values) as StoreRecord;
}
