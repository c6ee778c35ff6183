import type { FastifyReply, FastifyRequest } from "fastify";
import { whenClosed } from "../connection.ts";
import { contextOf } from "../request-context.ts";

/** The abort reason of a request whose client has disconnected. */
export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/**
 * A signal that aborts when the response has ended, the client has disconnected, or the request must end for another
 * reason.
 */
export function whenGone(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  whenClosed(reply.raw, request.raw.socket, () =>
    gone.abort(new ClientGone("the client went away")),
  );
  contextOf(request)?.onStop((reason) => gone.abort(reason));
  return gone.signal;
}
