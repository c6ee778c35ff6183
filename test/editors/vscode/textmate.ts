import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate, { type IGrammar, type IToken } from "vscode-textmate";

/* The colouring of Visual Studio Code itself: its reader of TextMate's grammars, on its regular expressions. */

const require = createRequire(import.meta.url);
const OURS = new URL("../../../grammar/", import.meta.url);

const FILES: Readonly<Record<string, string | URL>> = {
  "source.isoform": new URL("isoform.tmLanguage.json", OURS),
  "isoform.template-literals": new URL("template-literals.tmLanguage.json", OURS),
  "source.js": require.resolve("tm-grammars/grammars/javascript.json"),
  "source.ts": require.resolve("tm-grammars/grammars/typescript.json"),
};

const library = oniguruma
  .loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")))
  .then(() => ({
    createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text: string) => new oniguruma.OnigString(text),
  }));

const registry = new textmate.Registry({
  onigLib: library,
  loadGrammar: async (scope) => {
    const file = FILES[scope];
    if (file === undefined) return null;
    return textmate.parseRawGrammar(readFileSync(file, "utf8"), "grammar.json");
  },
  getInjections: (scope) => (scope === "source.isoform" ? [] : ["isoform.template-literals"]),
});

export async function grammarOf(scope: string): Promise<IGrammar> {
  const grammar = await registry.loadGrammar(scope);
  if (grammar === null) throw new Error(`there is no grammar ${scope}`);
  return grammar;
}

/** The scopes of each character of a text. */
export function scopesOf(grammar: IGrammar, text: string): readonly (readonly string[])[] {
  const scopes: (readonly string[])[] = [];
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    for (let at = 0; at <= line.length; at++) scopes.push(tokenAt(tokens, at)?.scopes ?? []);
  }
  return scopes;
}

function tokenAt(tokens: readonly IToken[], at: number): IToken | undefined {
  return tokens.find(({ startIndex, endIndex }) => startIndex <= at && at < endIndex);
}
