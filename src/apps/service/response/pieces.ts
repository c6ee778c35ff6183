import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { PIECE } from "../bounds.ts";
import { contextOf } from "../request-context.ts";

/**
 * An answer as it goes out: a short one as it is, and a longer one in pieces, so that a slow reader does not look like
 * one that stopped. Its memory is counted until it is sent. Every answer passes here; one that is a stream counts its
 * memory by itself.
 *
 * @throws `ProblemError` if its memory is too much.
 */
export function inPieces(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return payload;
  // A character is at most three bytes.
  if (payload.length * 3 <= PIECE || request.method === "HEAD") return payload;
  const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
  if (bytes.length <= PIECE) return bytes;
  contextOf(request)?.hold(bytes.length);
  function* pieces(): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
  }
  reply.header("content-length", bytes.length);
  return Readable.from(pieces(), { objectMode: false });
}
