import type { SortKey } from "../../../columns.ts";
import type { FieldValue } from "../../../editors/assistance/index.ts";
import type { SchemaJson } from "../../../index.ts";
import type { Distribution } from "../distribution/distribution.ts";
import type { ExportFormat, RecordRow } from "./playground-source.ts";

/** The records that a worker generates or reads. */
export type RecordOrigin = { readonly kind: "demo"; readonly count: number } | OpenedFile;

interface OpenedFile {
  readonly kind: "file";
  readonly file: File;
  /** The schema of the file; inferred by default. */
  readonly schema?: SchemaJson;
}

/** The calls of the worker, with their parameters and results. */
export interface Calls {
  open: { given: RecordOrigin; returns: { schema: SchemaJson; size: number } };
  view: {
    given: { view: number; formula: string; sort: readonly SortKey[] };
    returns: { count: number; milliseconds: number; first: readonly RecordRow[] };
  };
  rows: { given: { view: number; from: number; to: number }; returns: readonly RecordRow[] };
  export: { given: { view: number; format: ExportFormat }; returns: Blob };
  values: {
    given: { field: string; prefix: string; limit: number };
    returns: readonly FieldValue[];
  };
  distribution: { given: { field: string; formula: string }; returns: Distribution };
}

export type CallName = keyof Calls;

/** A call, or its cancellation. */
export type WorkerRequest =
  | { [Name in CallName]: { id: number; name: Name; given: Calls[Name]["given"] } }[CallName]
  | { id: number; name: "abort" };

/** The response to a call, or the number of records read so far. */
export type WorkerResponse =
  | { id: number; result: unknown }
  | { id: number; problem: string }
  | { id: 0; progress: number };
