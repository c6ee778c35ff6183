/**
 * The layers of src, each with the layers whose files it may import. A folder of src that is missing
 * here is an error: a new folder adds its line to this table first.
 */
const values = ["util", "source", "types", "values"];
const core = [...values, "schema", "core"];
const lower = [...core, "syntax", "functions", "check", "lower"];
const backEnds = ["rows", "columns", "sql"];
const engine = [...lower, "in-memory", "binary", ...backEnds, "engine"];
const ports = ["adapters", "summary", "stores"];
const service = [...engine, ...ports, "service", "demo"];

const mayImport = {
  util: [],
  source: ["util"],
  syntax: ["util", "source"],
  types: ["util", "source", "syntax"],
  values: ["util", "source", "syntax", "types"],
  schema: ["util", "source", "types", "values"],
  core: ["util", "source", "syntax", "types", "values", "schema"],
  functions: [...core, "syntax"],
  check: [...core, "syntax", "functions"],
  lower: [...core, "syntax", "functions", "check"],
  // A back end implements the core and nothing above it; it never sees the syntax tree.
  ...Object.fromEntries(backEnds.map((name) => [name, core])),
  // Rows and columns share the encoding of values, closures and the writing of generated code.
  "in-memory": core,
  rows: [...core, "in-memory"],
  // How Arrow and Parquet store values: columns and files read Arrow in one way.
  binary: values,
  columns: [...core, "in-memory", "binary"],
  engine: [...lower, ...backEnds],
  ...Object.fromEntries(ports.map((name) => [name, engine])),
  // What editors show of a formula, in browsers too.
  language: engine,
  // Values are bound for drivers in one way.
  stores: [...engine, "adapters", "summary"],
  service: [...engine, ...ports],
  // Contract tests for the stores and dialects of others.
  testing: [...engine, ...ports],
  // Records to try things with.
  demo: core,
  // Thin bindings of the language service.
  lsp: [...engine, "language", "stores"],
  codemirror: [...engine, "language"],
  monaco: [...engine, "language"],
  // The programs may use the package as others do, by its sub-paths.
  cli: [...service, "lsp"],
  // The page in browsers uses the reading and writing of files too.
  playground: [...engine, ...ports, "language", "codemirror", "demo"],
};

/** Layers that run on Node only, and may use its modules and other packages. */
const onNode = ["stores", "service", "lsp", "cli"];

/** What is bundled with a package of others: the bindings of editors, each with its editor, and the page. */
const editors = {
  codemirror: "node_modules/(?:@codemirror|@lezer)/",
  playground: "node_modules/(?:@codemirror|@lezer|buffer|hyparquet|hyparquet-compressors)/",
  monaco: "node_modules/monaco-editor/",
};

const folders = (names) => `^src/(?:${names.join("|")})/`;

const layerRules = Object.entries(mayImport).map(([layer, others]) => ({
  name: `layer-${layer}`,
  comment: `src/${layer} may import only: ${[layer, ...others].join(", ")}`,
  severity: "error",
  from: { path: folders([layer]) },
  to: {
    path: "^src/",
    pathNot: [
      folders([layer, ...others]),
      ...(["playground", "cli"].includes(layer) ? ["^src/[a-z]+[.]ts$"] : []),
    ],
  },
}));

export default {
  forbidden: [
    ...layerRules,
    {
      name: "unknown-layer",
      comment:
        "Every folder of src has its place in the table of layers in .dependency-cruiser.mjs",
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
      comment: "The parser library is a detail of src/syntax",
      severity: "error",
      from: { path: "^src/", pathNot: folders(["syntax"]) },
      to: { path: "node_modules/(?:chevrotain|@chevrotain)/" },
    },
    {
      name: "no-packages",
      comment: "The portable code has no dependencies but the bundled parser library",
      severity: "error",
      from: { path: "^src/", pathNot: folders([...onNode, ...Object.keys(editors)]) },
      to: { path: "node_modules/", pathNot: "node_modules/(?:chevrotain|@chevrotain)/" },
    },
    ...Object.entries(editors).map(([layer, packages]) => ({
      name: `packages-of-${layer}`,
      comment: `src/${layer} may use the packages of its editor only`,
      severity: "error",
      from: { path: folders([layer]) },
      to: { path: "node_modules/", pathNot: packages },
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
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
    },
  },
};
