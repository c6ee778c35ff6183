import { type Bounds, boundsOf } from "../../src/apps/service/bounds.ts";
import { SERVICE_LIMITS } from "../../src/apps/service/limits.ts";
import {
  BYTES_LOOKED_AT,
  LONGEST_RECORD,
  RECORDS_LOOKED_AT,
} from "../../src/data/stores/files/raw-file.ts";
import { STALLED_MS } from "../../src/data/stores/memory/read-apart.ts";
import { STORE_LIMITS } from "../../src/data/stores/store-limits.ts";
import { table } from "./markdown.ts";

/** The description of a limit. Its value is taken from the code. */
interface Described {
  readonly what: string;
  readonly unit: "bytes" | "milliseconds" | "count";
  /** The effect of exceeding the limit, and the cost up to it. */
  readonly cost: string;
  /** How to change the limit; omitted if it is fixed. */
  readonly change?: string;
}

const SERVICE: Readonly<Record<keyof typeof SERVICE_LIMITS, Described>> = {
  parameterCharacters: {
    what: "characters in the value of a formula's parameter; each item of a list counts as one more",
    unit: "count",
    cost: "400, `value-too-long`; the work of a formula is estimated before its values are known, so a longer text must be written in the formula",
  },
  headerBytes: {
    what: "the address and the headers of a request",
    unit: "bytes",
    cost: "431; use `POST /cars/query` for a long formula",
  },
  headersMs: {
    what: "the time until all headers of a request have arrived",
    unit: "milliseconds",
    cost: "408; a slow client holds a connection",
    change: "`headersMs` of `startService`",
  },
  requestMs: {
    what: "the time until all of a request has arrived",
    unit: "milliseconds",
    cost: "408; a slow client holds a connection and its body",
  },
  keepAliveMs: {
    what: "the time between two requests of a connection",
    unit: "milliseconds",
    cost: "the connection ends; an idle connection takes a descriptor and some 10 KB",
  },
  bodyBytes: {
    what: "the body of a request",
    unit: "bytes",
    cost: "413; a body is held in memory until it is read",
  },
  bodyChunks: {
    what: "chunks in which a body arrives: those of HTTP, or the data that the network delivers at once",
    unit: "count",
    cost: "400",
  },
  bodyItems: {
    what: "names, texts, lists and objects in a body",
    unit: "count",
    cost: "400, `invalid-body`; the body is refused before it is parsed",
  },
  stallMs: {
    what: "the time for which a client may read nothing of its answers",
    unit: "milliseconds",
    cost: "the connection is reset; until then the answer holds its cursor and up to some 100 KB",
    change: "`stallMs` of `startService`",
  },
  drainMs: {
    what: "the time for running answers when the service stops",
    unit: "milliseconds",
    cost: "connections are reset; the grace period of your orchestrator must be longer",
    change: "`drainMs` of `startService`",
  },
  pipelined: {
    what: "requests of a connection that wait for the answers before them",
    unit: "count",
    cost: "the connection is reset, and the log says so; the service works on the requests of a connection one after the other",
  },
  parameters: { what: "parameters in an address", unit: "count", cost: "400" },
  fields: { what: "fields that a request names", unit: "count", cost: "400" },
  sorts: { what: "fields of an order", unit: "count", cost: "400" },
  values: {
    what: "values of a field that an answer lists (`limit` of `/values`)",
    unit: "count",
    cost: "422; all values of the field are held in memory until they are sorted",
  },
  prefixCharacters: {
    what: "characters of the text that values of a field begin with (`prefix` of `/values`)",
    unit: "count",
    cost: "422",
  },
  pageRecords: {
    what: "records on a page (`pageSize`)",
    unit: "count",
    cost: "422; a page is held in memory until it is sent, which takes some 10 MB for records of 1 KB",
    change: "`--max-page-size`, `maxPageSize` of the collection",
  },
  warningCharacters: {
    what: "characters of the header `x-formula-warnings`",
    unit: "count",
    cost: "the header ends with `more;count=…`; `/validate` has all warnings",
  },
  linkCharacters: {
    what: "characters of the `Link` to the next page",
    unit: "count",
    cost: "the answer has only `x-next-cursor`; use `POST /cars/query`",
  },
  secretCharacters: {
    what: "the shortest `cursorSecret`, in characters",
    unit: "count",
    cost: "the service does not start, since cursors could be forged",
  },
  cursorCharacters: { what: "characters of a cursor", unit: "count", cost: "422" },
  mistakes: {
    what: "mistakes or diagnostics that an answer lists",
    unit: "count",
    cost: "the answer says how many there are (`errorCount`, `diagnosticCount`)",
  },
  compressedBytes: {
    what: "the shortest answer that is compressed",
    unit: "bytes",
    cost: "shorter answers are sent as they are",
  },
  chunkCharacters: {
    what: "characters that are sent at once",
    unit: "count",
    cost: "longer answers are streamed in chunks of this size",
  },
  waiting: {
    what: "requests and time slices of a key that wait for the event loop, times its weight",
    unit: "count",
    cost: "429 with `Retry-After` for further requests; running ones go on",
    change: "`isoform keys create --weight`",
  },
  keyWeight: {
    what: "the weight of a key",
    unit: "count",
    cost: "the key, or the file of keys, is refused; a key of weight 10 leaves an eleventh for others",
    change: "`isoform keys create --weight`",
  },
  readyMs: {
    what: "the time that `/readyz` waits for a store",
    unit: "milliseconds",
    cost: "503",
  },
  explainMs: {
    what: "the time that `/explain` waits for a record",
    unit: "milliseconds",
    cost: "503",
  },
  logCharacters: {
    what: "characters of the log that are waiting to be written",
    unit: "count",
    cost: "lines are dropped, and a later line says how many",
    change: "`logTo` of `startService`",
  },
  logEndMs: {
    what: "the time for the last lines of the log when the service stops",
    unit: "milliseconds",
    cost: "lines that are not written by then are lost",
  },
};

const STORES: Readonly<Record<keyof typeof STORE_LIMITS, Described>> = {
  queryMs: {
    what: "the time for which a request may work: compiling its formulas, its queries in memory or in a database, and writing its records",
    unit: "milliseconds",
    cost: "503 `store-timeout` with `Retry-After`",
    change: "`timeoutMs` of the collection",
  },
  waitMs: {
    what: "the time for which a query in memory waits for other queries",
    unit: "milliseconds",
    cost: "503 `store-busy` with `Retry-After`; waiting does not count as work",
  },
  connections: {
    what: "connections to a database server",
    unit: "count",
    cost: "later requests wait; each costs the database a session",
    change: "`connections` of the collection",
  },
  sqliteThreads: {
    what: "threads that read a file of SQLite",
    unit: "count",
    cost: "later requests wait; a thread takes some 10 MB",
    change: "`connections` of the collection",
  },
  duckdbConnections: {
    what: "statements that run in DuckDB",
    unit: "count",
    cost: "later requests wait; a statement holds one of Node's four threads for files and compression",
    change: "`connections` of the collection",
  },
  acquireMs: {
    what: "the time that a request waits for a connection",
    unit: "milliseconds",
    cost: "503 `store-busy` with `Retry-After`",
    change: "`acquireTimeoutMs` of `openStore`",
  },
  computedBytes: {
    what: "the values of each computed field by which a query in memory is sorted",
    unit: "bytes",
    cost: "422 `too-costly`; the service charges all orders to the memory of [answers](#what-clients-share)",
  },
  batchRows: {
    what: "records that are read at once",
    unit: "count",
    cost: "a slow reader holds this number of records in memory",
    change: "`batchRows` of `openStore`",
  },
};

const NUMBERS = new Intl.NumberFormat("en");

function sizeOf(size: number, unit: Described["unit"]): string {
  if (unit === "count") return NUMBERS.format(size);
  if (unit === "milliseconds") {
    return size < 1_000 ? `${size} ms` : `${NUMBERS.format(size / 1_000)} s`;
  }
  if (size >= 2 ** 20) return `${NUMBERS.format(size / 2 ** 20)} MiB`;
  return size >= 2 ** 10 ? `${NUMBERS.format(size / 2 ** 10)} KiB` : `${size} bytes`;
}

type Row = Described & { readonly size: number };

function limitTable(rows: readonly Row[]): string {
  return table(
    ["limit", "size", "beyond it, and the cost", "how to change it"],
    rows.map(({ what, unit, size, cost, change = "–" }) => [
      what,
      sizeOf(size, unit),
      cost,
      change,
    ]),
  );
}

function rowsOf<Name extends string>(
  described: Readonly<Record<Name, Described>>,
  sizes: Readonly<Record<Name, number>>,
): readonly Row[] {
  // The type guarantees these names.
  const names = Object.keys(described) as Name[];
  return names.map((name) => ({ ...described[name], size: sizes[name] }));
}

/** The sizes and times of the service. */
export function serviceLimits(): string {
  return limitTable(rowsOf(SERVICE, SERVICE_LIMITS));
}

const MB = 2 ** 20;
/** Examples of memory sizes for the page. */
const MEMORIES = [128 * MB, 512 * MB, 2048 * MB] as const;

const SHARED: Readonly<Record<keyof Bounds, Pick<Described, "what" | "unit" | "cost">>> = {
  connections: {
    what: "connections, if the process may open twice as many files",
    unit: "count",
    cost: "of the address with the most connections, the one that has been idle for longest is closed; if none is idle, one whose client has read nothing for 6 s; if there is none, 503",
  },
  requests: { what: "requests at work", unit: "count", cost: "429 or 503 with `Retry-After`" },
  answerBytes: {
    what: "answers that are being written or wait for their readers, and orders in memory",
    unit: "bytes",
    cost: "429 or 503 with `Retry-After`; a streamed answer takes 256 KiB, and a page takes its size; groups take the memory in which they are made, an order the numbers of its rows and the values of computed fields, or its records if a database cannot order by a field, and a request that needs more than there is in all gets 422 `too-large`",
  },
  encoderBytes: {
    what: "compressors",
    unit: "bytes",
    cost: "Brotli (1 MiB each) becomes gzip (0.5 MiB), and gzip becomes none",
  },
  workingBytes: {
    what: "compiled formulas that requests work with",
    unit: "bytes",
    cost: "429 or 503 with `Retry-After`; 422 `too-costly` if the patterns of one formula take more",
  },
  formulaBytes: {
    what: "compiled formulas that are kept, of all collections",
    unit: "bytes",
    cost: "the formulas that were used last are kept",
  },
};

/** The limits that depend on the memory of the service. */
export function memoryLimits(): string {
  const bounds = MEMORIES.map((memory) => boundsOf(memory, Number.POSITIVE_INFINITY));
  // The type guarantees these names.
  const names = Object.keys(SHARED) as (keyof Bounds)[];
  return table(
    [
      "limit",
      ...MEMORIES.map((memory) => `of ${sizeOf(memory, "bytes")}`),
      "beyond it, and the cost",
    ],
    names.map((name) => {
      const { what, unit, cost } = SHARED[name];
      return [what, ...bounds.map((one) => sizeOf(one[name], unit)), cost];
    }),
  );
}

/** The limits for files of records. */
export function fileLimits(): string {
  return limitTable([
    {
      what: "characters of one record of a file",
      size: LONGEST_RECORD,
      unit: "count",
      cost: "the file is refused, since it has no line ends or a quote that is never closed",
    },
    {
      what: "records from which the fields and their types are inferred",
      size: RECORDS_LOOKED_AT,
      unit: "count",
      cost: "a later record that does not fit is an error",
      change: "`--schema`",
    },
    {
      what: "bytes of these records, about",
      size: BYTES_LOOKED_AT,
      unit: "bytes",
      cost: "the fields and their types are inferred from fewer records",
      change: "`--schema`",
    },
    {
      what: "the time for which reading the files of a store may come no further",
      size: STALLED_MS,
      unit: "milliseconds",
      cost: "the file is refused, and the records stay what they were",
      change: "`reading.stalledMs` of `openStore`",
    },
  ]);
}

/** The limits of stores. */
export function storeLimits(): string {
  return limitTable(rowsOf(STORES, STORE_LIMITS));
}
