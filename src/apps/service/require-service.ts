import { requireKind, requireOptions } from "../../util/misuse.ts";
import { SERVICE_LIMITS } from "./limits.ts";

const OPTIONS = {
  collections: "object",
  keys: "object",
  rate: "object",
  cors: "texts",
  console: "boolean",
  docs: "boolean",
  openDocs: "boolean",
  metrics: "boolean",
  cursorSecret: "text",
  stallMs: "number",
  memory: "number",
  clock: "object",
  host: "text",
  port: "number",
  prefix: "text",
  logLevel: "text",
  logTo: "object",
  drainMs: "number",
  headersMs: "number",
} as const;

/** @throws `TypeError` for invalid options */
export function requireService(options: unknown, call: string): void {
  requireKind(options, "object", `\`${call}\`: the options`);
  requireOptions(options, call, OPTIONS);
  const { collections, keys, cursorSecret } = Object(options);
  if (cursorSecret !== undefined && cursorSecret.length < SERVICE_LIMITS.secretCharacters) {
    const advice = "make one with `openssl rand -base64 32`";
    const wanted = `a text of at least ${SERVICE_LIMITS.secretCharacters} characters`;
    // The secret itself must not be logged.
    throw new TypeError(`\`${call}\`: the option \`cursorSecret\` must be ${wanted}; ${advice}`);
  }
  requireKind(collections, "object", `\`${call}\`: the option \`collections\``);
  requireKind(keys, "object", `\`${call}\`: the option \`keys\``, KEYS);
  requireKind(keys.find, "function", `\`${call}\`: \`find\` of the option \`keys\``, KEYS);
  for (const [name, collection] of Object.entries<unknown>(collections)) {
    requireKind(collection, "object", `\`${call}\`: the collection \`${name}\``);
    const { store } = Object(collection);
    requireKind(store, "object", `\`${call}\`: the store of \`${name}\``, STORE);
    requireKind(store.read, "function", `\`${call}\`: \`read\` of the store of \`${name}\``, STORE);
  }
}

const KEYS = "pass `createKeyring(keys)` or `await KeyFile.open(path)`";
const STORE = "pass the result of `await openStore(…)`";
