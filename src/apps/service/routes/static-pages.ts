import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "../http-problem.ts";
import { PAGE, PAGE_POLICY, PageFiles } from "../pages/page-files.ts";
import { isKnown } from "../response/etag.ts";
import { joinVary, negotiateEncoding } from "../response/negotiate.ts";
import { addRoute } from "./add-route.ts";

/** One year: a file with a content hash in its name never changes. */
const FOR_EVER = "public, max-age=31536000, immutable";

type Send = (name: string, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Adds the console. It is public, since it shows nothing without a key. */
export function addConsole(app: FastifyInstance, prefix: string): void {
  const send = addFiles(app, "console", PageFiles.read("console"));
  addRoute(app, {
    url: "/",
    methods: ["GET", "HEAD"],
    access: "everybody",
    handler: (request, reply) => {
      // The page refers to its files relative to its folder.
      const [path = ""] = request.url.split("?", 1);
      return path.endsWith("/") ? send(PAGE, request, reply) : reply.redirect(`${prefix}/`, 308);
    },
  });
}

/**
 * Adds the page of the OpenAPI document. It is public, since it shows nothing without a key. If a bundle of the service
 * lacks the page's folder, everything else is served.
 */
export function addDocs(app: FastifyInstance): void {
  const files = readIfThere("docs");
  const send: Send =
    files === undefined
      ? async () => {
          throw new ProblemError("not-found", "the files of this page are not beside the program");
        }
      : addFiles(app, "docs", files);
  addRoute(app, {
    url: "/docs",
    methods: ["GET", "HEAD"],
    access: "everybody",
    handler: (request, reply) => send(PAGE, request, reply),
  });
}

function readIfThere(page: "docs"): PageFiles | undefined {
  try {
    return PageFiles.read(page);
  } catch {
    return undefined;
  }
}

/** Adds the routes of a page's files, under its name. */
function addFiles(app: FastifyInstance, page: "console" | "docs", files: PageFiles): Send {
  const send = async (
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> => {
    const file = files.find(name);
    if (file === undefined) throw new ProblemError("not-found", "there is no such file");
    reply.headers({
      "content-security-policy": PAGE_POLICY,
      "referrer-policy": "no-referrer",
      "cache-control": file.isFixed ? FOR_EVER : "no-cache",
      etag: file.etag,
      vary: joinVary(reply.getHeader("vary"), "accept-encoding"),
    });
    if (isKnown(file.etag, request.headers["if-none-match"])) return reply.code(304).send();
    reply.type(file.type);
    const encoding = negotiateEncoding(request.headers["accept-encoding"], ["gzip"]);
    if (encoding === undefined) return reply.send(file.bytes);
    return reply.header("content-encoding", encoding).send(await files.compressed(name, file));
  };
  addRoute(app, {
    url: `/${page}/:file`,
    methods: ["GET", "HEAD"],
    access: "everybody",
    handler: (request, reply) => {
      const { file } = request.params as { readonly file: string };
      return send(file === PAGE ? "" : file, request, reply);
    },
  });
  return send;
}
