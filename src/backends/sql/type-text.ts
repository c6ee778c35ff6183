/** A parsed database type: `numeric(12,2)` is `numeric` with 12 and 2, `text[]` is `array` with `text`. */
export interface TypeText {
  /** In lower case, without the parentheses: `timestamp with time zone`. */
  readonly name: string;
  /** Numbers, quoted strings, and types. */
  readonly args: readonly (number | string | TypeText)[];
}

const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),[\]=]|[^\s'"(),[\]=]+/g;

/** Parses a database type. Unrecognised syntax becomes part of the name, so the type is unknown. */
export function parseType(text: string): TypeText {
  const tokens = text.match(TOKENS) ?? [];
  let at = 0;

  function type(): TypeText {
    const words: string[] = [];
    const args: (number | string | TypeText)[] = [];
    let dimensions = 0;
    for (let token = tokens[at]; token !== undefined; token = tokens[++at]) {
      if (token === "," || token === ")") break;
      if (token === "(") args.push(...list());
      else if (token === "[") {
        while (at < tokens.length && tokens[at] !== "]") at++;
        dimensions++;
      } else words.push(token.startsWith('"') ? token : token.toLowerCase());
    }
    const inner = { name: words.join(" "), args };
    // An array of PostgreSQL has the same type with one dimension and with several.
    return dimensions === 0 ? inner : { name: "array", args: [inner] };
  }

  function list(): readonly (number | string | TypeText)[] {
    const items: (number | string | TypeText)[] = [];
    while (at < tokens.length && tokens[at] !== ")") {
      at++;
      items.push(argument());
    }
    return items;
  }

  function argument(): number | string | TypeText {
    const token = tokens[at] ?? "";
    if (token.startsWith("'")) {
      // A label may be followed by a number: `'a' = 1`.
      while (at < tokens.length && tokens[at] !== "," && tokens[at] !== ")") at++;
      return unquoted(token);
    }
    if (/^\d+$/.test(token)) {
      at++;
      return Number(token);
    }
    return type();
  }

  return type();
}

function unquoted(token: string): string {
  return token.slice(1, -1).replaceAll("''", "'");
}

/** The type of an enum, in the spelling of the mapping. */
export function enumType(labels: readonly string[]): string {
  return `enum(${labels.map((label) => `'${label.replaceAll("'", "''")}'`).join(", ")})`;
}
