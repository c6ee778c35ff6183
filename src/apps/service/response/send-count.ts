import type { FastifyReply } from "fastify";
import type { Formula } from "../../../engine/index.ts";
import { contextOf } from "../request-context.ts";
import { etagOf } from "./etag.ts";
import { describeAnswer, refuseConditions, setTag, type Tagged, tagOf } from "./tag.ts";

/** Sends the number of matching records: `{ "count": 42 }`. */
export async function sendCount(
  tagged: Tagged,
  filter: Formula | undefined,
): Promise<FastifyReply> {
  const { request, reply, collection, signer } = tagged;
  describeAnswer(reply, "application/json; charset=utf-8");
  const known = tagOf(tagged, [filter], "count", []);
  refuseConditions(request);
  if (known !== undefined && setTag(tagged, known)) return reply.code(304).send();
  if (request.method === "HEAD") return reply.send();
  const count = await collection.store.count(filter, contextOf(request).call);
  const body = Buffer.from(JSON.stringify({ count }));
  if (known === undefined && setTag(tagged, etagOf(signer, collection.view, body)))
    return reply.code(304).send();
  return reply.send(body);
}
