/**
 * The rooms of src, by wing, each with the rooms whose files it may import besides its own. A wing imports only what stands before it,
 * but for the two that stand side by side: what editors show of records is read by stores. A folder that is missing here is an error:
 * a new folder adds its line to this table first.
 */
const language = {
  types: [],
  source: ["types"],
  syntax: ["source", "types"],
  values: ["source", "syntax", "types"],
  schema: ["source", "types", "values"],
  core: ["source", "types", "values", "schema", "syntax"],
  functions: ["source", "types", "values", "schema", "core", "syntax"],
  check: ["source", "types", "values", "schema", "core", "syntax", "functions"],
  lower: ["source", "types", "values", "schema", "core", "syntax", "functions", "check"],
};

/** What a back end knows of the language: the core and what that is made of. It never sees the syntax tree or the functions. */
const core = rooms("language", ["source", "types", "values", "schema", "core"]);

const backends = {
  // What rows and columns share: the encoding of values, closures, and the writing of generated code.
  evaluation: [],
  // How Arrow and Parquet store values: columns and files read Arrow in one way.
  "arrow-layout": [],
  rows: ["evaluation"],
  columns: ["evaluation", "arrow-layout"],
  sql: [],
};

const engine = ["language", "backends", "engine"];

const data = {
  adapters: [],
  summary: [],
  // Values are bound for drivers in one way.
  stores: ["adapters", "summary"],
  // Contract tests for the stores and dialects of others.
  testing: ["adapters", "summary", "stores"],
};

const editors = {
  // What editors show of a formula, in browsers too, and its thin bindings.
  assistance: [],
  codemirror: ["assistance"],
  monaco: ["assistance"],
  lsp: ["assistance"],
};

const apps = {
  // Records to try things with.
  demo: [],
  service: ["demo"],
  // The programs may use the package as others do, by its sub-paths.
  cli: ["demo", "service"],
  // The page in browsers uses the reading and writing of files too.
  playground: ["demo"],
};

function rooms(wing, names) {
  return names.map((name) => `${wing}/${name}`);
}

const mayImport = {
  util: [],
  ...wing("language", language, ["util"]),
  ...wing("backends", backends, ["util", ...core]),
  engine: ["util", "language", "backends"],
  ...wing("data", data, ["util", ...engine]),
  ...wing("editors", editors, ["util", ...engine]),
  "editors/lsp": ["util", ...engine, "editors/assistance", "data/stores"],
  ...wing("apps", apps, ["util", ...engine, "data", "editors"]),
};

function wing(name, rooms, before) {
  return Object.fromEntries(
    Object.entries(rooms).map(([room, others]) => [
      `${name}/${room}`,
      [...before, ...others.map((other) => `${name}/${other}`)],
    ]),
  );
}

/** What runs on Node only, and may use its modules and other packages. */
const onNode = ["data/stores", "apps/service", "editors/lsp", "apps/cli"];

/** What is bundled with a package of others: the bindings of editors, each with its editor, and the page. */
const packages = {
  "editors/codemirror": "node_modules/(?:@codemirror|@lezer)/",
  "editors/monaco": "node_modules/monaco-editor/",
  "apps/playground": "node_modules/(?:@codemirror|@lezer|buffer|hyparquet|hyparquet-compressors)/",
};

const folders = (names) => `^src/(?:${names.join("|")})/`;

const layerRules = Object.entries(mayImport).map(([room, others]) => ({
  name: `layer-${room.replace("/", "-")}`,
  comment: `src/${room} may import only: ${[room, ...others].join(", ")}`,
  severity: "error",
  from: { path: folders([room]) },
  to: {
    path: "^src/",
    pathNot: [
      folders([room, ...others]),
      ...(["apps/playground", "apps/cli"].includes(room) ? ["^src/[a-z]+[.]ts$"] : []),
    ],
  },
}));

export default {
  forbidden: [
    ...layerRules,
    {
      name: "unknown-layer",
      comment: "Every room of src has its line in the tables of .dependency-cruiser.mjs",
      severity: "error",
      from: {},
      to: { path: "^src/[^/]+/", pathNot: folders(Object.keys(mayImport)) },
    },
    {
      name: "no-cycle",
      comment: "Files do not import each other in a circle",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-folder-cycle",
      comment: "Folders do not import each other in a circle",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    {
      name: "node-modules-only-where-node-runs",
      comment: `Only ${onNode.join(", ")} may use Node's own modules: the rest runs in browsers`,
      severity: "error",
      from: { path: "^src/", pathNot: folders(onNode) },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "chevrotain-only-in-syntax",
      comment: "The parser library is a detail of src/language/syntax",
      severity: "error",
      from: { path: "^src/", pathNot: folders(["language/syntax"]) },
      to: { path: "node_modules/(?:chevrotain|@chevrotain)/" },
    },
    {
      name: "no-packages",
      comment: "The portable code has no dependencies but the bundled parser library",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: folders([...onNode, ...Object.keys(packages)]),
      },
      to: { path: "node_modules/", pathNot: "node_modules/(?:chevrotain|@chevrotain)/" },
    },
    ...Object.entries(packages).map(([room, own]) => ({
      name: `packages-of-${room.replace("/", "-")}`,
      comment: `src/${room} may use its own packages only`,
      severity: "error",
      from: { path: folders([room]) },
      to: { path: "node_modules/", pathNot: own },
    })),
    {
      name: "no-tests-in-sources",
      comment: "The sources do not import tests, benchmarks or generators",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(?:test|bench|grammar)/" },
    },
    {
      name: "resolvable",
      comment: "An import must lead somewhere",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    // What makes the site, the page and the extension has packages of its own, and takes from the grammar too.
    exclude: { path: "^src/(?:apps/site|apps/playground/build|editors/vscode)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
    },
  },
};
