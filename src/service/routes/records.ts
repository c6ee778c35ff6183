import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Collection } from "../collection.ts";
import { Mistakes } from "../problem.ts";
import { readBody } from "../request/body.ts";
import type { Cursors } from "../request/cursor.ts";
import { readJson } from "../request/json.ts";
import { type RawQuery, readParameters } from "../request/parameters.ts";
import { readQuery } from "../request/query.ts";
import type { Parameter } from "../request/query-string.ts";
import { logOf } from "../request-log.ts";
import { sendRecords } from "../response/send-records.ts";
import { addRoute, parametersOf, refuseParameters } from "./add-route.ts";

/** The addresses of a collection's records. */
export function addRecordRoutes(
  app: FastifyInstance,
  collection: Collection,
  cursors: Cursors,
  /** The path of the service. */
  prefix: string,
  /** Called if an answer breaks off, since it is then too late to send a problem. */
  onFailure: (error: unknown, request: FastifyRequest) => void,
): void {
  const { path } = collection;
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    raw: RawQuery,
    mistakes: Mistakes,
    linkTo: (cursor: string) => string | undefined,
  ): Promise<FastifyReply> => {
    logOf(request).collection = collection.name;
    const query = readQuery(raw, collection, cursors, mistakes);
    mistakes.throwIfAny();
    return sendRecords({ request, reply, collection, query, cursors, linkTo, onFailure });
  };
  addRoute(app, {
    url: path,
    methods: ["GET", "HEAD"],
    handler: (request, reply) => {
      const mistakes = new Mistakes();
      const parameters = parametersOf(request, mistakes);
      const raw = readParameters(parameters, mistakes);
      return send(request, reply, raw, mistakes, (cursor) =>
        nextLink(`${prefix}${path}`, parameters, cursor),
      );
    },
  });
  addRoute(app, {
    url: `${path}/query`,
    methods: ["POST"],
    handler: (request, reply) => {
      const mistakes = new Mistakes();
      refuseParameters(request, mistakes);
      const raw = readBody(readJson(request.body, mistakes), mistakes);
      return send(request, reply, raw, mistakes, () => undefined);
    },
  });
}

/**
 * The same address with another cursor. Its parameters are encoded again, since the client may have sent characters
 * that end a link.
 */
function nextLink(path: string, parameters: readonly Parameter[], cursor: string): string {
  const others = parameters.filter(({ name }) => name !== "cursor");
  const pairs = [...others, { name: "cursor", value: cursor }].map(
    ({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `${path}?${pairs.join("&")}`;
}
