import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CHUNK } from "../bounds.ts";
import { contextOf } from "../request-context.ts";

/**
 * Prepares a response for sending: a short one unchanged, and a longer one in chunks, so that a slow reader is not
 * mistaken for a stalled one. Its memory is charged until it is sent. All responses pass through here; streams charge
 * their own memory.
 *
 * @throws `ProblemError` if there is not enough memory
 */
export function inChunks(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return payload;
  // A UTF-16 unit takes at most three bytes in UTF-8.
  if (payload.length * 3 <= CHUNK || request.method === "HEAD") return payload;
  const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
  if (bytes.length <= CHUNK) return bytes;
  contextOf(request).hold(bytes.length);
  function* chunks(): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
  }
  reply.header("content-length", bytes.length);
  return Readable.from(chunks(), { objectMode: false });
}
