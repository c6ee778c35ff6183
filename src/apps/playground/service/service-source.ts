import type { SortKey } from "../../../columns.ts";
import { serviceValues, type ValueProvider } from "../../../editors/assistance/index.ts";
import { type Policy, readSchema, type Schema } from "../../../index.ts";
import type { Distribution } from "../distribution/distribution.ts";
import { DistributionReader } from "../distribution/distribution-reader.ts";
import { ServiceGroups } from "../distribution/service-groups.ts";
import {
  type ExportFormat,
  type PlaygroundSource,
  type RecordRow,
  type RecordsView,
  SourceError,
  type ViewQuery,
} from "../records/playground-source.ts";
import {
  filterOf,
  type QueryParameter,
  type ServedCollection,
  type ServiceApi,
} from "./service-api.ts";

/** Records requested at a time. */
const PAGE = 200;
/** The most records to list: pages are sequential, and nobody reads more of them. */
const MOST_LISTED = 10_000;
const MEDIA = { csv: "text/csv", ndjson: "application/x-ndjson" } as const;

/** The records of a collection, read in pages. */
export class ServiceSource implements PlaygroundSource {
  readonly name: string;
  readonly schema: Schema;
  readonly policy: Policy | undefined;
  readonly size = undefined;
  readonly values: ValueProvider;
  readonly address: string;
  readonly #api: ServiceApi;
  readonly #path: string;
  readonly #distributions: DistributionReader;

  constructor(api: ServiceApi, { name, path, schema, policy }: ServedCollection) {
    const read = readSchema(schema);
    if (!read.ok) throw new SourceError(read.problems.map(({ message }) => message).join("; "));
    this.name = name;
    this.schema = read.schema;
    this.policy = policy;
    this.#api = api;
    this.#path = path;
    this.address = api.address(path);
    this.values = serviceValues(this.address, { headers: api.headers });
    this.#distributions = new DistributionReader(
      this.schema,
      new ServiceGroups((below, body, signal) => api.ask(`${path}${below}`, body, signal)),
    );
  }

  async view({ formula, sort }: ViewQuery, signal: AbortSignal): Promise<RecordsView> {
    const start = performance.now();
    const parameters = [...filterOf(formula), ...orderOf(sort)];
    const pages = new ResultPages(this.#api, this.#path, this.schema, parameters);
    await pages.first(signal);
    const count = pages.total;
    return {
      count,
      listed: Math.min(count, MOST_LISTED),
      milliseconds: performance.now() - start,
      first: pages.read,
      rows: (from, to, wanted) => pages.rows(from, to, wanted),
      export: (format, wanted) => this.#export(parameters, format, wanted),
    };
  }

  async #export(
    parameters: readonly QueryParameter[],
    format: ExportFormat,
    signal: AbortSignal,
  ): Promise<Blob> {
    const response = await this.#api.get(this.#path, parameters, signal, MEDIA[format]);
    return await response.blob();
  }

  distribution(field: string, formula: string, signal: AbortSignal): Promise<Distribution> {
    return this.#distributions.read(field, formula, signal);
  }

  close(): void {
    // There is nothing to free.
  }
}

function orderOf(sort: readonly SortKey[]): readonly QueryParameter[] {
  return sort.flatMap(({ field, direction = "asc" }, index): readonly QueryParameter[] => [
    [`sort.${index}.field`, field],
    [`sort.${index}.direction`, direction],
  ]);
}

/** The pages of a result, each of which links to the next. */
class ResultPages {
  readonly #api: ServiceApi;
  readonly #path: string;
  readonly #parameters: readonly QueryParameter[];
  readonly #dates: readonly string[];
  readonly #records: RecordRow[] = [];
  #cursor: string | undefined;
  /** The last request: pages are read sequentially. */
  #reading: Promise<void> = Promise.resolve();
  total = 0;

  constructor(
    api: ServiceApi,
    path: string,
    schema: Schema,
    parameters: readonly QueryParameter[],
  ) {
    this.#api = api;
    this.#path = path;
    this.#parameters = parameters;
    this.#dates = [...schema.fields.values()].flatMap(({ name, type }) =>
      type === "date" ? [name] : [],
    );
  }

  /** The records read so far. */
  get read(): readonly RecordRow[] {
    return this.#records;
  }

  async first(signal: AbortSignal): Promise<void> {
    const response = await this.#read([["totalCount", "true"]], signal);
    this.total = Number(response.headers.get("x-total-count") ?? this.#records.length);
  }

  async rows(from: number, to: number, signal: AbortSignal): Promise<readonly RecordRow[]> {
    const last = Math.min(to, this.total);
    while (this.#records.length < last && !signal.aborted) {
      const before = this.#reading;
      const next = before.then(async () => {
        if (this.#records.length >= last || this.#cursor === undefined) return;
        await this.#read([["cursor", this.#cursor]], signal);
      });
      // If a page fails, the next caller requests it again.
      this.#reading = next.catch(() => undefined);
      await next;
      if (this.#cursor === undefined) break;
    }
    signal.throwIfAborted();
    return this.#records.slice(from, to);
  }

  /** Dates are strings in JSON. */
  #withDates(record: RecordRow): RecordRow {
    const dates = this.#dates.flatMap((name) => {
      const value = record[name];
      return typeof value === "string" ? [[name, new Date(value)] as const] : [];
    });
    return { ...record, ...Object.fromEntries(dates) };
  }

  async #read(more: readonly QueryParameter[], signal: AbortSignal): Promise<Response> {
    const parameters: readonly QueryParameter[] = [
      ...this.#parameters,
      ["pageSize", String(PAGE)],
      ...more,
    ];
    const response = await this.#api.get(this.#path, parameters, signal);
    const records = (await response.json()) as readonly RecordRow[];
    this.#records.push(...records.map((record) => this.#withDates(record)));
    this.#cursor = response.headers.get("x-next-cursor") ?? undefined;
    return response;
  }
}
