import type { DiagnosticMessages } from "../../../src/index.ts";
import type { ENGLISH_SYNTAX } from "../../../src/language/source/messages/english-syntax.ts";
import { foreignHelp, one } from "./german-words.ts";

/** The German messages of `parse`. */
export const GERMAN_SYNTAX: Pick<DiagnosticMessages, keyof typeof ENGLISH_SYNTAX> = {
  "formula-too-long": ({ length, most }) => ({
    message: `die Formel hat ${length} Zeichen, erlaubt sind höchstens ${most}`,
  }),
  "too-deep": ({ most }) => ({
    message: `die Formel ist tiefer als ${most} Ebenen verschachtelt`,
    help: "Klammern, Aufrufe und Vorzeichen zählen je als eine Ebene",
  }),
  "too-many-nodes": ({ most, field }, quote) => ({
    message: `die Formel hat ${field === undefined ? "" : `mit der Formel von ${quote(field)} `}mehr als ${most} Werte, Felder, Operatoren und Aufrufe`,
  }),
  "too-many-arguments": ({ function: name, count, most }, quote) => ({
    message: `${quote(name)} hat ${count} Argumente, erlaubt sind höchstens ${most}`,
  }),
  "too-many-values": ({ function: name, count, most }, quote) => ({
    message: `${quote(name)} sucht nach ${count} Werten, erlaubt sind höchstens ${most}`,
  }),
  "empty-formula": () => ({ message: "die Formel ist leer" }),
  "invalid-character": ({ codePoint }) => ({
    message: `das Zeichen mit der Nummer ${codePoint} ist in Formeln nicht erlaubt`,
    help: "es ist kein ganzes Zeichen, und kein Text kann es enthalten",
    fix: "entfernen",
  }),
  "unexpected-character": ({ character, reason }, quote) => {
    if (reason === "invisible") {
      const number = character.codePointAt(0);
      return {
        message: `das unsichtbare Zeichen mit der Nummer ${number} gehört nicht hierher`,
        fix: "entfernen",
      };
    }
    const message = `${quote(character)} hat hier keine Bedeutung`;
    switch (reason) {
      case "currency":
        return { message, help: "Zahlen werden ohne Währung geschrieben", fix: "entfernen" };
      case "bracket":
        return {
          message,
          help: "ein Feld steht in geschweiften Klammern: `{name}`; Listen und Indizes gibt es nicht",
        };
      case "brace":
        return { message, help: "der Name eines Feldes beginnt mit `{`" };
      case "conditional":
        return { message, help: "schreiben Sie `IF(condition, value, other)`" };
      case "if-blank":
        return { message, help: "schreiben Sie `IFBLANK(value, other)`" };
      case "name":
        return {
          message,
          help: "ein Feld, dessen Name andere Zeichen als Buchstaben, Ziffern und `_` hat, steht in geschweiften Klammern",
        };
      case "unknown":
        return { message };
    }
  },
  "curly-quote": ({ which, written, instead }, quote) => {
    const help = `schreiben Sie ${quote(instead)}`;
    switch (which) {
      case "alone":
        return { message: `${quote(written)} ist kein Anführungszeichen für Texte`, help };
      case "both":
        return {
          message: "ein Text braucht gerade Anführungszeichen, keine typografischen",
          help,
          fix: "gerade Anführungszeichen setzen",
        };
      case "end":
        return {
          message:
            "der Text beginnt mit einem geraden und endet mit einem typografischen Anführungszeichen",
          help: `${help} auch am Ende`,
          fix: "ein gerades Anführungszeichen setzen",
        };
    }
  },
  "doubled-quote": ({ instead }, quote) => ({
    message: "ein Anführungszeichen in einem Text wird nicht verdoppelt",
    help: `schreiben Sie ${quote(instead)}`,
    fix: "einen Backslash davor setzen",
  }),
  "unescaped-quote": ({ quote: mark, instead, other }, quote) => ({
    message: `dieses ${quote(mark)} beendet den Text zu früh`,
    help: `schreiben Sie ${quote(instead)} für ein Anführungszeichen im Text, oder fassen Sie den Text in ${quote(other)} ein`,
    fix: "einen Backslash davor setzen",
  }),
  "unterminated-text": ({ quote: mark }, quote) => ({
    message: `dem Text, der hier beginnt, fehlt das schließende ${quote(mark)}`,
    fix: `${mark} ergänzen`,
  }),
  "unterminated-field": () => ({
    message: "dem Feldnamen, der hier beginnt, fehlt das schließende `}`",
    help: "in einem Namen schreibt man Klammern als `\\{` und `\\}`",
    fix: "} ergänzen",
  }),
  "unterminated-comment": () => ({
    message: "dem Kommentar, der hier beginnt, fehlt das schließende `*/`",
    fix: "*/ ergänzen",
  }),
  "empty-field-name": () => ({
    message: "zwischen den Klammern steht kein Feldname",
    help: "schreiben Sie den Namen des Feldes dazwischen: `{name}`",
  }),
  "malformed-number": ({ written, reason, instead }, quote) => {
    const helps = {
      days: "ein Datum plus oder minus eine Zahl sind so viele Tage: lassen Sie die Einheit weg",
      date: 'ein Datum steht in Anführungszeichen, mit dem Jahr zuerst: `"2024-02-29"`',
      unit: "Zahlen werden ohne Einheit geschrieben",
      name: `ein Feld, dessen Name mit einer Ziffer beginnt, braucht Klammern: ${quote(`{${written}}`)}`,
      spelling: "Zahlen schreibt man `12`, `1.5`, `.5` oder `1e6`",
    };
    return {
      message: `${quote(written)} ist keine Zahl`,
      help: instead === undefined ? helps[reason] : `schreiben Sie ${quote(instead)}`,
      fix: instead === undefined ? "die Einheit weglassen" : `${instead} schreiben`,
    };
  },
  "number-out-of-range": ({ written }, quote) => ({
    message: `${quote(written)} ist zu groß: Zahlen reichen bis etwa 1.8e308`,
  }),
  "leading-equals": () => ({
    message: "eine Formel beginnt nicht mit `=`",
    fix: "= entfernen",
  }),
  "foreign-operator": ({ operator, reason, ...help }, quote) => {
    const foreign = `${quote(operator)} ist kein Operator von Formeln`;
    const [instead = ""] = help.instead;
    switch (reason) {
      case "spelling":
        return {
          message: `${quote(operator)} schreibt man hier ${quote(instead)}`,
          fix: `${instead} schreiben`,
        };
      case "comparison":
        return { message: foreign, help: foreignHelp(help, quote), fix: `${instead} schreiben` };
      case "function":
        return {
          message: `${quote(operator)} ist eine Funktion, kein Operator`,
          help: foreignHelp(help, quote),
          fix: "als Funktion schreiben",
        };
      case "percent":
        return {
          message: foreign,
          help: "ein Prozentsatz ist ein Bruch: `0.05` für 5 %",
          fix: "den Bruch schreiben",
        };
      case "unknown":
        return {
          message: foreign,
          help: foreignHelp(help, quote),
          fix: "als Funktion schreiben",
        };
    }
  },
  "foreign-syntax": ({ construct, instead }, quote) => {
    switch (construct) {
      case "member":
        return {
          message: "Werte haben keine Eigenschaften",
          help: `schreiben Sie ein Feld allein oder in einer Funktion, etwa ${quote(instead ?? "LEN({name})")}`,
          fix: "als Funktion schreiben",
        };
      case "brackets":
        return {
          message: "ein Feld braucht geschweifte Klammern, keine eckigen",
          fix: "geschweifte Klammern setzen",
        };
      case "placeholder": {
        const message =
          "das sieht aus wie ein Platzhalter einer Vorlage, den nichts ausgefüllt hat";
        if (instead === undefined) return { message };
        return {
          message,
          help: "ein Feld braucht einfache Klammern",
          fix: "einfache Klammern setzen",
        };
      }
      case "backticks":
        return {
          message: "Backticks haben in einer Formel keine Bedeutung",
          help: 'ein Text steht in Anführungszeichen: `"text"`, ein Feld in Klammern: `{name}`',
        };
      case "entity":
        return {
          message: "so schreibt HTML ein Zeichen",
          help: `schreiben Sie ${quote(instead ?? "")}`,
          fix: "die Zeichen schreiben",
        };
      case "typed-literal":
        return {
          message: "ein Datum schreibt man nur als Text",
          help: `schreiben Sie ${instead}`,
          fix: `${instead} schreiben`,
        };
      case "semicolons":
        return {
          message: "Argumente werden durch Kommas getrennt",
          help: "schreiben Sie `,` statt `;`",
          fix: "Kommas schreiben",
        };
    }
  },
  "missing-parenthesis": ({ count }) => ({
    message: count === 1 ? "eine schließende `)` fehlt" : `${count} schließende \`)\` fehlen`,
    fix: count === 1 ? ") ergänzen" : `${count} ) ergänzen`,
    related: "diese Klammer ist nicht geschlossen",
  }),
  "unexpected-parenthesis": () => ({
    message: "zu dieser `)` fehlt die öffnende `(`",
    fix: ") entfernen",
  }),
  "missing-operand": (data, quote) => {
    if (data.side === "inside") return { message: "zwischen den Klammern steht nichts" };
    const side = data.side === "before" ? "vor" : "nach";
    return { message: `${side} ${quote(data.operator)} fehlt ein Operand` };
  },
  "missing-operator": ({ before, after, context }, quote) => ({
    message: `zwischen ${quote(before)} und ${quote(after)} fehlt ein Operator${context === "call" ? " oder ein Komma" : ""}`,
    ...(context === "parenthesis" && {
      help: "der Name einer Funktion steht direkt vor ihrer Klammer, ohne Klammern oder Anführungszeichen",
    }),
  }),
  "missing-argument": ({ isSuperfluous }) => ({
    message: "bei diesem Komma fehlt ein Argument",
    fix: isSuperfluous ? "das Komma entfernen" : "BLANK() schreiben",
  }),
  "unexpected-token": ({ token }) => ({
    message: `${one(token)} ist nur zwischen den Argumenten einer Funktion erlaubt`,
  }),
};
