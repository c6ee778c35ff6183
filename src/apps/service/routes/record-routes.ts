import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Collection } from "../collection.ts";
import { Mistakes } from "../http-problem.ts";
import { SERVICE_LIMITS } from "../limits.ts";
import { Binding } from "../request/binding.ts";
import { type BoundPlan, GROUPS, readingGroups, readRawGroups } from "../request/groups.ts";
import { Cursors } from "../request/page-cursor.ts";
import { readingQuery } from "../request/query.ts";
import type { SentParameter } from "../request/query-string.ts";
import { FILTER, QUERY, type RawQuery, readRawQuery } from "../request/raw-query.ts";
import { readingFilter } from "../request/read-filter.ts";
import { sentInQuery } from "../request/sent-request.ts";
import { FIELD_VALUES, readingValues } from "../request/values.ts";
import { contextOf } from "../request-context.ts";
import { logOf } from "../request-log.ts";
import { sendCount } from "../response/send-count.ts";
import { sendGroups } from "../response/send-groups.ts";
import { sendRecords } from "../response/send-records.ts";
import type { Signer } from "../signer.ts";
import { seenBy } from "../views.ts";
import { addRoute, parametersOf, sentBy } from "./add-route.ts";
import { readInSlices } from "./read-in-slices.ts";

interface RecordRoutes {
  readonly collection: Collection;
  readonly signer: Signer;
  readonly prefix: string;
  /** Called if a response fails after it has begun, when it is too late to send a problem. */
  readonly onFailure: (error: unknown, request: FastifyRequest) => void;
}

/** Adds the routes of a collection's records. */
export function addRecordRoutes(
  app: FastifyInstance,
  { collection, signer, prefix, onFailure }: RecordRoutes,
): void {
  const { path } = collection;
  const cursors = new Cursors(signer);
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    raw: RawQuery,
    mistakes: Mistakes,
    linkTo: (cursor: string) => string | undefined,
  ): Promise<FastifyReply> => {
    const seen = seenBy(request, collection);
    logOf(request).collection = collection.name;
    const reading = readingQuery(raw, seen, cursors, mistakes, contextOf(request));
    const query = await readInSlices(reading, request, seen.store);
    mistakes.throwIfAny();
    return sendRecords({
      request,
      reply,
      collection: seen,
      binding: query.binding,
      query,
      cursors,
      signer,
      linkTo,
      onFailure,
    });
  };
  addRoute(app, {
    url: path,
    methods: ["GET", "HEAD"],
    handler: (request, reply) => {
      const mistakes = new Mistakes();
      const parameters = parametersOf(request, mistakes);
      const raw = readRawQuery(sentInQuery(parameters, QUERY, mistakes), mistakes);
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
      const raw = readRawQuery(sentBy(request, QUERY, mistakes), mistakes);
      return send(request, reply, raw, mistakes, () => undefined);
    },
  });
  addCountRoute(app, collection, signer);
  addGroupsRoute(app, collection, signer);
  addValuesRoute(app, collection, signer);
}

/** Adds the route for the values of a field. The field's name may contain `/`. */
function addValuesRoute(app: FastifyInstance, collection: Collection, signer: Signer): void {
  addRoute(app, {
    url: `${collection.path}/values/*`,
    methods: ["GET", "HEAD"],
    handler: async (request, reply) => {
      const seen = seenBy(request, collection);
      logOf(request).collection = collection.name;
      const mistakes = new Mistakes();
      const sent = sentBy(request, FIELD_VALUES, mistakes);
      const field = fieldOf(request);
      const reading = readingValues(field, sent, seen, mistakes, contextOf(request));
      const read = await readInSlices(reading, request, seen.store);
      mistakes.throwIfAny();
      // Without mistakes there is a plan.
      const { plan, binding } = read as BoundPlan;
      return sendGroups({ request, reply, collection: seen, signer, binding }, plan);
    },
  });
}

function fieldOf({ params }: FastifyRequest): string {
  return (params as { readonly "*": string })["*"];
}

/** Adds the route for groups of records and their measures. */
function addGroupsRoute(app: FastifyInstance, collection: Collection, signer: Signer): void {
  addRoute(app, {
    url: `${collection.path}/groups`,
    methods: ["GET", "HEAD", "POST"],
    handler: async (request, reply) => {
      const seen = seenBy(request, collection);
      logOf(request).collection = collection.name;
      const mistakes = new Mistakes();
      const raw = readRawGroups(sentBy(request, GROUPS, mistakes), mistakes);
      const reading = readingGroups(raw, seen, mistakes, contextOf(request));
      const read = await readInSlices(reading, request, seen.store);
      mistakes.throwIfAny();
      // Without mistakes there is a plan.
      const { plan, binding } = read as BoundPlan;
      return sendGroups({ request, reply, collection: seen, signer, binding }, plan);
    },
  });
}

/** Adds the route for the number of matching records. */
function addCountRoute(app: FastifyInstance, collection: Collection, signer: Signer): void {
  addRoute(app, {
    url: `${collection.path}/count`,
    methods: ["GET", "HEAD", "POST"],
    handler: async (request, reply) => {
      const seen = seenBy(request, collection);
      logOf(request).collection = collection.name;
      const mistakes = new Mistakes();
      const raw = readRawQuery(sentBy(request, FILTER, mistakes), mistakes);
      const binding = new Binding(raw, seen, mistakes);
      const context = contextOf(request);
      const reading = readingFilter(raw.filterByFormula, seen, mistakes, context, binding);
      const filter = await readInSlices(reading, request, seen.store);
      mistakes.throwIfAny();
      return sendCount({ request, reply, collection: seen, signer, binding }, filter);
    },
  });
}

/**
 * The URL of the request with another cursor; `undefined` if it would be too long. Its parameters are encoded again,
 * since the client may have sent characters that would end a link.
 */
function nextLink(
  path: string,
  parameters: readonly SentParameter[],
  cursor: string,
): string | undefined {
  const others = parameters.filter(({ name }) => name !== "cursor");
  const pairs = [...others, { name: "cursor", value: cursor }].map(
    ({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const link = `${path}?${pairs.join("&")}`;
  return link.length > SERVICE_LIMITS.linkCharacters ? undefined : link;
}
