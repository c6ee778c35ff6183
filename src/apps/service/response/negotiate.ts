/** A client's preference for one choice, from 0 (not acceptable) to 1. */
interface Preference {
  readonly name: string;
  readonly weight: number;
}

/** Parses the list of an `Accept…` header. An invalid weight counts as 1. */
function preferences(header: string): readonly Preference[] {
  return header.split(",").flatMap((item) => {
    const [name = "", ...parameters] = item.split(";");
    const trimmed = name.trim().toLowerCase();
    if (trimmed === "") return [];
    const weight = parameters
      .map((parameter) => /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i.exec(parameter)?.[1])
      .find((value) => value !== undefined);
    return [{ name: trimmed, weight: weight === undefined ? 1 : Number(weight) }];
  });
}

/** The choice with the highest weight. Ties are decided by our own order. */
function best<T extends string>(
  choices: readonly T[],
  weightOf: (choice: T) => number,
): T | undefined {
  let found: T | undefined;
  let most = 0;
  for (const choice of choices) {
    const weight = weightOf(choice);
    if (weight > most) {
      found = choice;
      most = weight;
    }
  }
  return found;
}

/** The preferred encoding of a client; `undefined` if it accepts none of ours. */
export function negotiateEncoding<T extends string>(
  header: string | undefined,
  supported: readonly T[],
): T | undefined {
  if (header === undefined) return undefined;
  const wanted = preferences(header);
  const weightOf = (name: string): number | undefined =>
    wanted.find((preference) => preference.name === name)?.weight;
  const others = weightOf("*") ?? 0;
  return best(supported, (encoding) => weightOf(encoding) ?? others);
}

/** The preferred media type of a client; `undefined` if it accepts none of ours. */
export function negotiateType<T extends string>(
  header: string | undefined,
  supported: readonly T[],
): T | undefined {
  if (header === undefined) return supported[0];
  const wanted = preferences(header);
  if (wanted.length === 0) return supported[0];
  return best(supported, (type) => {
    // The most specific range decides.
    for (const range of [type, `${type.split("/")[0]}/*`, "*/*"]) {
      const found = wanted.find(({ name }) => name === range);
      if (found !== undefined) return found.weight;
    }
    return 0;
  });
}

/** Adds names to a `vary` header, without duplicates. */
export function joinVary(present: number | string | string[] | undefined, added: string): string {
  if (present === undefined) return added;
  const names = [String(present), added].join(",").split(",");
  return [...new Set(names.map((name) => name.trim().toLowerCase()).filter(Boolean))].join(", ");
}
