import type { FastifyReply, FastifyRequest } from "fastify";
import { whenClosed } from "../connection.ts";
import { contextOf } from "../request-context.ts";

/** The reason that a store gets to stop reading if the client is gone. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** A signal that aborts when the answer is whole, the client is gone, or the request has to end for another reason. */
export function whenGone(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  whenClosed(reply.raw, request.raw.socket, () =>
    gone.abort(new ClientGone("the client went away")),
  );
  contextOf(request)?.onStop((reason) => gone.abort(reason));
  return gone.signal;
}
