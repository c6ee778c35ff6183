/** The value of a parameter. Every driver takes both types. */
export type SqlValue = string | number;

/** The type of a parameter, for engines that need it. */
export type SqlParameterType = "text" | "number" | "integer";

/** A bound parameter. Values enter SQL in no other way. */
interface SqlParameter {
  readonly value: SqlValue;
  readonly type: SqlParameterType;
}

type Segment = string | SqlParameter | SqlFragment;

/** Binding strength, from tight to loose. A fragment that is looser than its context allows gets parentheses. */
const LOOSENESS = { atom: 0, operation: 1, not: 2, and: 3, or: 4 } as const;
type FragmentLevel = keyof typeof LOOSENESS;

/**
 * A segment of SQL with its parameters. Only the functions of this file create fragments, from string literals in this
 * code base and from other fragments. Fragments can be shared. Their size and depth are known before any SQL is
 * rendered.
 */
export interface SqlFragment {
  readonly segments: readonly Segment[];
  readonly level: FragmentLevel;
  /** The approximate length of its SQL. A parameter counts as a few characters. */
  readonly size: number;
  /** The depth of the tree of fragments. */
  readonly depth: number;
  /** The number of placeholders. */
  readonly parameters: number;
}

/** The size of a placeholder, in characters. */
const PLACEHOLDER_SIZE = 4;

function fragment(level: FragmentLevel, segments: readonly Segment[]): SqlFragment {
  let size = 0;
  let depth = 0;
  let parameters = 0;
  for (const segment of segments) {
    if (typeof segment === "string") size += segment.length;
    else if (isParameter(segment)) {
      size += PLACEHOLDER_SIZE;
      parameters++;
    } else {
      size += segment.size;
      parameters += segment.parameters;
      if (segment.depth > depth) depth = segment.depth;
    }
  }
  return { segments, level, size, depth: depth + 1, parameters };
}

function isParameter(segment: SqlParameter | SqlFragment): segment is SqlParameter {
  return "value" in segment;
}

/** Adds a part, in parentheses if it is looser than its context allows. */
function addWithin(segments: Segment[], loosest: FragmentLevel, part: SqlFragment): void {
  if (LOOSENESS[part.level] <= LOOSENESS[loosest]) segments.push(part);
  else segments.push("(", part, ")");
}

function template(
  level: FragmentLevel,
  loosest: FragmentLevel,
  strings: readonly string[],
  parts: readonly SqlFragment[],
): SqlFragment {
  const segments: Segment[] = [];
  strings.forEach((text, index) => {
    if (text !== "") segments.push(text);
    const part = parts[index];
    if (part !== undefined) addWithin(segments, loosest, part);
  });
  return fragment(level, segments);
}

/** An operation such as `a + b`; its operands get parentheses unless they are atoms. */
export function sql(strings: TemplateStringsArray, ...parts: readonly SqlFragment[]): SqlFragment {
  return template("operation", "atom", strings, parts);
}

/**
 * Self-delimiting SQL, such as a call or `CASE … END`. Its parts get no parentheses, since commas, keywords and
 * parentheses separate them.
 */
export function atom(strings: TemplateStringsArray, ...parts: readonly SqlFragment[]): SqlFragment {
  return template("atom", "or", strings, parts);
}

/** A function call. */
export function call(name: string, ...parts: readonly SqlFragment[]): SqlFragment {
  return fragment("atom", [`${name}(`, ...joined(", ", "or", parts), ")"]);
}

/** Parts separated by commas, for a context between parentheses. */
export function commas(parts: readonly SqlFragment[]): SqlFragment {
  return fragment("atom", joined(", ", "or", parts));
}

/** Parts with a separator between them, each in parentheses if it is looser than its context allows. */
function joined(
  separator: string,
  loosest: FragmentLevel,
  parts: readonly SqlFragment[],
): readonly Segment[] {
  const segments: Segment[] = [];
  for (const part of parts) {
    if (segments.length > 0) segments.push(separator);
    addWithin(segments, loosest, part);
  }
  return segments;
}

/** Operands joined by an associative operator, such as `||`. */
export function chain(operator: string, parts: readonly SqlFragment[]): SqlFragment {
  return fragment("operation", joined(` ${operator} `, "atom", parts));
}

/** An untyped parameter. If the engine needs its type, the dialect adds that. */
export function parameter(value: SqlValue, type: SqlParameterType): SqlFragment {
  return fragment("atom", [{ value, type }]);
}

/** A name that the dialect has quoted. */
export function name(quoted: string): SqlFragment {
  return fragment("atom", [quoted]);
}

export const TRUE: SqlFragment = fragment("operation", ["1 = 1"]);
export const FALSE: SqlFragment = fragment("operation", ["1 = 0"]);
export const NULL: SqlFragment = fragment("atom", ["NULL"]);

/** Longer chains are split into groups, since engines nest a flat chain one level deeper for each term. */
const LONGEST_CHAIN = 32;

/** TRUE exactly if all conditions are TRUE. */
export function and(...conditions: readonly SqlFragment[]): SqlFragment {
  return logical("and", " AND ", conditions, TRUE, FALSE);
}

/** TRUE exactly if at least one condition is TRUE. */
export function or(...conditions: readonly SqlFragment[]): SqlFragment {
  return logical("or", " OR ", conditions, FALSE, TRUE);
}

export function not(condition: SqlFragment): SqlFragment {
  return template("not", "atom", ["NOT ", ""], [condition]);
}

/**
 * A condition for users of this library, who may put it under AND, OR and NOT unchanged. One comparison or call needs
 * no parentheses there. Everything looser gets them.
 */
export function closed(condition: SqlFragment): SqlFragment {
  return fragment("atom", joined("", "operation", [condition]));
}

/** A value for users of this library, who may put it into any expression unchanged. */
export function enclosed(value: SqlFragment): SqlFragment {
  return fragment("atom", joined("", "atom", [value]));
}

function logical(
  level: "and" | "or",
  separator: string,
  conditions: readonly SqlFragment[],
  neutral: SqlFragment,
  deciding: SqlFragment,
): SqlFragment {
  const different = new Set<SqlFragment>();
  for (const condition of conditions) {
    if (condition === deciding) return deciding;
    if (condition !== neutral) different.add(condition);
  }
  const parts = [...different];
  const [first] = parts;
  if (first === undefined) return neutral;
  if (parts.length === 1) return first;
  if (parts.length > LONGEST_CHAIN) {
    const groups: SqlFragment[] = [];
    const length = Math.ceil(parts.length / LONGEST_CHAIN);
    for (let start = 0; start < parts.length; start += length) {
      groups.push(logical(level, separator, parts.slice(start, start + length), neutral, deciding));
    }
    return fragment(
      level,
      groups.flatMap((group, index) => [...(index === 0 ? [] : [separator]), "(", group, ")"]),
    );
  }
  return fragment(level, joined(separator, level, parts));
}

export function nullTest(part: SqlFragment): SqlFragment {
  return sql`${part} IS NULL`;
}

export function notNullTest(part: SqlFragment): SqlFragment {
  return sql`${part} IS NOT NULL`;
}

/** The relation of a value on the left to one on the right. */
export type Relation = "=" | "<>" | "<" | "<=" | ">" | ">=";

/** A comparison of two values. */
export function related(a: SqlFragment, relation: Relation, b: SqlFragment): SqlFragment {
  return chain(relation, [a, b]);
}

/** `CASE WHEN … THEN … ELSE … END`. If no branch applies and there is no `otherwise`, it is NULL. */
export function choose(
  branches: readonly (readonly [when: SqlFragment, then: SqlFragment])[],
  otherwise?: SqlFragment,
): SqlFragment {
  const [first] = branches;
  if (first === undefined) return otherwise ?? NULL;
  const whens = branches.map(([when, then]) => atom`WHEN ${when} THEN ${then} `);
  const end = otherwise === undefined ? atom`END` : atom`ELSE ${otherwise} END`;
  return fragment("atom", ["CASE ", ...whens, end]);
}

/** FALSE if the condition is TRUE; TRUE if it is FALSE or NULL. */
export function unless(condition: SqlFragment): SqlFragment {
  if (condition === TRUE) return FALSE;
  if (condition === FALSE) return TRUE;
  return sql`${choose([[condition, atom`0`]], atom`1`)} = 1`;
}

/** The syntax of placeholders. */
export interface Placeholders {
  /** @param position counted from 1 */
  readonly placeholder: (position: number, type: SqlParameterType, value: SqlValue) => string;
  /** Whether a placeholder may occur several times. */
  readonly reusable: boolean;
}

/** Rendered SQL with its parameters. */
export interface Rendered {
  readonly text: string;
  readonly params: readonly SqlValue[];
  /** The SQL split at its placeholders, for tagged templates. It has one element more than `values`. */
  readonly strings: readonly string[];
  /** The parameters in the order of the splits. */
  readonly values: readonly SqlValue[];
}

/** Renders a fragment as a string. */
export function render(
  root: SqlFragment,
  { placeholder, reusable }: Placeholders,
  firstPosition = 1,
): Rendered {
  const params: SqlValue[] = [];
  const values: SqlValue[] = [];
  const strings: string[] = [];
  const positions = new Map<SqlParameter, number>();
  let text = "";
  let sinceCut = "";

  function positionOf(parameter: SqlParameter): number {
    const known = reusable ? positions.get(parameter) : undefined;
    if (known !== undefined) return known;
    params.push(parameter.value);
    const position = firstPosition + params.length - 1;
    positions.set(parameter, position);
    return position;
  }

  // An explicit stack instead of recursion: fragments may nest deeper than the call stack allows.
  const pending: Segment[] = [root];
  for (let segment = pending.pop(); segment !== undefined; segment = pending.pop()) {
    if (typeof segment === "string") {
      text += segment;
      sinceCut += segment;
    } else if (isParameter(segment)) {
      text += placeholder(positionOf(segment), segment.type, segment.value);
      strings.push(sinceCut);
      sinceCut = "";
      values.push(segment.value);
    } else {
      const { segments } = segment;
      for (let part = segments.length - 1; part >= 0; part--)
        pending.push(segments[part] as Segment);
    }
  }
  return { text, params, strings: [...strings, sinceCut], values };
}
