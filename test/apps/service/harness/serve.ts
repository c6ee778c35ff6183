import { type Car, demoCars, demoSchema } from "../../../../src/apps/demo/index.ts";
import {
  type CollectionOptions,
  createKey,
  createKeyring,
  type NewKey,
  type ProgramOptions,
  type RunningService,
  startService,
} from "../../../../src/apps/service/index.ts";
import { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import { type Answer, type Asking, ask } from "./client.ts";
import { closeAtEnd, closeWithFile } from "./closing.ts";
import { keepFromLogs, logTo, searchLogsAtEnd } from "./logs.ts";

/** A service over real HTTP, and a key for it. */
export interface Served extends RunningService {
  readonly port: number;
  readonly token: string;
  /** Asks with the key; the address begins behind the host. */
  ask(path: string, asking?: Asking): Promise<Answer>;
}

export type ServeOptions = Partial<Omit<ProgramOptions, "collections">> & {
  readonly collections: Readonly<Record<string, CollectionOptions>>;
  /** Of the key that is made. */
  readonly key?: NewKey;
};

/** Starts a service. It stops, and closes its stores, when the test is over that started it, or else the file. */
export async function serve({ key, ...options }: ServeOptions): Promise<Served> {
  const { token, stored } = createKey("tester", key);
  keepFromLogs(token);
  const service = await startService({
    port: 0,
    logTo,
    keys: createKeyring([stored]),
    metrics: false,
    ...options,
  });
  closeAtEnd(() => service.stop());
  return {
    ...service,
    port: Number(new URL(service.url).port),
    token,
    ask: (path, asking = {}) =>
      ask(`${service.url}${path}`, {
        ...asking,
        headers: { "x-api-key": token, ...asking.headers },
      }),
  };
}

/** To be called once in a file that serves: services end with it, and its logs are searched. */
export function serviceTests(): void {
  searchLogsAtEnd();
  closeWithFile();
}

/** Demo cars as the service's records, with some blanks more than they have. */
export function someCars(count: number, seed = 1): readonly Car[] {
  return [...demoCars(count, seed)];
}

export async function carStore(cars: readonly Car[]): Promise<MemoryStore> {
  return MemoryStore.from(cars, demoSchema);
}

/** The cars as JSON has them, in the order of their key. */
export function asJson(
  cars: readonly Pick<Car, "vin">[],
  fields?: readonly (keyof Car)[],
): unknown[] {
  const names = fields ?? [...demoSchema.fields.keys()];
  return [...cars]
    .sort((a, b) => (a.vin < b.vin ? -1 : 1))
    .map((car) => {
      const picked = Object.fromEntries(names.map((name) => [name, Reflect.get(car, name)]));
      return JSON.parse(JSON.stringify(picked)) as unknown;
    });
}
