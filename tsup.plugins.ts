import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import ts from "typescript";

/** What only the reference, completion and tests read of a function's definition. */
const DOCUMENTATION: ReadonlySet<string> = new Set(["summary", "details", "airtable", "examples"]);
const PARAMETERS: ReadonlySet<string> = new Set([
  "any",
  "common",
  "condition",
  "date",
  "list",
  "literal",
  "number",
  "text",
]);

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function parse(name: string, source: string): ts.SourceFile {
  return ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true);
}

function apply(source: string, cuts: readonly Cut[]): string {
  let result = source;
  for (const { start, end, text } of [...cuts].sort((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + text + result.slice(end);
  }
  return result;
}

/** Leaves the documentation of functions out of the bundle: a third of it, which no formula needs to run. */
export const withoutDocumentation: Plugin = {
  name: "without-documentation",
  setup(build) {
    build.onLoad({ filter: /src\/functions\/[a-z]+\/[a-z-]+\.ts$/ }, async ({ path }) => ({
      contents: stripDocumentation(await readFile(path, "utf8")),
      loader: "ts",
    }));
  },
};

function stripDocumentation(source: string): string {
  const file = parse("definition.ts", source);
  const cuts: Cut[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [first, second] = node.arguments;
      const name = node.expression.text;
      if (name === "defineFunction" && first !== undefined && ts.isObjectLiteralExpression(first)) {
        for (const property of first.properties) {
          if (!ts.isPropertyAssignment(property)) continue;
          if (!DOCUMENTATION.has(property.name.getText(file))) continue;
          // With the comma behind it: every property of a definition has one.
          cuts.push({ start: property.getStart(file), end: property.end + 1, text: "" });
        }
      }
      if (PARAMETERS.has(name) && second !== undefined && ts.isStringLiteralLike(second)) {
        cuts.push({ start: second.getStart(file), end: second.end, text: '""' });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return apply(source, cuts);
}

/**
 * Parts of Chevrotain that a finished grammar never reaches, by file: the validation of grammars and lexers (a test runs
 * it on the whole library), the analysis of token patterns (ours all state their first characters), concrete
 * syntax trees, its own error recovery, backtracking, content assist, and forms of repetition that the grammar has not.
 */
const UNREACHED: Readonly<Record<string, string>> = {
  "gast/lib/src/model": "serializeGrammar serializeProduction",
  "gast/lib/src/helpers": "isSequenceProd isOptionalProd isBranchingProd",
  "grammar/checks": "*",
  "grammar/rest":
    "walkFlat walkAtLeastOne walkAtLeastOneSep walkMany walkManySep walkOr restForRepetitionWithSeparator",
  "grammar/first": "first firstForSequence firstForBranching firstForTerminal",
  "grammar/follow": "startWalking walkTerminal walkProdRef computeAllProdsFollows buildBetweenProdsFollowPrefix",
  "grammar/interpreter":
    "nextPossibleTokensAfter startWalking walk walkProdRef updateExpectedNext walkTerminal walkMany walkManySep walkAtLeastOne walkAtLeastOneSep",
  "grammar/llk_lookahead": "*validate",
  "grammar/gast/gast_resolver_public": "validateGrammar",
  "regexp-to-ast/lib/src/regexp-parser": "*",
  "regexp-to-ast/lib/src/base-regexp-visitor": "*",
  "scan/reg_exp": "*",
  "scan/lexer":
    "validatePatterns validateRegExpPattern findMissingPatterns findInvalidPatterns findEndOfInputAnchor findEmptyMatchRegExps findStartOfInputAnchor findUnsupportedFlags findDuplicatePatterns findInvalidGroupType findModesThatDoNotExist findUnreachablePatterns tryToMatchStrToPattern noMetaChar usesLookAheadOrBehind performRuntimeChecks performWarningRuntimeChecks checkLineBreaksIssues buildLineBreakIssueMessage",
  "parse/errors_public":
    "buildEarlyExitMessage buildRuleNotFoundError buildDuplicateFoundError buildNamespaceConflictError buildAlternationPrefixAmbiguityError buildAlternationAmbiguityError buildEmptyRepetitionError buildTokenNameError buildEmptyAlternationError buildTooManyAlternativesError buildLeftRecursionError buildInvalidRuleNameError buildDuplicateRuleNameError",
  "traits/recoverable":
    "getTokenToInsert canTokenTypeBeInsertedInRecovery canTokenTypeBeDeletedInRecovery tryInRepetitionRecovery shouldInRepetitionRecoveryBeTried getNextPossibleTokenTypes getFollowsForInRuleRecovery tryInRuleRecovery canPerformInRuleRecovery canRecoverWithSingleTokenInsertion canRecoverWithSingleTokenDeletion isInCurrentRuleReSyncSet findReSyncTokenType getCurrFollowKey buildFullFollowKeyStack flattenFollowSet getFollowSetFromFollowKey addToResyncTokens reSyncTo getCurrentGrammarPath",
  "cst/cst": "*",
  "cst/cst_visitor": "*",
  "traits/tree_builder":
    "setInitialNodeLocationOnlyOffsetRecovery setInitialNodeLocationOnlyOffsetRegular setInitialNodeLocationFullRecovery setInitialNodeLocationFullRegular cstInvocationStateUpdate cstFinallyStateUpdate cstPostRuleFull cstPostRuleOnlyOffset cstPostTerminal cstPostNonTerminal getBaseCstVisitorConstructor getBaseCstVisitorConstructorWithDefaults",
  "traits/recognizer_api": "OVERRIDE_RULE BACKTRACK",
  "traits/recognizer_engine":
    "atLeastOneInternal atLeastOneInternalLogic atLeastOneSepFirstInternal atLeastOneSepFirstInternalLogic manySepFirstInternal manySepFirstInternalLogic repetitionSepSecondInternal",
  "traits/error_handler": "raiseEarlyExitException",
};

/** Empties what is never reached: reaching it all the same is a broken build, which the tests of `dist` see. */
export const withoutUnreachedParts: Plugin = {
  name: "without-unreached-parts",
  setup(build) {
    build.onLoad({ filter: /chevrotain.*\/lib\/src\/.*\.js$/ }, async ({ path }) => {
      const key = Object.keys(UNREACHED).find((part) => path.endsWith(`${part}.js`));
      if (key === undefined) return undefined;
      const source = await readFile(path, "utf8");
      return { contents: emptyFunctions(path, source, UNREACHED[key] ?? ""), loader: "js" };
    });
  },
};

function emptyFunctions(path: string, source: string, listed: string): string {
  const names = new Set(listed.split(" "));
  const isListed = (name: string): boolean =>
    names.has("*") || names.has(name) || (names.has("*validate") && name.startsWith("validate"));
  const file = parse(path, source);
  const cuts: Cut[] = [];
  const visit = (node: ts.Node): void => {
    const isFunction = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
    const name = isFunction ? node.name?.getText(file) : undefined;
    if (isFunction && name !== undefined && node.body !== undefined && isListed(name)) {
      cuts.push({ start: node.body.getStart(file), end: node.body.end, text: '{ throw new Error("left out") }' });
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return apply(source, cuts);
}
