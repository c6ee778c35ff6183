import { type ChildProcess, fork, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { demoSchema } from "../../../../src/apps/demo/index.ts";
import { createKey, type NewKey, type StoredKey } from "../../../../src/apps/service/index.ts";
import { ENGINES, PROGRAM, plainEnvironment, runCli } from "../../../apps/cli/run-cli.ts";
import { ask } from "../../../apps/service/harness/client.ts";
import { startSqliteFiles } from "../../../engines/sqlite-files.ts";
import type { Attacker } from "./attack.ts";
import type { HonestFigures, ProbeFigures } from "./figures.ts";
import type { HonestSetup } from "./honest.ts";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const TSX = fileURLToPath(
  new URL("../../../../node_modules/tsx/dist/esm/index.mjs", import.meta.url),
);

/** The files that a service under attack works with. */
export interface Fixture {
  readonly folder: string;
  readonly keysPath: string;
  /** The tokens of the honest client, and of the attackers. */
  readonly honest: string;
  readonly attackers: Readonly<Record<Attacker, readonly string[]>>;
  /** Whether there is a driver for SQLite. */
  readonly hasSqlite: boolean;
  remove(): void;
}

/** Fields that cost far more than those of records: `long` has some 37,000 characters. */
const COMPUTED_FIELDS = {
  long: { formula: "REPT({optionCodes}, 300)" },
  pattern: { formula: 'REGEX_REPLACE({optionCodes}, "(?:.{0,100}@|[A-Z])", "x")' },
  chain: { formula: 'LEN(SUBSTITUTE(UPPER(REPT({title}, 100)), "E", "ee"))' },
  isRare: { formula: 'REGEX_MATCH({optionCodes}, "(a|b|c)*.{20}@")' },
};

const MANY_KEYS = 99;

/** A scope of most cars. */
const scopeOf = (year: number): NewKey => ({
  scope: 'AND({year} > $year, {country} != "Norway", FIND("BT60", {optionCodes}) = 0)',
  attributes: { year },
});

/** The options of the attackers' keys. */
const ATTACKERS: Readonly<Record<Attacker, readonly NewKey[]>> = {
  whole: [{}],
  scoped: [scopeOf(2013)],
  limited: [
    { ...scopeOf(2013), fields: [...demoSchema.fields.keys()].filter((name) => name !== "url") },
  ],
  many: Array.from({ length: MANY_KEYS }, (_, index) => scopeOf(2013 + index / MANY_KEYS)),
};

/** Makes cars in a file and in a table of SQLite, and a file of keys. */
export async function makeFixture(cars: number): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), "isoform-attacked-"));
  const file = join(folder, "cars.ndjson");
  const schema = join(folder, "cars.schema.json");
  const computed = join(folder, "computed.schema.json");
  writeFileSync(schema, JSON.stringify(demoSchema));
  const { fields, ...rest } = demoSchema.toJSON();
  writeFileSync(computed, JSON.stringify({ ...rest, fields: { ...fields, ...COMPUTED_FIELDS } }));
  await run(["generate", "cars", "--count", String(cars), "--out", file]);
  const hasSqlite = await startSqliteFiles().then(
    () => true,
    () => false,
  );
  if (hasSqlite) {
    const database = `sqlite:${join(folder, "cars.db")}`;
    await run(["import", file, database, "--schema", schema, "--table", "cars", "--quiet"]);
  }
  const keysPath = join(folder, "keys.json");
  const keys: StoredKey[] = [];
  const add = (label: string, options: NewKey = {}): string => {
    const { token, stored } = createKey(label, options);
    keys.push(stored);
    return token;
  };
  const honest = add("honest");
  const addAll = (name: Attacker): readonly string[] =>
    ATTACKERS[name].map((options) => add(name, options));
  const attackers = {
    whole: addAll("whole"),
    scoped: addAll("scoped"),
    limited: addAll("limited"),
    many: addAll("many"),
  };
  writeFileSync(keysPath, JSON.stringify({ keys }));
  const stored = {
    source: `sqlite:${join(folder, "cars.db")}`,
    table: "cars",
    schema,
  };
  const config = {
    port: 0,
    keys: keysPath,
    collections: {
      cars: { source: file, schema },
      computed: { source: file, schema: computed },
      ...(hasSqlite ? { stored } : {}),
    },
  };
  writeFileSync(join(folder, "service.json"), JSON.stringify(config));
  return {
    folder,
    keysPath,
    honest,
    attackers,
    hasSqlite,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function run(args: readonly string[]): Promise<void> {
  const { code, err } = await runCli(args, { cwd: ENGINES });
  if (code !== 0) throw new Error(`isoform ${args[0]}: ${err}`);
}

/** How a service is started, beside what it is started with in every case. */
export interface TargetOptions {
  /** The mebibytes that its heap may have. */
  readonly heap?: number;
  /** What its standard output is; it is read and thrown away unless given. */
  readonly output?: number | "pipe";
  /** A command that starts the service in its place, such as `prlimit` with its options. */
  readonly under?: readonly string[];
  readonly args?: readonly string[];
}

/** The real program in a process of its own, with the probe in it. */
export class Target {
  readonly url: string;
  readonly port: number;
  readonly fixture: Fixture;
  readonly process: ChildProcess;
  /** The last words of its standard error. */
  readonly #said: () => string;
  readonly ended: Promise<string>;
  #hasEnded = false;

  private constructor(child: ChildProcess, fixture: Fixture, url: string, said: () => string) {
    this.process = child;
    this.fixture = fixture;
    this.url = url;
    this.port = Number(new URL(url).port);
    this.#said = said;
    this.ended = endOf(child).finally(() => {
      this.#hasEnded = true;
    });
  }

  static async start(fixture: Fixture, options: TargetOptions = {}): Promise<Target> {
    const { heap = 256, output = "ignore", under = [], args = [] } = options;
    const [program, ...before] = PROGRAM;
    const flags = [`--max-old-space-size=${heap}`, "--expose-gc", "--import", TSX];
    const config = ["serve", "--config", join(fixture.folder, "service.json"), ...args];
    const [command = program, ...rest] = [
      ...under,
      program,
      ...flags,
      "--import",
      here("probe.ts"),
      ...before,
      ...config,
    ];
    const stdio: StdioOptions = ["ignore", output, "pipe", "ipc"];
    const child = spawn(command, rest, { cwd: ENGINES, env: plainEnvironment(), stdio });
    let said = "";
    child.stderr?.on("data", (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-20_000);
    });
    const end = endOf(child);
    while (!said.includes("/docs")) {
      const how = await Promise.race([end, sleep(20)]);
      if (how !== undefined) throw new Error(`the service did not start: ${how}\n${said}`);
    }
    const [, url = ""] = /documentation is at (\S+)\/docs/.exec(said) ?? [];
    return new Target(child, fixture, url, () => said);
  }

  get lives(): boolean {
    return !this.#hasEnded;
  }

  /** The error output, for a message about a service that ended. */
  get said(): string {
    return this.#said();
  }

  /** Asks the probe; `begin` makes it forget what it saw so far, `collect` collects garbage first. */
  async probe(message: "begin" | "collect" | "figures"): Promise<ProbeFigures> {
    const answer = once(this.process, "message");
    this.process.send(message);
    const how = await Promise.race([answer, this.ended]);
    if (typeof how === "string") throw new Error(`the service ended with ${how}\n${this.said}`);
    return how[0] as ProbeFigures;
  }

  /**
   * Uses the service as busy clients do, so that its threads run and its memory is what it needs for its work: pages in
   * an order, and all records in every encoding.
   */
  async warmUp(): Promise<ProbeFigures> {
    const { honest: token, hasSqlite } = this.fixture;
    const encodings = ["identity", "gzip", "br"];
    for (const path of hasSqlite ? ["/cars", "/stored"] : ["/cars"]) {
      for (const target of [`${path}?maxRecords=5000&sort.0.field=title`, path]) {
        const asked = Array.from({ length: 8 }, (_, index) => {
          const encoding = encodings[index % encodings.length];
          return ask(`${this.url}${target}`, {
            headers: { "x-api-key": token, "accept-encoding": encoding },
          });
        });
        await Promise.all(asked);
      }
    }
    return this.probe("collect");
  }

  async stop(): Promise<void> {
    this.process.kill("SIGKILL");
    await this.ended;
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(String(code ?? signal)));
  });
}

/** The honest client in a process of its own. */
export class Honest {
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#process = child;
  }

  static async start({ url, fixture }: Target): Promise<Honest> {
    const filter = encodeURIComponent('AND({country} = "Italy", {price} < 50000)');
    const memory = [
      `/cars?filterByFormula=${filter}&maxRecords=3`,
      "/cars?sort.0.field=price&pageSize=5",
    ];
    const paths = fixture.hasSqlite ? [...memory, "/stored?maxRecords=3"] : memory;
    const setup: HonestSetup = { url, token: fixture.honest, paths };
    const child = fork(here("honest.ts"), [JSON.stringify(setup)], {
      execArgv: ["--import", TSX],
      env: plainEnvironment(),
    });
    const honest = new Honest(child);
    await Promise.race([
      once(child, "message"),
      endOf(child).then((how) => {
        throw new Error(`the honest client ended with ${how}`);
      }),
    ]);
    return honest;
  }

  /** What it saw since the last `begin`. */
  async ask(message: "begin" | "figures"): Promise<HonestFigures> {
    const answer = once(this.#process, "message");
    this.#process.send(message);
    const [figures] = await answer;
    return figures as HonestFigures;
  }

  stop(): void {
    this.#process.kill("SIGKILL");
  }
}
