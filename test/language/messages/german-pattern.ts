import type { PatternProblem, QuoteText } from "../../../src/index.ts";

/** The German message for a mistake in a regular expression. */
export function patternMessage(problem: PatternProblem, quote: QuoteText): string {
  switch (problem.kind) {
    case "too-long":
      return `das Muster ist länger als ${problem.most} Zeichen`;
    case "too-many-steps":
      return `das Muster hat ausgeschrieben mehr als ${problem.most} Schritte: senken Sie die Anzahlen`;
    case "too-deep":
      return `Gruppen sind tiefer als ${problem.most} Ebenen verschachtelt`;
    case "lone-half-character":
      return "ein Muster hat kein halbes Zeichen";
    case "nul-in-pattern":
      return "ein Muster hat kein NUL";
    case "not-understood":
      return "das Muster ist nicht verständlich";
    case "closes-nothing":
      return `${quote(problem.written)} schließt nichts: schreiben Sie ${quote(`\\${problem.written}`)}`;
    case "nothing-to-repeat":
      return `${quote(problem.written)} hat nichts zu wiederholen: für das Zeichen schreiben Sie \`\\\` davor`;
    case "same-name":
      return `zwei Gruppen heißen ${quote(problem.written)}`;
    case "unclosed-group":
      return "die `)` dieser Gruppe fehlt";
    case "empty-set":
      return "die Menge ist leer: für eine Klammer darin schreiben Sie `\\]`";
    case "unclosed-set":
      return "die `]` dieser Menge fehlt";
    case "dash-in-set":
      return "für einen Strich in der Menge schreiben Sie `\\-`";
    case "range-of-set":
      return `${quote(problem.written)} ist kein Bereich: für einen Strich schreiben Sie \`\\-\``;
    case "range-order":
      return `der Bereich ${quote(problem.written)} ist falsch herum`;
    case "named-set":
      return "benannte Mengen in `[…]` gibt es nicht: zählen Sie die Zeichen auf, wie in `[A-Za-z]`";
    case "word-boundary-in-set":
      return "eine Wortgrenze ist kein Zeichen einer Menge";
    case "too-many-repeats":
      return `${quote(problem.written)} liegt über der Grenze von ${problem.most} Wiederholungen`;
    case "counts-order":
      return `die Anzahlen von ${quote(problem.written)} sind falsch herum`;
    case "possessive":
      return "besitzergreifende Quantoren gibt es nicht: lassen Sie das `+` weg";
    case "quantifier-twice":
      return "auf einen Quantor folgt kein zweiter: fassen Sie, was davor steht, in `(?:…)`";
    case "count-without-least":
      return `eine Anzahl braucht ihre erste Zahl: schreiben Sie \`{0,${problem.most}}\``;
    case "brace":
      return "`{` beginnt eine Anzahl, wie in `{2}` oder `{1,3}`: für die Klammer schreiben Sie `\\{`";
    case "look-around":
      return "Umschau gibt es nicht: verbinden Sie zwei Tests mit AND";
    case "reference-to-group":
      return "Verweise auf eine Gruppe gibt es nicht";
    case "reference-back":
      return "Rückverweise auf eine Gruppe gibt es nicht";
    case "group-name":
      return "ein Name hat ASCII-Buchstaben, Ziffern und `_`: schreiben Sie `(?<name>…)`";
    case "group-start":
      return `${quote(problem.written)} gibt es nicht: schreiben Sie \`(?:\`, oder \`\\(\` für eine Klammer`;
    case "flags-later":
      return `${quote(problem.written)} gehört ganz an den Anfang und gilt für das ganze Muster`;
    case "flags":
      return `${quote(problem.written)} gibt es nicht: es gibt \`(?i)\`, \`(?s)\` und \`(?is)\``;
    case "nul":
      return "ein Text hat kein NUL";
    case "last-character":
      return "das letzte Zeichen ist `\\x{10FFFF}`";
    case "half-character":
      return "das ist ein halbes Zeichen: schreiben Sie das ganze, wie in `\\x{1F600}`";
    case "backslash-at-end":
      return "ein `\\` am Ende hat keine Bedeutung: schreiben Sie `\\\\`";
    case "property":
      return "Eigenschaften von Zeichen gibt es nicht: zählen Sie die Zeichen in `[…]` auf";
    case "hexadecimal":
      return "schreiben Sie zwei Hexadezimalziffern, wie in `\\x41`, oder mehrere in Klammern: `\\x{1F600}`";
    case "four-digits":
      return "schreiben Sie vier Hexadezimalziffern, wie in `\\u0041`";
    case "start-anchor":
      return `${quote(problem.written)} gibt es nicht: schreiben Sie \`^\``;
    case "end-anchor":
      return `${quote(problem.written)} gibt es nicht: schreiben Sie \`$\``;
    case "no-meaning":
      return `${quote(problem.written)} hat keine Bedeutung: schreiben Sie ${quote(problem.written.slice(1))}`;
  }
}
