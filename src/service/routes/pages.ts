import type { FastifyInstance, RouteHandler } from "fastify";
import type { Collection } from "../collection.ts";
import type { Metrics } from "../metrics.ts";
import { docsPage } from "../pages/docs.ts";
import { openApi } from "../pages/open-api.ts";
import { addRoute } from "./add-route.ts";

const READY_WITHIN_MS = 2_000;

/** The facts that the pages show. */
interface Pages {
  readonly collections: readonly Collection[];
  readonly prefix: string;
  readonly metrics: Metrics | undefined;
  readonly hasDocs: boolean;
  /** @throws `ProblemError` if the service is about to stop. */
  readonly refuseIfStopping: () => void;
}

/** The addresses about the service itself: its schemas, its health, its figures and its documentation. */
export function addPages(
  app: FastifyInstance,
  { collections, prefix, metrics, hasDocs, refuseIfStopping }: Pages,
): void {
  const add = (url: string, isOpen: boolean, handler: RouteHandler): void =>
    addRoute(app, { url, methods: ["GET", "HEAD"], isOpen, handler });
  const schemas = describeSchemas(collections);
  add("/schema", false, async () => schemas);
  add("/livez", true, async () => ({ status: "ok" }));
  add("/readyz", true, async (_, reply) => {
    refuseIfStopping();
    const states = await Promise.all(collections.map(stateOf));
    const isReady = states.every(([, state]) => state === "ok");
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? "ok" : "unavailable", collections: Object.fromEntries(states) });
  });
  if (metrics !== undefined) {
    add("/metrics", false, async (_, reply) =>
      reply.type(metrics.contentType).send(await metrics.text()),
    );
  }
  if (!hasDocs) return;
  // The document is kept as bytes, which many answers share.
  const document = Buffer.from(JSON.stringify(openApi(collections, prefix)));
  add("/openapi.json", true, async (_, reply) =>
    reply.type("application/json; charset=utf-8").send(document),
  );
  const { html, policy } = docsPage(collections, prefix);
  const page = Buffer.from(html);
  add("/docs", true, async (_, reply) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", policy).send(page),
  );
}

/** Whether the records of a collection can be reached. */
async function stateOf({ name, store }: Collection): Promise<readonly [string, string]> {
  try {
    await store.check(AbortSignal.timeout(READY_WITHIN_MS));
    return [name, "ok"];
  } catch {
    return [name, "unavailable"];
  }
}

/** The fields of each collection, as clients may use them. */
function describeSchemas(collections: readonly Collection[]): object {
  return {
    collections: Object.fromEntries(
      collections.map(({ name, path, description, key, store: { schema } }) => [
        name,
        { path, description, key: key.name, fields: [...schema.fields.values()] },
      ]),
    ),
  };
}
