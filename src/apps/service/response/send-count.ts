import type { FastifyReply } from "fastify";
import type { Formula } from "../../../engine/index.ts";
import { contextOf } from "../request-context.ts";
import { sendWhole } from "./send-records.ts";
import { describeAnswer, sendWithoutRecords, type Tagged, tagOf } from "./tag.ts";

/** Sends the number of matching records: `{ "count": 42 }`. */
export async function sendCount(
  tagged: Tagged,
  filter: Formula | undefined,
): Promise<FastifyReply> {
  const { request, reply, collection } = tagged;
  describeAnswer(reply, "application/json; charset=utf-8");
  const tag = tagOf(tagged, [filter], "count", []);
  const sent = sendWithoutRecords(tagged, tag);
  if (sent !== undefined) return sent;
  const count = await collection.store.count(filter, contextOf(request).call);
  return sendWhole(tagged, [Buffer.from(JSON.stringify({ count }))], tag);
}
