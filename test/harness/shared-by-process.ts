import { AsyncLocalStorage } from "node:async_hooks";

/** How the names of temporary folders begin that stay until the process of the tests ends. */
export const SHARED_FOLDER = "isoform-shared-";

const shared = new AsyncLocalStorage<true>();

/** Opens something that stays open until the process of the tests ends. */
export function sharedByProcess<T>(open: () => T): T {
  return shared.run(true, open);
}

/** Whether what is being opened is shared by all tests of the process. */
export function isShared(): boolean {
  return shared.getStore() === true;
}
