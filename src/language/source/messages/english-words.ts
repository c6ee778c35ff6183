import type { ForeignHelp } from "./diagnostic-data.ts";
import type { QuoteText } from "./quote-text.ts";

/** The English help on replacing a function or operator of another language. */
export function foreignHelp({ instead, note }: ForeignHelp, quote: QuoteText): string {
  const forms = instead.map(quote);
  const one = oneOf(forms);
  const [first = "", second = ""] = forms;
  if (note === undefined) return `write ${one}`;
  switch (note) {
    case "conditions-or-list":
      return `write ${first} for conditions, or ${second} for a list`;
    case "list":
      return `write ${oneOf(forms.slice(0, -1))}; ${forms.at(-1)} for a list`;
    case "part-of-text":
      return `write ${one} for a part of a text`;
    case "one-type":
      return `fields have one type: write ${one}`;
    case "logarithm":
      return `\`LOG(x, b)\` is the logarithm to a base: write ${one}`;
    case "each-value":
      return `test each value and add the results: ${one}`;
    case "and-add":
      return `write ${one} and add`;
    case "one-record":
      return "a formula sees one record: the functions of many are those of a summary";
    case "no-random":
      return "a formula gives the same result each time: there are no random numbers";
    case "date-as-text":
      return `write the date as a text, such as ${first}, or ${second}`;
    case "compare-units":
      return `compare with ${first}, or write ${second}`;
    case "and-so-on":
      return `write ${forms.join(", ")} and so on`;
    case "add-blanks":
      return `add up what is blank: ${one}`;
    case "no-look-up":
      return "a formula sees one record: there are no look-ups in others";
    case "nothing-like-it":
      return "there is nothing like it here";
    case "ignores-case":
      return `write ${one}, which ignores case`;
    case "joins-texts":
      return `write ${first}, or ${second} to join texts`;
  }
}

export function unicode(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** `a`, `a or b`, `a, b or c`. */
function oneOf(forms: readonly string[]): string {
  return forms.length < 2 ? forms.join() : `${forms.slice(0, -1).join(", ")} or ${forms.at(-1)}`;
}
