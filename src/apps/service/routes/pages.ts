import type { FastifyInstance, RouteHandler } from "fastify";
import type { Collection } from "../collection.ts";
import { PROBLEMS } from "../http-problem.ts";
import type { Keyring } from "../keyring.ts";
import type { Metrics } from "../metrics.ts";
import { builtInPolicy, openApi } from "../pages/open-api.ts";
import { Readiness } from "../readiness.ts";
import { described, type Views, viewOf } from "../views.ts";
import { type Access, addRoute } from "./add-route.ts";
import { addDocs } from "./static-pages.ts";

/** The dependencies of these routes. */
interface PageRoutes {
  readonly views: Views;
  readonly prefix: string;
  readonly metrics: Metrics | undefined;
  readonly hasDocs: boolean;
  /** Whether the collections and their fields are public. */
  readonly isOpen: boolean;
  readonly keys: Keyring;
  /** @throws `ProblemError` if the service is stopping */
  readonly refuseIfStopping: () => void;
}

/** Adds the routes about the service itself: its schemas, health, metrics and documentation. */
export function addPages(
  app: FastifyInstance,
  { views, prefix, metrics, hasDocs, isOpen, keys, refuseIfStopping }: PageRoutes,
): void {
  const add = (url: string, access: Access, handler: RouteHandler): void =>
    addRoute(app, { url, methods: ["GET", "HEAD"], access, handler });
  const viewFor = isOpen ? () => views.whole : viewOf;
  const readiness = new Readiness(views.whole.collections);
  const access: Access = isOpen ? "everybody" : "keys";
  add("/schema", access, async (request) =>
    described(viewFor(request), "schemas", ({ collections }) => describeSchemas(collections)),
  );
  add("/livez", "probes", async () => ({ status: "ok" }));
  add("/readyz", "probes", async (_, reply) => {
    refuseIfStopping();
    const { isReady: areStoresReady, ...states } = await readiness.states();
    const areKeysRead = keys.problem === undefined;
    const isReady = areKeysRead && areStoresReady;
    if (!isReady) {
      reply.header("retry-after", String(PROBLEMS["store-unavailable"].retrySeconds));
    }
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? "ok" : "unavailable",
      ...states,
      // This is public, so the operator's message stays in the log.
      ...(areKeysRead ? {} : { keys: "the keys are old, since their file cannot be read" }),
    });
  });
  if (metrics !== undefined) {
    add("/metrics", "admins", async (_, reply) =>
      reply.type(metrics.contentType).send(await metrics.text()),
    );
  }
  if (!hasDocs) return;
  // The document is cached as bytes, which responses share.
  add("/openapi.json", access, async (request, reply) =>
    reply
      .type("application/json; charset=utf-8")
      .send(
        described(viewFor(request), "openApi", ({ collections }) =>
          Buffer.from(JSON.stringify(openApi(collections, { prefix, isOpen }))),
        ),
      ),
  );
  addDocs(app);
}

/** The fields of each collection, as clients may use them. */
function describeSchemas(collections: readonly Collection[]): object {
  return {
    collections: Object.fromEntries(
      collections.map(({ name, path, description, key, formulas, parameters, store }) => [
        name,
        {
          path,
          description,
          key: key.name,
          timeZone: formulas.timeZone,
          // The parameters for which requests give values.
          parameters,
          // What formulas may use.
          policy: builtInPolicy(formulas.policy),
          fields: [...store.schema.fields.values()],
          // Columns without a field.
          ...(store.refused === undefined || store.refused.length === 0
            ? {}
            : { refused: store.refused }),
        },
      ]),
    ),
  };
}
