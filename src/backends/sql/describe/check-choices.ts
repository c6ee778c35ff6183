/** Comments, texts, quoted names, words, and other characters. */
function tokensWith(text: string): RegExp {
  return new RegExp(
    String.raw`--[^\n]*|/\*[\s\S]*?\*/|${text}|"(?:[^"]|"")*"|\x60(?:[^\x60]|\x60\x60)*\x60|\[[^\]]*\]|[\p{L}_][\p{L}\p{N}_$]*|[^\s]`,
    "gu",
  );
}

const TOKENS = tokensWith("'(?:[^']|'')*'");
/** For engines in which a backslash in a text escapes the next character. */
const TOKENS_WITH_ESCAPES = tokensWith(String.raw`'(?:[^'\\]|''|\\[\s\S])*'`);

/**
 * The texts that the checks of a definition allow, by the names of columns in lower case: those of `CHECK (status IN
 * ('new', 'paid'))` and `CHECK (status = 'new')`, in the notation of any engine, and of no other condition.
 *
 * @param hasEscapes whether a backslash in a text escapes the next character
 * @param isBare whether a condition may have no parentheses around it, as in ClickHouse
 */
export function choicesByChecks(
  definition: string,
  hasEscapes = false,
  isBare = false,
): ReadonlyMap<string, readonly string[]> {
  const all = definition.match(hasEscapes ? TOKENS_WITH_ESCAPES : TOKENS) ?? [];
  const tokens = all.filter((token) => !/^(?:--|\/\*)/.test(token) || isUnenforced(token));
  const found = new Map<string, readonly string[]>();
  for (const [at, token] of tokens.entries()) {
    if (token.toUpperCase() !== "CHECK") continue;
    const check = checkAt(tokens, at + 1, hasEscapes, isBare);
    if (check !== undefined && !found.has(check.column)) found.set(check.column, check.choices);
  }
  return found;
}

/** MySQL says in a comment that it does not enforce a check. */
function isUnenforced(token: string): boolean {
  return /^\/\*!.*NOT ENFORCED/.test(token);
}

function checkAt(
  tokens: readonly string[],
  start: number,
  hasEscapes: boolean,
  isBare: boolean,
): { readonly column: string; readonly choices: readonly string[] } | undefined {
  let at = start;
  while (tokens[at] === "(") at++;
  const depth = at - start;
  const column = nameOf(tokens[at++]);
  if ((depth === 0 && !isBare) || column === undefined) return undefined;
  const operator = tokens[at++]?.toUpperCase();
  // MariaDB writes a list of one text as a comparison.
  const isList = operator === "IN" && tokens[at++] === "(";
  if (!isList && operator !== "=") return undefined;
  const choices: string[] = [];
  for (;;) {
    // MySQL writes the character set before a text.
    if (/^_\w+$/.test(tokens[at] ?? "")) at++;
    const text = textOf(tokens[at++], hasEscapes);
    if (text === undefined) return undefined;
    choices.push(text);
    if (!isList || tokens[at] !== ",") break;
    at++;
  }
  const end = at + depth + (isList ? 1 : 0);
  const isClosed = end <= tokens.length && tokens.slice(at, end).every((token) => token === ")");
  if (!isClosed || isUnenforced(tokens[end] ?? "")) return undefined;
  // Without parentheses, the condition may go on.
  if (isBare && !/^[,)]$/.test(tokens[end] ?? "")) return undefined;
  return { column: column.toLowerCase(), choices };
}

function nameOf(token = ""): string | undefined {
  const [quote = ""] = token;
  if (quote === '"' || quote === "`") {
    return token.slice(1, -1).replaceAll(quote + quote, quote);
  }
  if (quote === "[") return token.slice(1, -1);
  return /^[\p{L}_]/u.test(token) ? token : undefined;
}

function textOf(token: string | undefined, hasEscapes: boolean): string | undefined {
  if (token === undefined || !/^'[\s\S]*'$/.test(token)) return undefined;
  const inner = token.slice(1, -1);
  return hasEscapes
    ? inner.replace(/''|\\([\s\S])/g, (_, escaped: string | undefined) => escaped ?? "'")
    : inner.replaceAll("''", "'");
}
