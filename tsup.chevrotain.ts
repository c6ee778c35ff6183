/** What is cut from one file of Chevrotain. All text is matched with its white space made single. */
export interface Cuts {
  /** Methods that go, by name. */
  readonly methods?: string;
  /** Statements, cases, members and elements that go, by how they begin. */
  readonly parts?: readonly string[];
  /** Statements that others take the place of, by how they begin. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Expressions that have one value here, or whose value nobody reads. */
  readonly values?: Readonly<Record<string, string>>;
}

/*
 * What a finished grammar with one token of look-ahead never reaches of Chevrotain: the validation of grammars and
 * lexers (a test runs it on the whole library), the positions of lines, lexer modes, categories of tokens, concrete
 * syntax trees, its own error recovery and messages (`src/syntax/repair` has ours), gates, backtracking, content assist,
 * tracing, and forms of repetition that the grammar does not use.
 *
 * Read off V8's coverage over the corpora and random texts. A cut that finds no place fails the build, so that an upgrade
 * of the library makes somebody read this again; `test/bundle.test.ts` compares what is built with the whole library.
 */

/** Cuts that hold in every file. */
export const EVERYWHERE: Cuts = {
  parts: [
    'throw Error("non exhaustive match")',
    // Concrete syntax trees.
    "this.cstInvocationStateUpdate(",
    "this.cstFinallyStateUpdate(",
    "this.cstPostTerminal(",
    "this.cstPostNonTerminal(",
    "this.CST_STACK =",
    // Enumerations for messages about definitions.
    "(function (LexerDefinitionErrorType)",
    "(function (ParserDefinitionErrorType)",
    "(function (CstVisitorDefinitionError)",
  ],
  values: {
    "this.outputCst": "false",
    "this.outputCst === true": "false",
    "this.recoveryEnabled": "false",
    "prod instanceof RepetitionMandatory": "false",
    "prod instanceof RepetitionMandatoryWithSeparator": "false",
    "prod instanceof RepetitionWithSeparator": "false",
    "subProd instanceof RepetitionMandatory": "false",
    "subProd instanceof RepetitionMandatoryWithSeparator": "false",
    "subProd instanceof RepetitionWithSeparator": "false",
  },
};

/** Modules that nothing reaches any more, though loading them would run something: what they export, empty. */
export const STAND_INS: Readonly<Record<string, string>> = {
  "regexp-to-ast/lib/src/api": "export class RegExpParser {} export class BaseRegExpVisitor {}",
  "scan/reg_exp_parser": "export const getRegExpAst = null, clearRegExpParserCache = null;",
};

/** Long names of properties that only the library uses; the bundler writes shorter ones. */
export const INTERNAL_NAMES: readonly string[] = [
  "_definition referencedRule visitNonTerminal visitOption visitRepetition",
  "visitAlternation START_CHARS_HINT emptyGroups",
  "patternIdxToConfig charCodeToPatternIdxToConfig cachedGroupKeys createTokenInstance",
  "createOffsetOnlyToken addTokenUsingPush tokenizeInternal matchLength resolveRefs nameToTopRule",
  "nonTerminalName partialPath suffixDef targetOccurrence targetProdType",
  "startWalking checkIsTarget targetRef buildLookaheadForAlternation prodOccurrence",
  "buildLookaheadForOptional initLooksAhead lookaheadStrategy lookAheadFuncsCache",
  "currRuleLookaheadFuncs preComputeLookaheadFunctions setLaFuncCache fullRuleNameToShort",
  "computeLookaheadFunc dslMethods initLexerAdapter tokVector tokVectorLength consumeToken",
  "exportLexerState resetLexerState moveToTerminatedState getLexerPosition consumeInternal",
  "subruleInternal optionInternal orInternal manyInternal definedRulesNames defineRule",
  "gastProductionsCache initRecognizerEngine ruleShortNameIdx tokenMatcher subruleIdx currRuleShortName",
  "RULE_STACK RULE_STACK_IDX ruleInvocationStateUpdate invokeRuleCatch ruleFinallyStateUpdate",
  "onBeforeParse onAfterParse optionInternalLogic manyInternalLogic doSingleRepetition",
  "raiseNoAltException consumeInternalError SAVE_ERROR isAtEndOfInput initErrorHandler initGastRecorder",
  "recordingProdStack enableRecording consumeInternalRecord subruleInternalRecord optionInternalRecord",
  "orInternalRecord manyInternalRecord LA_RECORD disableRecording topLevelRuleRecord selfAnalysisDone",
].flatMap((line) => line.split(" "));

/** Cuts by file, given by the end of its path. */
export const BY_FILE: Readonly<Record<string, Cuts>> = {
  "gast/lib/src/model": {
    parts: ["this.hasPredicates =", "this.ignoreAmbiguities =", 'this.orgText = ""'],
  },
  "gast/lib/src/visitor": {
    methods:
      "visitAlternative visitTerminal visitRule visitRepetitionMandatory visitRepetitionMandatoryWithSeparator visitRepetitionWithSeparator",
    parts: [
      // Visited by nobody.
      "case Alternative:",
      "case Terminal:",
      "case Rule:",
      "case RepetitionMandatory:",
      "case RepetitionMandatoryWithSeparator:",
      "case RepetitionWithSeparator:",
    ],
  },
  "grammar/rest": {
    methods:
      "walkTerminal walkProdRef walkFlat walkAtLeastOne walkAtLeastOneSep walkManySep walkOr",
    values: {
      "subProd instanceof NonTerminal": "false",
      "subProd instanceof Terminal": "false",
      "subProd instanceof Alternative": "false",
      "subProd instanceof Alternation": "false",
    },
  },
  "grammar/interpreter": {
    // Nothing asks what may come next.
    methods:
      "startWalking walk walkProdRef walkTerminal walkMany walkManySep walkAtLeastOne walkAtLeastOneSep updateExpectedNext",
  },
  "grammar/lookahead": {
    methods:
      "walkAtLeastOne walkAtLeastOneSep walkManySep visitRepetitionMandatory visitRepetitionMandatoryWithSeparator visitRepetitionWithSeparator",
    parts: [
      "(function (PROD_TYPE)",
      "currTokType.categoryMatches.forEach(",
      "for (let t = 0; t < tokType.categoryMatches",
      // All paths are one token long, so that none is to be made longer until it differs.
      "const altsHashes =",
      "const prefixKeys =",
      "const isUnique =",
      "for (let j = 0; j < prefixKeys.length",
      "const newPartialPathsAndSuffixes =",
      "const tokenMatcher =",
      "const areAllOneTokenLookahead =",
      "const numOfAlts =",
      "const numOfPaths =",
    ],
    values: {
      "PROD_TYPE.OPTION": "0",
      "PROD_TYPE.REPETITION": "1",
      "PROD_TYPE.ALTERNATION": "5",
      hasPredicates: "false",
      "areAllOneTokenLookahead && !dynamicTokensEnabled": "true",
      "laFuncBuilder(lookAheadPaths, hasPredicates, tokenMatcher, dynamicTokensEnabled)":
        "laFuncBuilder(lookAheadPaths)",
      "lookaheadBuilder(lookAheadPaths[0], tokenMatcher, dynamicTokensEnabled)":
        "lookaheadBuilder(lookAheadPaths[0])",
      "singleTokensTypes[0].categoryMatches.length === 0": "true",
      "otherTok.categoryMatchesMap[searchTok.tokenTypeIdx] !== undefined": "false",
      // Asked by name only.
      'prod instanceof Option || prod === "Option"': 'prod === "Option"',
      'prod instanceof Repetition || prod === "Repetition"': "true",
      "isUnique || suffixDef.length === 0 || currPathPrefix.length === k": "true",
    },
  },
  "grammar/llk_lookahead": {
    methods:
      "validate validateNoLeftRecursion validateEmptyOrAlternatives validateAmbiguousAlternationAlternatives validateSomeNonEmptyLookaheadPath",
    parts: ["var _a"],
    values: {
      "(_a = options === null || options === void 0 ? void 0 : options.maxLookahead) !== null && _a !== void 0 ? _a : DEFAULT_PARSER_CONFIG.maxLookahead":
        "options.maxLookahead",
    },
  },
  "grammar/resolver": {
    parts: [
      "const msg =",
      "this.errMsgProvider =",
      "this.currTopLevel =",
      "this.errors",
      "return refResolver.errors",
    ],
  },
  "gast/gast_resolver_public": {
    values: {
      "Object.assign({ errMsgProvider: defaultGrammarResolverErrorProvider }, options)": "options",
    },
  },
  "parse/errors_public": { parts: ["Object.freeze("] },
  "parse/exceptions_public": {
    parts: [
      "Object.freeze(",
      // Set for compilers to older JavaScript, and for messages.
      "Object.setPrototypeOf(",
      "if (Error.captureStackTrace)",
      "this.token =",
      "this.resyncedTokens =",
      "constructor(message, token, previousToken)",
      "constructor(message, token) { super(message, token);",
    ],
    values: {
      "RECOGNITION_EXCEPTION_NAMES.includes(error.name)": "error instanceof RecognitionException",
    },
  },
  "parser/parser": {
    parts: [
      "static performSelfAnalysis(",
      "let defErrorsMsgs",
      "const className =",
      "if (resolverErrors.length === 0 &&",
      "if (!Parser.DEFER_DEFINITION_ERRORS_HANDLING",
      "Parser.DEFER_DEFINITION_ERRORS_HANDLING =",
      "this.definitionErrors =",
      "configClone.outputCst =",
      "that.initRecoverable(",
      "that.initTreeBuilder(",
      "that.initPerformanceTracer(",
      'if (Object.hasOwn(config, "ignoredIssues"))',
      "this.skipValidations =",
      // Of the mixins.
      "Recoverable",
      "TreeBuilder",
      "PerformanceTracer",
      // Of the defaults.
      "recoveryEnabled: false",
      "maxLookahead: 3",
      "dynamicTokensEnabled: false",
      "outputCst: true",
      "errorMessageProvider:",
      'nodeLocationTracking: "none"',
      "traceInitPerf: false",
      "skipValidations: false",
      "recoveryValueFunc:",
      "resyncEnabled: true",
      // Strategies of look-ahead may be made ready; ours has nothing to do.
      "(_b = (_a = this.lookaheadStrategy).initialize)",
      "var _a, _b",
    ],
    values: { "this.definitionErrors.length === 0": "true" },
  },
  "traits/error_handler": {
    methods: "raiseEarlyExitException",
    parts: [
      "this.errorMessageProvider =",
      "error.context =",
      "const ruleName = this.getCurrRuleFullName()",
      "const ruleGrammar = this.getGAstProductions()",
      "const lookAheadPathsPerAlternative",
      "const actualTokens",
      "for (let i = 1; i <= this.maxLookahead",
      "const previousToken =",
      "const errMsg =",
    ],
    values: {
      "isRecognitionException(error)": "true",
      "new NoViableAltException(errMsg, this.LA(1), previousToken)": "new NoViableAltException()",
    },
  },
  "traits/gast_recorder": {
    methods:
      "ACTION_RECORD BACKTRACK_RECORD atLeastOneInternalRecord atLeastOneSepFirstInternalRecord manySepFirstInternalRecord",
    parts: [
      "this[`MANY_SEP",
      "this[`AT_LEAST_ONE",
      "this[`consume`] =",
      "this[`subrule`] =",
      "this[`option`] =",
      "this[`or`] =",
      "this[`many`] =",
      "this[`atLeastOne`] =",
      "this.ACTION =",
      "this.BACKTRACK =",
      "delete that[`MANY_SEP",
      "delete that[`AT_LEAST_ONE",
      "delete that[`consume`]",
      "delete that[`subrule`]",
      "delete that[`option`]",
      "delete that[`or`]",
      "delete that[`many`]",
      "delete that[`atLeastOne`]",
      "delete that.ACTION",
      "delete that.BACKTRACK",
      "if (originalError.KNOWN_RECORDER_ERROR !== true)",
      'if (!ruleToCall || !Object.hasOwn(ruleToCall, "ruleName"))',
      "if (!hasShortKeyProperty(tokType))",
      "assertMethodIdxIsValid(",
      "if (handleSep)",
      'if (Object.hasOwn(mainProdArg, "MAX_LOOKAHEAD"))',
      "ignoreAmbiguities:",
      "const hasPredicates =",
      "newOrProd.hasPredicates =",
      'if (Object.hasOwn(currAlt, "IGNORE_AMBIGUITIES"))',
      "label: options === null",
      "this.RECORDING_PHASE =",
      "description:",
    ],
    values: {
      "Array.isArray(mainProdArg) === false": "false",
      'typeof mainProdArg === "function"': "true",
      '"This IToken indicates the Parser is in Recording Phase\\n\\t" + "" + "See: https://chevrotain.io/docs/guide/internals.html#grammar-recording for details"':
        '""',
    },
  },
  "traits/lexer_adapter": {
    methods: "SKIP_TOKEN importLexerState",
    parts: ["if (this.selfAnalysisDone !== true)"],
  },
  "traits/looksahead": {
    methods:
      "visitRepetitionMandatory visitRepetitionMandatoryWithSeparator visitRepetitionWithSeparator",
    parts: [
      "this.dynamicTokensEnabled =",
      "repetitionMandatory.forEach(",
      "repetitionMandatoryWithSeparator.forEach(",
      "repetitionWithSeparator.forEach(",
      "repetitionMandatory: []",
      "repetitionMandatoryWithSeparator: []",
      "repetitionWithSeparator: []",
      "const prodIdx =",
      "constructor() { super(...arguments)",
      "hasPredicates:",
      "dynamicTokensEnabled:",
    ],
    values: {
      'Object.hasOwn(config, "maxLookahead")': "true",
      'Object.hasOwn(config, "lookaheadStrategy")': "false",
      "getProductionDslName(currProd)": '""',
      "currProd.maxLookahead || this.maxLookahead": "this.maxLookahead",
      "prodMaxLookahead || this.maxLookahead": "this.maxLookahead",
    },
  },
  "traits/recognizer_api": {
    methods: [
      "ACTION consume subrule option or many atLeastOne OVERRIDE_RULE BACKTRACK getGAstProductions getSerializedGastProductions",
      numbered("CONSUME", 1),
      "SUBRULE1",
      numbered("SUBRULE", 3),
      numbered("OPTION", 1),
      numbered("OR", 1),
      numbered("MANY", 1),
      ...["MANY_SEP", "AT_LEAST_ONE", "AT_LEAST_ONE_SEP"].map(
        (name) => `${name} ${numbered(name, 1)}`,
      ),
    ].join(" "),
    parts: ["if (this.definedRulesNames.includes(name))"],
  },
  "traits/recognizer_engine": {
    methods:
      "atLeastOneInternal atLeastOneInternalLogic atLeastOneSepFirstInternal atLeastOneSepFirstInternalLogic manySepFirstInternal manySepFirstInternalLogic repetitionSepSecondInternal saveRecogState reloadRecogState shortRuleNameToFullName isBackTracking getCurrRuleFullName subruleInternalError consumeInternalRecovery",
    parts: [
      "this.className =",
      "this.isBackTrackingStack =",
      'if (Object.hasOwn(config, "serializedGrammar"))',
      "if (tokenVocabulary.length === 0)",
      'if (typeof tokenVocabulary[0].startOffset === "number")',
      "const allTokenTypes =",
      "const noTokenCategoriesUsed =",
      "if (this.selfAnalysisDone)",
      "const resyncEnabled =",
      "const recoveryValueFunc =",
      "const reSyncEnabled =",
      "this.attemptInRepetitionRecovery(",
      "this.tokensMap =",
      'this.tokensMap["EOF"] =',
      "augmentTokenTypes(Object.values(this.tokensMap))",
      "let msg",
      "if (options !== undefined && options.ERR_MSG)",
      "const errMsg =",
      "const firstRedundantTok =",
      "const previousToken =",
      // The path to a mistake.
      "this.shortRuleNameToFull",
      "this.RULE_OCCURRENCE_STACK",
    ],
    instead: {
      "throw this.subruleInternalError(": "throw e;",
      "consumedToken = this.consumeInternalRecovery(": "throw eFromConsumption;",
    },
    values: {
      "Array.isArray(tokenVocabulary)": "true",
      noTokenCategoriesUsed: "true",
      reSyncEnabled: "false",
      'typeof actionORMethodDef !== "function"': "false",
      "Array.isArray(altsOrOpts)": "true",
      "this.invokeRuleCatch(e, resyncEnabled, recoveryValueFunc)": "this.invokeRuleCatch(e)",
      "recoveryValueFunc(e)": "undefined",
      "options !== undefined": "false",
      "new MismatchedTokenException(msg, nextToken, previousToken)":
        "new MismatchedTokenException()",
      "new NotAllInputParsedException(errMsg, firstRedundantTok)":
        "new NotAllInputParsedException()",
    },
  },
  "scan/lexer": {
    parts: [
      "options = Object.assign(",
      "const tracer =",
      "const regExpSource =",
      "patternIdxToLongerAltIdxArr =",
      "patternIdxToPushMode =",
      "patternIdxToPopMode =",
      "const lineTerminatorCharCodes =",
      "patternIdxToCanLineTerminator =",
      'if (options.positionTracking !== "onlyOffset")',
      // A faster way through a class of ASCII characters in a skipped token: no gain for us.
      "const asciiClass =",
      "asciiClass",
      "longerAlt:",
      "canLineTerminator:",
      "push:",
      "pop:",
      'if (Object.hasOwn(pattern, "exec"))',
      // Every token that is no text states the characters it starts with.
      "if (currTokType.PATTERN instanceof RegExp)",
      "let hasCustom =",
      "hasCustom",
      "let canBeOptimized =",
      "canBeOptimized",
    ],
    values: {
      "!options.safeMode": "true",
      "asciiClass !== undefined": "false",
      // A shorter way for a regular expression that is one character: ours are texts.
      "regExpSource.length === 1": "false",
      "regExpSource.length === 2": "false",
      'typeof currPattern === "object"': "false",
      "currPattern.length === 1": "true",
      'pattern.ignoreCase ? "iy" : "y"': '"y"',
    },
  },
  "scan/tokens": {
    parts: [
      "assignCategoriesMapProp(tokenTypesAndParents)",
      "assignCategoriesTokensProp(tokenTypesAndParents)",
      "tokenTypesAndParents.forEach((tokType) =>",
      "tokenIdxToClass[tokenShortNameIdx] =",
      "if (hasCategoriesProperty(currTokType) &&",
      "if (!hasCategoriesProperty(currTokType))",
      "if (!hasExtendingTokensTypesProperty(currTokType))",
      "if (!hasExtendingTokensTypesMapProperty(currTokType))",
    ],
    values: { "expandCategories(tokenTypes)": "tokenTypes" },
  },
  "scan/tokens_public": {
    parts: [
      "tokenType.name =",
      "if (Object.hasOwn(config, PARENT))",
      "if (Object.hasOwn(config, CATEGORIES))",
      "if (Object.hasOwn(config, LABEL))",
      "if (Object.hasOwn(config, POP_MODE))",
      "if (Object.hasOwn(config, PUSH_MODE))",
      "if (Object.hasOwn(config, LONGER_ALT))",
      "if (Object.hasOwn(config, LINE_BREAKS))",
      "augmentTokenTypes([EOF])",
    ],
  },
  "scan/lexer_public": {
    methods:
      "handleModes updateTokenEndLineColumnLocation computeNewColumn createStartOnlyToken createFullToken addTokenUsingMemberAccess handlePayloadNoCustom handlePayloadWithCustom match",
    parts: [
      // The constructor.
      "this.lexerDefinition =",
      "this.lexerDefinitionErrors =",
      "this.lexerDefinitionWarning",
      "this.canModeBeOptimized",
      "this.trackStartLines =",
      "this.trackEndLines =",
      "this.hasCustom =",
      "this.TRACE_INIT =",
      "this.traceInitIndent =",
      'if (typeof config === "boolean")',
      "this.config =",
      "const traceInitVal =",
      "if (traceInitVal === true)",
      "if (this.config.lineTerminatorsPattern ===",
      "if (config.safeMode &&",
      "if (this.config.skipValidations === false)",
      "if (this.lexerDefinitionErrors.length > 0",
      "const allModeNames =",
      "actualDefinition.modes =",
      "Object.entries(actualDefinition.modes).forEach(([currModeName, currModeValue])",
      "this.modes",
      "if (hasOnlySingleMode)",
      "let hasOnlySingleMode =",
      "if (this.trackStartLines === false)",
      "if (this.trackEndLines === false)",
      "this.handlePayload =",
      "const unOptimizedModes =",
      "if (config.ensureOptimizations &&",
      "clearRegExpParserCache()",
      "Object.freeze(DEFAULT_LEXER_CONFIG)",
      // Its defaults.
      "deferDefinitionErrorsHandling: false",
      'positionTracking: "full"',
      "lineTerminatorsPattern:",
      "lineTerminatorCharacters:",
      "ensureOptimizations:",
      "safeMode:",
      "errorMessageProvider:",
      "traceInitPerf:",
      "skipValidations:",
      "recoveryEnabled:",
      "positionTracking:",
      "tracer:",
      // The loop over the text. `Junk` is a token that matches any character, so that no text is in error.
      "let line =",
      "let column =",
      "const trackLines =",
      "const lineTerminatorPattern =",
      "let currModePatternsLength =",
      "currModePatternsLength =",
      "const pop_mode =",
      "const modeStack =",
      "modeStack.push(",
      "const modeCanBeOptimized =",
      "if (currCharCodeToPatternIdxToConfig && modeCanBeOptimized)",
      "let isOptimizedMode =",
      "const recoveryEnabled =",
      "payload =",
      "if (match.payload !== undefined)",
      "case ASCII_CLASS_MATCH:",
      "if (longerAlt !== undefined)",
      "longerAlt =",
      "this.handlePayload(",
      "if (trackLines === true &&",
      "this.handleModes(",
      "const errorStartOffset =",
      "const errorLine =",
      "const errorColumn =",
      "let foundResyncPoint =",
      "while (foundResyncPoint ===",
      "errLength =",
      "column =",
      "msg =",
      "if (recoveryEnabled === false)",
      "if (!this.hasCustom)",
    ],
    instead: { "errors.push(": 'throw new Error("no token");' },
    values: {
      "/full/i.test(this.config.positionTracking)": "false",
      "/onlyStart/i.test(this.config.positionTracking)": "false",
      "/onlyOffset/i.test(this.config.positionTracking)": "true",
      "this.createTokenInstance(matchedImage, offset, tokType, currConfig.tokenType, line, column, imageLength)":
        "this.createTokenInstance(matchedImage, offset, tokType, currConfig.tokenType)",
      "Array.isArray(lexerDefinition)": "true",
      "this.lexerDefinitionErrors.length === 0": "true",
      "this.hasCustom": "true",
      isOptimizedMode: "true",
      '"This marks a skipped Token pattern, this means each token identified by it will " + "be consumed and then thrown into oblivion, this can be used to for example to completely ignore whitespace."':
        '"skipped"',
    },
  },
};

function numbered(name: string, from: number): string {
  return Array.from({ length: 10 - from }, (_, index) => `${name}${from + index}`).join(" ");
}
