/** What a statement's parameter may be; every driver takes both. */
export type SqlValue = string | number;

/** How an engine has to take a parameter, where it must be told. */
export type ParameterType = "text" | "number" | "integer";

/** A bound parameter: the only way for a value into SQL. */
interface Parameter {
  readonly value: SqlValue;
  readonly type: ParameterType;
}

type Piece = string | Parameter | Fragment;

/** How tightly a fragment holds together: what is looser than its place asks for gets parentheses. */
const LOOSENESS = { atom: 0, operation: 1, not: 2, and: 3, or: 4 } as const;
type Level = keyof typeof LOOSENESS;

/**
 * A piece of SQL text with its parameters. Fragments are made by the functions of this file only, from text that stands in our
 * own sources and from other fragments, and may be shared: size and depth are known before any text is built.
 */
export interface Fragment {
  readonly pieces: readonly Piece[];
  readonly level: Level;
  /** The length of its text, nearly; a parameter counts as a few characters. */
  readonly size: number;
  /** How deep it nests. */
  readonly depth: number;
  /** How many parameters it names, each as often as it does. */
  readonly parameters: number;
}

/** What a placeholder counts in a fragment's size. */
const PLACEHOLDER_SIZE = 4;

function fragment(level: Level, pieces: readonly Piece[]): Fragment {
  let size = 0;
  let depth = 0;
  let parameters = 0;
  for (const piece of pieces) {
    if (typeof piece === "string") size += piece.length;
    else if (isParameter(piece)) {
      size += PLACEHOLDER_SIZE;
      parameters++;
    } else {
      size += piece.size;
      parameters += piece.parameters;
      if (piece.depth > depth) depth = piece.depth;
    }
  }
  return { pieces, level, size, depth: depth + 1, parameters };
}

function isParameter(piece: Parameter | Fragment): piece is Parameter {
  return "value" in piece;
}

/** A part with parentheses where it is looser than the place it stands at. */
function within(loosest: Level, part: Fragment): readonly Piece[] {
  return LOOSENESS[part.level] <= LOOSENESS[loosest] ? [part] : ["(", part, ")"];
}

function template(
  level: Level,
  loosest: Level,
  strings: TemplateStringsArray,
  parts: readonly Fragment[],
): Fragment {
  const pieces: Piece[] = [];
  for (const [index, text] of strings.entries()) {
    if (text !== "") pieces.push(text);
    const part = parts[index];
    if (part !== undefined) pieces.push(...within(loosest, part));
  }
  return fragment(level, pieces);
}

/** An operation such as `a + b`; its operands get parentheses unless they are atoms. */
export function sql(strings: TemplateStringsArray, ...parts: readonly Fragment[]): Fragment {
  return template("operation", "atom", strings, parts);
}

/**
 * Text that holds together by itself, such as a call or `CASE … END`, where commas, keywords and parentheses keep the parts apart: they
 * stand as they are.
 */
export function atom(strings: TemplateStringsArray, ...parts: readonly Fragment[]): Fragment {
  return template("atom", "or", strings, parts);
}

/** A function's call. */
export function call(name: string, ...parts: readonly Fragment[]): Fragment {
  return fragment("atom", [`${name}(`, ...separated(parts, ", "), ")"]);
}

/** Parts with commas between them, for where parentheses stand around them. */
export function commas(parts: readonly Fragment[]): Fragment {
  return fragment("atom", separated(parts, ", "));
}

function separated(parts: readonly Fragment[], separator: string): readonly Piece[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

/** Operands with an associative operator between them, such as `||`. */
export function chain(operator: string, parts: readonly Fragment[]): Fragment {
  const pieces = parts.flatMap((part, index) => [
    ...(index === 0 ? [] : [` ${operator} `]),
    ...within("atom", part),
  ]);
  return fragment("operation", pieces);
}

/** A parameter as it is; dialects give it the type the engine needs to be told. */
export function parameter(value: SqlValue, type: ParameterType): Fragment {
  return fragment("atom", [{ value, type }]);
}

/** A name that the dialect has quoted. */
export function name(quoted: string): Fragment {
  return fragment("atom", [quoted]);
}

export const TRUE: Fragment = fragment("operation", ["1 = 1"]);
export const FALSE: Fragment = fragment("operation", ["1 = 0"]);
export const NULL: Fragment = fragment("atom", ["NULL"]);

/** Longer chains are cut into groups: engines nest one level for each term of a flat chain. */
const LONGEST_CHAIN = 32;

/** TRUE exactly when all are; it is never TRUE where one is NULL. */
export function and(...conditions: readonly Fragment[]): Fragment {
  return logical("and", " AND ", conditions, TRUE, FALSE);
}

/** TRUE exactly when one is, whatever the others are. */
export function or(...conditions: readonly Fragment[]): Fragment {
  return logical("or", " OR ", conditions, FALSE, TRUE);
}

export function not(condition: Fragment): Fragment {
  return fragment("not", ["NOT ", ...within("atom", condition)]);
}

/**
 * A condition as it is handed out: callers may put it under AND, OR and NOT as it is. One comparison or call holds
 * together in all of these; anything looser gets parentheses.
 */
export function closed(condition: Fragment): Fragment {
  return fragment("atom", within("operation", condition));
}

function logical(
  level: "and" | "or",
  separator: string,
  conditions: readonly Fragment[],
  neutral: Fragment,
  deciding: Fragment,
): Fragment {
  if (conditions.includes(deciding)) return deciding;
  const parts = [...new Set(conditions)].filter((condition) => condition !== neutral);
  const [first] = parts;
  if (first === undefined) return neutral;
  if (parts.length === 1) return first;
  if (parts.length > LONGEST_CHAIN) {
    const groups: Fragment[] = [];
    const length = Math.ceil(parts.length / LONGEST_CHAIN);
    for (let start = 0; start < parts.length; start += length) {
      groups.push(logical(level, separator, parts.slice(start, start + length), neutral, deciding));
    }
    return fragment(
      level,
      groups.flatMap((group, index) => [...(index === 0 ? [] : [separator]), "(", group, ")"]),
    );
  }
  const pieces = parts.flatMap((part, index) => [
    ...(index === 0 ? [] : [separator]),
    ...within(level, part),
  ]);
  return fragment(level, pieces);
}

export function isNull(part: Fragment): Fragment {
  return sql`${part} IS NULL`;
}

export function isNotNull(part: Fragment): Fragment {
  return sql`${part} IS NOT NULL`;
}

/** `CASE WHEN … THEN … ELSE … END`; without an `otherwise` the rest is NULL. */
export function choose(
  branches: readonly (readonly [when: Fragment, then: Fragment])[],
  otherwise?: Fragment,
): Fragment {
  const [first] = branches;
  if (first === undefined) return otherwise ?? NULL;
  const whens = branches.map(([when, then]) => atom`WHEN ${when} THEN ${then} `);
  const end = otherwise === undefined ? atom`END` : atom`ELSE ${otherwise} END`;
  return fragment("atom", ["CASE ", ...whens, end]);
}

/** TRUE where the condition is not, FALSE where it is; never NULL. */
export function unless(condition: Fragment): Fragment {
  if (condition === TRUE) return FALSE;
  if (condition === FALSE) return TRUE;
  return sql`${choose([[condition, atom`0`]], atom`1`)} = 1`;
}

/** How placeholders are written. */
export interface Placeholders {
  /** @param position counted from 1 */
  readonly placeholder: (position: number, type: ParameterType) => string;
  /** Whether a placeholder may stand several times for one parameter. */
  readonly reusable: boolean;
}

/** SQL text with its parameters. */
export interface Rendered {
  readonly text: string;
  readonly params: readonly SqlValue[];
  /** The text cut at its placeholders, for tagged templates; one more than `values`. */
  readonly strings: readonly string[];
  /** The parameters in the order of the cuts. */
  readonly values: readonly SqlValue[];
}

/** Writes a fragment out. */
export function render(
  root: Fragment,
  { placeholder, reusable }: Placeholders,
  firstPosition = 1,
): Rendered {
  const params: SqlValue[] = [];
  const values: SqlValue[] = [];
  const strings: string[] = [];
  const positions = new Map<Parameter, number>();
  let text = "";
  let sinceCut = "";

  function positionOf(parameter: Parameter): number {
    const known = reusable ? positions.get(parameter) : undefined;
    if (known !== undefined) return known;
    params.push(parameter.value);
    const position = firstPosition + params.length - 1;
    positions.set(parameter, position);
    return position;
  }

  // Fragments may nest deeper than the stack holds.
  const pending: Piece[] = [root];
  for (let piece = pending.pop(); piece !== undefined; piece = pending.pop()) {
    if (typeof piece === "string") {
      text += piece;
      sinceCut += piece;
    } else if (isParameter(piece)) {
      text += placeholder(positionOf(piece), piece.type);
      strings.push(sinceCut);
      sinceCut = "";
      values.push(piece.value);
    } else {
      for (let part = piece.pieces.length - 1; part >= 0; part--) {
        const inner = piece.pieces[part];
        if (inner !== undefined) pending.push(inner);
      }
    }
  }
  return { text, params, strings: [...strings, sinceCut], values };
}
