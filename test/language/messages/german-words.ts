import type { ForeignHelp, QuoteText } from "../../../src/index.ts";

/** The name of a token. */
export function one(token: ","): string {
  return { ",": "ein Komma" }[token];
}

/** The German help on replacing a function or operator of another language. */
export function foreignHelp({ instead, note }: ForeignHelp, quote: QuoteText): string {
  const forms = instead.map(quote);
  const any = orOf(forms);
  const [first = "", second = ""] = forms;
  if (note === undefined) return `schreiben Sie ${any}`;
  switch (note) {
    case "conditions-or-list":
      return `schreiben Sie ${first} für Bedingungen oder ${second} für eine Liste`;
    case "list":
      return `schreiben Sie ${orOf(forms.slice(0, -1))}; ${forms.at(-1)} für eine Liste`;
    case "part-of-text":
      return `schreiben Sie ${any} für einen Teil eines Textes`;
    case "one-type":
      return `Felder haben einen Typ: schreiben Sie ${any}`;
    case "logarithm":
      return `\`LOG(x, b)\` ist der Logarithmus zu einer Basis: schreiben Sie ${any}`;
    case "each-value":
      return `prüfen Sie jeden Wert, und zählen Sie zusammen: ${any}`;
    case "and-add":
      return `schreiben Sie ${any}, und zählen Sie zusammen`;
    case "one-record":
      return "eine Formel sieht einen Datensatz: Funktionen über viele sind die einer Zusammenfassung";
    case "no-random":
      return "eine Formel ergibt jedes Mal dasselbe: es gibt keine Zufallszahlen";
    case "date-as-text":
      return `schreiben Sie das Datum als Text, etwa ${first}, oder ${second}`;
    case "compare-units":
      return `vergleichen Sie mit ${first}, oder schreiben Sie ${second}`;
    case "and-so-on":
      return `schreiben Sie ${forms.join(", ")} und so weiter`;
    case "add-blanks":
      return `zählen Sie zusammen, was leer ist: ${any}`;
    case "nothing-like-it":
      return "so etwas gibt es hier nicht";
    case "no-look-up":
      return "eine Formel sieht einen Datensatz: in anderen kann sie nicht nachschlagen";
    case "ignores-case":
      return `schreiben Sie ${any}, Groß- und Kleinschreibung zählen nicht`;
    case "joins-texts":
      return `schreiben Sie ${first}, oder ${second}, um Texte zu verbinden`;
  }
}

function orOf(forms: readonly string[]): string {
  return forms.length < 2 ? forms.join() : `${forms.slice(0, -1).join(", ")} oder ${forms.at(-1)}`;
}
