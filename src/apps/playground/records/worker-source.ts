import type { ValueProvider } from "../../../editors/assistance/index.ts";
import { readSchema } from "../../../index.ts";
import {
  type PlaygroundSource,
  type RecordsView,
  SourceError,
  type ViewQuery,
} from "./playground-source.ts";
import type {
  CallName,
  Calls,
  RecordOrigin,
  WorkerRequest,
  WorkerResponse,
} from "./record-messages.ts";

/** The URL of the worker's program. The built page states it, since its name contains a hash. */
function workerAddress(): string {
  const { href = "" } = document.querySelector<HTMLLinkElement>("link[data-worker]") ?? {};
  return href;
}

/** Calls a worker, and matches responses to calls. */
class Caller {
  readonly #worker = new Worker(workerAddress(), { type: "module" });
  readonly #waiting = new Map<
    number,
    { resolve: (result: never) => void; reject: (error: Error) => void }
  >();
  #last = 0;

  /** @param progress called with the number of records read so far */
  constructor(progress: (records: number) => void) {
    this.#worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
      if ("progress" in data) {
        progress(data.progress);
        return;
      }
      const request = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("problem" in data) request?.reject(new SourceError(data.problem));
      else request?.resolve(data.result as never);
    };
    this.#worker.onerror = ({ message }) => this.#fail(message);
  }

  call<Name extends CallName>(
    name: Name,
    given: Calls[Name]["given"],
    signal?: AbortSignal,
  ): Promise<Calls[Name]["returns"]> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, name, given } as WorkerRequest);
      signal?.addEventListener("abort", () => {
        if (!this.#waiting.delete(id)) return;
        this.#send({ id, name: "abort" });
        reject(signal.reason);
      });
    });
  }

  end(): void {
    this.#worker.terminate();
    this.#fail("the records were closed");
  }

  #send(question: WorkerRequest): void {
    this.#worker.postMessage(question);
  }

  #fail(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new SourceError(message));
    this.#waiting.clear();
  }
}

/** Opens records in a new worker: demo records, or those of a file. */
export async function openInWorker(
  name: string,
  opened: RecordOrigin,
  progress: (records: number) => void = () => undefined,
): Promise<PlaygroundSource> {
  const caller = new Caller(progress);
  try {
    const { schema: json, size } = await caller.call("open", opened);
    const read = readSchema(json);
    if (!read.ok) throw new SourceError(read.problems.map(({ message }) => message).join("; "));
    return new WorkerSource(caller, name, read.schema, size);
  } catch (error) {
    caller.end();
    throw error;
  }
}

class WorkerSource implements PlaygroundSource {
  readonly name: string;
  readonly schema: PlaygroundSource["schema"];
  readonly size: number;
  readonly #caller: Caller;
  #views = 0;

  constructor(caller: Caller, name: string, schema: PlaygroundSource["schema"], size: number) {
    this.#caller = caller;
    this.name = name;
    this.schema = schema;
    this.size = size;
  }

  readonly values: ValueProvider = ({ name }, prefix, { limit, signal }) =>
    this.#caller.call("values", { field: name, prefix, limit }, signal);

  async view({ formula, sort }: ViewQuery, signal: AbortSignal): Promise<RecordsView> {
    const caller = this.#caller;
    const view = ++this.#views;
    const found = await caller.call("view", { view, formula, sort }, signal);
    return {
      ...found,
      rows: (from, to, wanted) => caller.call("rows", { view, from, to }, wanted),
      export: (format, wanted) => caller.call("export", { view, format }, wanted),
    };
  }

  distribution(
    field: string,
    formula: string,
    signal: AbortSignal,
  ): ReturnType<PlaygroundSource["distribution"]> {
    return this.#caller.call("distribution", { field, formula }, signal);
  }

  close(): void {
    this.#caller.end();
  }
}
