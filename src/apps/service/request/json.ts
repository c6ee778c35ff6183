import { quote } from "../../../util/quote.ts";
import { type Mistakes, ProblemError } from "../problem.ts";

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
  if (isTooDeep(text)) {
    throw new ProblemError("invalid-body", `the body has more than ${MOST_LEVELS} levels`);
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

/** Checks the nesting before parsing: 100,000 nested lists cost far more than their length suggests. */
function isTooDeep(text: string): boolean {
  let levels = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") levels++;
    else if (token === "}" || token === "]") levels--;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
}

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
