import { MemoryStore } from "../../../data/stores/memory/memory-store.ts";
import { openStore } from "../../../data/stores/open-store.ts";
import { ScanPool } from "../../../data/stores/scans/scan-pool.ts";
import type { Store, StoreError } from "../../../data/stores/store.ts";
import { defined } from "../../../util/defined.ts";
import { demoCars, demoSchema, MOST_CARS } from "../../demo/index.ts";
import { type CollectionOptions, collectionOf, isPath } from "../../service/collection.ts";
import { KeyFile } from "../../service/key-file.ts";
import { createKey, createKeyring, type Keyring } from "../../service/keyring.ts";
import { SERVICE_LIMITS } from "../../service/limits.ts";
import { startService } from "../../service/start-service.ts";
import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import { type Call, defineCommand } from "../command-line/define-command.ts";
import { collectionName, NAME_OPTION } from "../input/collection-name.ts";
import { TIME_ZONE_OPTION, zoneOption } from "../input/compile-formula.ts";
import { declaredOptions } from "../input/read-parameters.ts";
import { readSize, SIZE_WORDS } from "../input/read-size.ts";
import { FORM_OPTIONS, formOf, isGiven, misplacedForm } from "../input/record-file.ts";
import { readSchemaFile, SCHEMA_OPTION } from "../input/schema-file.ts";
import {
  type CollectionConfig,
  MOST_THREADS,
  readServeConfig,
  type ServeConfig,
} from "../input/serve-config.ts";
import { describedLines } from "../output/described-lines.ts";
import { ESCAPE_OPTION } from "../output/formats.ts";
import type { Host } from "../terminal/host.ts";
import { untilStopped } from "../terminal/signals.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The time limit for writing the last log lines, in milliseconds. */
const LOGS_END_MS = 2_000;

const OPERANDS = {
  sources: {
    optional: true,
    isFile: true,
    repeats: true,
    description:
      "Where the records are: files, which are one table, or a pattern such as `cars-*.csv` (`.ndjson`, `.json`, `.csv`, `.parquet`, `.arrow`), or a database such as `postgres://localhost/shop`, with `--table`.",
  },
} as const;

const OPTIONS = {
  config: {
    type: "text",
    value: "file",
    isFile: true,
    description:
      "A JSON file that declares collections, in place of a source. Options on the command line override it.",
  },
  demo: {
    type: "number",
    value: "count",
    least: 1,
    most: MOST_CARS,
    description:
      "Serves this number of made-up cars, in place of a source. Without `--keys`, it makes a key for this run.",
  },
  schema: SCHEMA_OPTION,
  key: {
    type: "text",
    value: "name",
    description:
      "The field that identifies a record, if neither the schema nor the database names it.",
  },
  table: {
    type: "text",
    value: "name",
    description: "The table of the database; `schema.table` for one in a schema.",
  },
  ...FORM_OPTIONS,
  name: NAME_OPTION,
  path: {
    type: "text",
    value: "path",
    description:
      "The path before the name of the collection: with `--path /shop`, `orders.csv` is served at `/shop/orders`.",
  },
  keys: {
    type: "text",
    value: "file",
    isFile: true,
    description:
      "The file of keys, which `isoform keys create` makes. Changes are noticed within two seconds.",
  },
  host: {
    type: "text",
    value: "address",
    description: "The address to listen at; the default is `127.0.0.1`, for this machine only.",
  },
  port: {
    type: "number",
    value: "number",
    least: 0,
    most: 65_535,
    description: "The port to listen at, or 0 for any free port; the default is 3000.",
  },
  prefix: {
    type: "text",
    value: "path",
    description: "A prefix for all paths, such as `/v1`.",
  },
  "max-page-size": {
    type: "number",
    value: "count",
    least: 1,
    description: "The greatest number of records on a page; the default is 10000.",
  },
  "max-records": {
    type: "number",
    value: "count",
    least: 1,
    description:
      "The greatest number of records that a request gets; by default there is no limit.",
  },
  "time-zone": {
    ...TIME_ZONE_OPTION,
    description:
      "The time zone of formulas in requests that name none, such as `Europe/Rome`; the default is UTC.",
  },
  parameter: {
    type: "text",
    value: "name:type",
    repeats: true,
    description:
      "A parameter that formulas may use as `$name`, such as `minPrice:number`; the default type is `text`. A request gives its value as `param.minPrice=5000`.",
  },
  memory: {
    type: "text",
    value: "size",
    description:
      "The memory for the work of clients, such as `512mb`: for answers, formulas, compressors and connections. The default is half of the heap's limit.",
  },
  threads: {
    type: "number",
    value: "count",
    least: 0,
    most: MOST_THREADS,
    description:
      "How many threads search records in memory if that takes longer than a moment, so that other requests need not wait; unless given: one less than the processors, but at least one. With 0, all searches share one thread.",
  },
  "csv-escape-formulas": ESCAPE_OPTION,
  "open-docs": {
    type: "flag",
    description:
      "Shows the collections and their fields to everybody, at `/docs`, `/openapi.json` and `/schema`; otherwise a key is needed. A demonstration always shows them.",
  },
  "no-console": {
    type: "flag",
    description: "Leaves out the page at `/`, on which people look at the records with a key.",
  },
  "log-level": {
    type: "text",
    value: "level",
    choices: ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
    description:
      "The least important messages that are logged, as JSON lines on the standard output; the default is `info`.",
  },
} as const;

type ServeCall = Call<typeof OPERANDS, typeof OPTIONS>;

export const serve = defineCommand({
  name: "serve",
  summary: "Serves records over HTTP: `GET /orders?filterByFormula=…`, with keys.",
  details: [
    "While it runs, its reference is at `/docs`. After SIGTERM or Ctrl-C, it finishes the running answers and accepts no new requests. A second Ctrl-C ends it at once. It needs the package fastify, and the package of the database.",
  ],
  operands: OPERANDS,
  options: OPTIONS,
  examples: [
    {
      command: "isoform serve --demo 10000",
      explanation: "Starts a service to try out, and shows its key and its address.",
    },
    {
      command: "isoform serve cars.ndjson --key vin --keys keys.json --port 8080",
      explanation:
        "Serves the records of a file at `/cars`. The file is read again when it changes.",
    },
    {
      command:
        "isoform serve 'cars-*.csv' --decimal , --date-format DD.MM.YYYY --key vin --keys keys.json",
      explanation:
        "Serves several CSV files as a spreadsheet writes them, as one table at `/cars`.",
    },
    {
      command:
        "isoform serve postgres://localhost/shop --table cars --keys keys.json --host 0.0.0.0",
      explanation: "Serves a PostgreSQL table, to other machines too.",
    },
  ],
  async run({ operands, options, terminal }) {
    const config = await configOf(operands, options);
    const cursorSecret = secretOf(config, terminal.host);
    // Loaded while records are read. If it is missing, starting the service reports it.
    import("fastify").catch(() => undefined);
    const collections: [string, CollectionOptions][] = [];
    const pool =
      config.threads === 0 ? undefined : ScanPool.open(defined({ threads: config.threads }));
    const onProblem = ({ message }: StoreError): void => terminal.say(`isoform: ${message}`);
    // Keys come first: reading them is quick, and reading records may take long.
    const keys = await keysOf(config, options.demo !== undefined, terminal);
    try {
      for (const [name, collection] of Object.entries(config.collections)) {
        const {
          source,
          schema,
          key,
          table,
          columns,
          describe,
          connections,
          timeoutMs,
          form,
          ...rest
        } = collection;
        const { timeZone = config.timeZone, ...others } = rest;
        const served = { ...others, formulas: defined({ timeZone }) };
        const store: Store =
          options.demo === undefined
            ? await asUsage(() =>
                openStore(source, {
                  onProblem,
                  ...form,
                  ...defined({ schema, key, columns, describe, connections, timeoutMs, pool }),
                  ...defined({ table: table?.split(".") }),
                }),
              )
            : await MemoryStore.from(demoCars(options.demo), demoSchema, defined({ pool }));
        collections.push([name, { ...served, store }]);
        await asUsage(() => collectionOf(name, { ...served, store }));
        const { refused = [], warnings = [] } = store;
        for (const line of describedLines({ refused, warnings })) terminal.say(`${name}: ${line}`);
      }
      const { collections: _, keys: __, timeZone: ___, threads: ____, ...rest } = config;
      const service = await asUsage(() =>
        startService({
          ...rest,
          ...defined({ cursorSecret }),
          console: config.console ?? true,
          collections: Object.fromEntries(collections),
          keys: keys.keyring,
        }),
      );
      const base = `${service.url}${config.prefix ?? ""}`;
      const addresses = collections.map(([name, { path = `/${name}` }]) => `${base}${path}`);
      for (const address of addresses) terminal.say(`serving ${address}`);
      if (config.console !== false) terminal.say(`the records are shown at ${base}/`);
      terminal.say(`the documentation is at ${base}/docs`);
      const [first] = addresses;
      if (keys.token !== undefined && first !== undefined) {
        terminal.say(`try:\n\n${example(first, keys.token)}\n`);
      }
      await untilStopped(terminal.host, () => terminal.say("stopping: running answers may finish"));
      await service.stop();
      await pool?.close();
      // An unwritable log must not keep the program running.
      setTimeout(() => terminal.host.exit(EXIT_CODES.ok.code), LOGS_END_MS).unref();
      return EXIT_CODES.ok.code;
    } catch (error) {
      await Promise.allSettled([
        ...collections.map(([, { store }]) => store.close()),
        pool?.close(),
      ]);
      throw error;
    } finally {
      keys.close();
    }
  },
});

/** The configuration. Command-line options override the file. */
async function configOf(
  { sources }: ServeCall["operands"],
  options: ServeCall["options"],
): Promise<ServeConfig> {
  const { config: path, demo, host, port, prefix, keys, schema, key, table } = options;
  const origins = [sources[0], path, demo].filter((one) => one !== undefined);
  if (origins.length !== 1) {
    throw new CliFailure("usage", "give one of a source, --config and --demo", {
      help: "isoform serve --demo 1000 shows what it does",
    });
  }
  requirePath("prefix", "/v1", prefix);
  requirePath("path", "/shop", options.path);
  const overrides = defined({
    host,
    port,
    prefix,
    keys,
    logLevel: options["log-level"],
    console: options["no-console"] ? false : undefined,
    openDocs: options["open-docs"] || demo !== undefined ? true : undefined,
    timeZone: zoneOption(options["time-zone"]).timeZone,
    threads: options.threads,
    memory: options.memory === undefined ? undefined : memoryOption(options.memory),
  });
  if (path !== undefined) {
    const misplaced = [
      "schema",
      "key",
      "table",
      "name",
      "path",
      "max-page-size",
      "max-records",
      "csv-escape-formulas",
      "parameter",
    ] as const;
    const found = misplaced.find((name) => isGiven(options[name])) ?? misplacedForm(options);
    if (found !== undefined) {
      throw new CliFailure("usage", `--${found} belongs to one collection: write it into ${path}`);
    }
    return { ...(await readServeConfig(path)), ...overrides };
  }
  const given = options.name ?? (demo === undefined ? undefined : "cars");
  const name = collectionName(given, table, sources);
  const collection: CollectionConfig = {
    source: sources,
    form: formOf(options),
    ...defined({
      schema: schema === undefined ? undefined : await readSchemaFile(schema),
      key,
      table,
      path: options.path === undefined ? undefined : `${options.path}/${name}`,
      maxPageSize: options["max-page-size"],
      maxRecords: options["max-records"],
      csvEscapeFormulas: options["csv-escape-formulas"] ? true : undefined,
      parameters: declaredOptions(options.parameter),
    }),
  };
  return { collections: { [name]: collection }, ...overrides };
}

/** @throws {@link CliFailure} unless the option is a path */
function requirePath(option: string, example: string, path: string | undefined): void {
  if (path === undefined || isPath(path)) return;
  throw new CliFailure(
    "usage",
    `--${option} is a path such as ${example}, not ${JSON.stringify(path)}`,
  );
}

/** The secret for signing cursors. Rejects an empty one, with which clients could forge cursors. */
function secretOf({ cursorSecret }: ServeConfig, { env }: Host): string | undefined {
  const { ISOFORM_CURSOR_SECRET: secret } = env;
  const { secretCharacters: least } = SERVICE_LIMITS;
  if (secret !== undefined && secret.length < least) {
    const message = `ISOFORM_CURSOR_SECRET is shorter than ${least} characters`;
    throw new CliFailure("usage", message, { help: "openssl rand -base64 32 makes a secret" });
  }
  return secret ?? cursorSecret;
}

/** @throws {@link Failure} for an invalid size */
function memoryOption(text: string): number {
  const bytes = readSize(text);
  if (bytes === undefined) {
    throw new CliFailure("usage", `--memory is ${SIZE_WORDS}, not ${JSON.stringify(text)}`);
  }
  return bytes;
}

/** Converts a `TypeError` or `RangeError` to a usage failure. @throws {@link Failure} */
async function asUsage<T>(make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) {
      throw new CliFailure("usage", error.message);
    }
    throw error;
  }
}

/** The keys of the service. A demo without a key file creates one key and prints it on the terminal. */
async function keysOf(
  { keys: path }: ServeConfig,
  isDemo: boolean,
  terminal: Terminal,
): Promise<{ readonly keyring: Keyring; readonly token?: string; close(): void }> {
  if (path !== undefined) {
    const file = await KeyFile.open(path);
    file.follow(({ message }) => terminal.say(`isoform: ${message}`));
    return { keyring: file, close: () => file.close() };
  }
  if (!isDemo) {
    throw new CliFailure("usage", "--keys is missing, and without keys nobody can send requests", {
      help: "isoform keys create <label> --file keys.json makes a key",
    });
  }
  const { token, stored } = createKey("demo", { admin: true });
  terminal.say(`the key of this run, for the header x-api-key: ${token}`);
  return { keyring: createKeyring([stored]), token, close: () => undefined };
}

/** A sample request for the demo's cars, to paste into a shell. */
function example(address: string, token: string): string {
  return `curl -G '${address}' -H 'x-api-key: ${token}' --data-urlencode 'filterByFormula=AND({country} = "Italy", {price} < 50000, NOT(tax = BLANK()))' -d sort.0.field=price -d maxRecords=3`;
}
