import { quote } from "../../../util/quote.ts";
import { type Mistakes, ProblemError } from "../http-problem.ts";
import { SERVICE_LIMITS } from "../limits.ts";

/**
 * Parses the JSON of a body. A duplicate name in an object is a mistake, since it is ambiguous.
 *
 * @throws {@link ProblemError} if the body is not JSON in UTF-8
 */
export function readJson(body: unknown, mistakes: Mistakes): unknown {
  if (!(body instanceof Uint8Array) || body.length === 0) {
    throw new ProblemError(
      "invalid-body",
      "the body is empty; it must be a JSON object of parameters",
    );
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new ProblemError("invalid-body", "the body is not UTF-8");
  }
  const excess = excessOf(text);
  if (excess !== undefined) {
    throw new ProblemError("invalid-body", `the body has more than ${excess}`);
  }
  try {
    const json: unknown = JSON.parse(text);
    for (const name of namesGivenTwice(text)) {
      mistakes.malformed(name, "duplicate-parameter", `${quote(name)} is given more than once`);
    }
    return json;
  } catch {
    throw new ProblemError("invalid-body", "the body is not JSON");
  }
}

/** The most levels of nesting. The parameters need three. */
const MOST_LEVELS = 16;

/**
 * The limit that a body exceeds, before it is parsed: 100,000 nested lists cost far more than their length suggests, and so
 * do 20,000 unknown names, since each of them is a mistake.
 */
function excessOf(text: string): string | undefined {
  let levels = 0;
  let items = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ":") continue;
    if (token === "}" || token === "]") levels--;
    else {
      if (token === "{" || token === "[") levels++;
      items++;
    }
    if (levels > MOST_LEVELS) return `${MOST_LEVELS} levels`;
    if (items > MOST_ITEMS) return `${MOST_ITEMS} names, texts, lists and objects`;
  }
  return undefined;
}

const { bodyItems: MOST_ITEMS } = SERVICE_LIMITS;

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** The duplicate names within an object. The string must be valid JSON. */
export function namesGivenTwice(text: string): ReadonlySet<string> {
  const twice = new Set<string>();
  const objects: Set<string>[] = [];
  let last = "";
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") objects.push(new Set());
    else if (token === "}" || token === "]") objects.pop();
    else if (token === ":") {
      const name = String(JSON.parse(last));
      const names = objects.at(-1);
      if (names?.has(name) === true) twice.add(name);
      names?.add(name);
    }
    last = token;
  }
  return twice;
}
