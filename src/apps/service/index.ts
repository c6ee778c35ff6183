/**
 * The service: collections of records over HTTP, filtered by formulas. `isoformService` is a plugin for Fastify,
 * `startService` runs its own server.
 *
 * @packageDocumentation
 */

export type { CollectionOptions } from "./collection.ts";
export { KeyFile, KeyFileError } from "./key-file.ts";
export {
  createKey,
  createKeyring,
  type KeyHolder,
  type Keyring,
  type NewKey,
} from "./keyring.ts";
export { isoformService, type ServiceOptions } from "./plugin.ts";
export { type ProgramOptions, type RunningService, startService } from "./start-service.ts";
export type { Rate, StoredKey } from "./stored-key.ts";
