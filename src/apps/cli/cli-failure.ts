// The folder `cli` is the program `isoform`: its commands, and how it parses arguments, writes results and reports
// failures.

import type { Diagnostic } from "../../language/source/diagnostic.ts";

/** The exit codes of the program. Help and the reference list them. */
export const EXIT_CODES = {
  ok: { code: 0, meaning: "the command succeeded" },
  formula: { code: 1, meaning: "the formula has errors" },
  data: { code: 1, meaning: "the records or the schema have errors" },
  usage: { code: 2, meaning: "the command was called in a wrong way" },
  store: { code: 3, meaning: "a file, a database or the network failed" },
  errors: { code: 3, meaning: "the formula is an error for every record of `filter`" },
  bug: { code: 70, meaning: "a bug in isoform: please report it" },
  interrupted: { code: 130, meaning: "the command was interrupted, for example by Ctrl-C" },
} as const;

type Ending = keyof typeof EXIT_CODES;
export type FailureKind = Exclude<Ending, "ok" | "bug">;

/** An expected failure of a command. It is reported without a stack trace, since it is not a bug. */
export class CliFailure extends Error {
  override readonly name = "Failure";
  readonly kind: FailureKind;
  /** Advice, printed on separate lines. */
  readonly help: string | undefined;
  /** The formula with errors, if there is one. */
  readonly formula:
    | { readonly source: string; readonly diagnostics: readonly Diagnostic[] }
    | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    more: {
      readonly help?: string;
      readonly formula?: CliFailure["formula"];
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.kind = kind;
    this.help = more.help;
    this.formula = more.formula;
  }
}

/** Kinds of failures by the names of errors: `instanceof` would load the stores for commands that need none. */
const KINDS: ReadonlyMap<string, FailureKind> = new Map([
  ["SqlMappingError", "data"],
  ["SchemaError", "data"],
  ["QueryError", "data"],
  ["SummaryError", "usage"],
  ["KeyFileError", "store"],
]);

/** Converts a known error to a failure; returns `undefined` for a bug of this program. */
export function failureOf(error: unknown): CliFailure | undefined {
  if (error instanceof CliFailure) return error;
  if (!(error instanceof Error)) return undefined;
  if (error.name === "StoreError") {
    const isData = "code" in error && error.code === "data";
    return new CliFailure(isData ? "data" : "store", error.message, { cause: error });
  }
  const kind = KINDS.get(error.name);
  if (kind !== undefined) return new CliFailure(kind, error.message, { cause: error });
  const missing = missingPackage(error);
  if (missing !== undefined) {
    return new CliFailure(
      "store",
      `the package ${missing} is not installed: npm install ${missing}`,
      {
        cause: error,
      },
    );
  }
  if (isSystemError(error)) return new CliFailure("store", systemMessage(error), { cause: error });
  return undefined;
}

/** The name of an optional package that is not installed. */
function missingPackage(error: Error): string | undefined {
  if (!("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") return undefined;
  const [, name] = /^Cannot find package '([^']+)'/.exec(error.message) ?? [];
  return name;
}

/** An error of the operating system, such as a missing file or a port in use. */
function isSystemError(error: Error): error is NodeJS.ErrnoException {
  return "syscall" in error && "code" in error;
}

const SYSTEM_PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: "permission is denied",
  EADDRINUSE: "another program already uses this port",
  EISDIR: "this is a folder",
  ENOENT: "there is no such file or folder",
  ENOSPC: "the disk is full",
};

function systemMessage(error: NodeJS.ErrnoException): string {
  const { code = "", message, path } = error;
  const problem = SYSTEM_PROBLEMS[code];
  if (problem === undefined) return message;
  const { address, port } = error as { readonly address?: string; readonly port?: number };
  const target = path ?? (port === undefined ? undefined : `${address ?? ""}:${port}`);
  return target === undefined ? problem : `${target}: ${problem}`;
}
