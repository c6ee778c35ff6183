import type {
  ArgumentMistake,
  ComparisonRemedy,
  DiagnosticMessages,
  DiagnosticText,
  QuoteText,
  Remedy,
  ValueType,
} from "../../../src/index.ts";
import type { ENGLISH_SYNTAX } from "../../../src/language/source/messages/english-syntax.ts";
import { patternMessage } from "./german-pattern.ts";
import { foreignHelp } from "./german-words.ts";

/** The types with their articles, as the subject and as the object of a sentence. */
const A: Readonly<Record<ValueType, string>> = {
  text: "ein Text",
  number: "eine Zahl",
  boolean: "ein Wahrheitswert",
  date: "ein Datum",
  list: "eine Liste",
};

const NOT_ALLOWED = { function: "die Funktion", operator: "der Operator", field: "das Feld" };

/** What `check` says besides `parse`, in German. */
export const GERMAN_CHECK: Omit<DiagnosticMessages, keyof typeof ENGLISH_SYNTAX> = {
  "text-too-long": (data) => ({
    message: "message" in data ? data.message : `ein Text hat höchstens ${data.most} Bytes`,
  }),
  "too-costly": ({ work, most, part }, quote) => ({
    message: `die Formel kann je Datensatz ${milliseconds(work)} ms brauchen, vor allem in ${quote(part)}; erlaubt sind ${milliseconds(most)} ms`,
    help: "kürzen Sie die Texte oder das Muster: Anzahlen wie in `REPT` und `{0,300}` vervielfachen die Arbeit",
  }),
  "unknown-function": ({ name, suggestion, foreign, field }, quote) => {
    const message = `es gibt keine Funktion ${quote(name)}`;
    if (foreign !== undefined) {
      const help = foreignHelp(foreign, quote);
      return { message, help, fix: help };
    }
    if (suggestion !== undefined) {
      return { message, help: `meinten Sie ${quote(suggestion)}`, fix: `${suggestion} schreiben` };
    }
    if (field === undefined) return { message };
    return { message, help: `${quote(field)} ist ein Feld: lassen Sie die Klammern weg` };
  },
  "unknown-field": ({ name, suggestion, function: called, isBlank, text }, quote) => {
    const message = `es gibt kein Feld ${quote(name)}`;
    if (isBlank === true) {
      return {
        message,
        help: "für einen fehlenden Wert schreiben Sie `BLANK()`",
        fix: "BLANK() schreiben",
      };
    }
    const helps = [
      ...(suggestion === undefined ? [] : [`meinten Sie ${quote(suggestion)}`]),
      ...(called === undefined
        ? []
        : [
            `${quote(called.written)} ist eine Funktion: schreiben Sie ${quote(`${called.name}(…)`)}`,
          ]),
      ...(text === undefined ? [] : [`ein Text steht in Anführungszeichen: ${quote(text)}`]),
    ];
    if (helps.length === 0) return { message };
    const meant = suggestion ?? text;
    return {
      message,
      help: helps.join("; "),
      ...(meant !== undefined && { fix: `${quote(meant)} schreiben` }),
    };
  },
  "unknown-parameter": ({ name, suggestion, field }, quote) => {
    const message = `es gibt keinen Parameter ${quote(`$${name}`)}`;
    if (suggestion !== undefined) {
      const meant = quote(`$${suggestion}`);
      return { message, help: `meinten Sie ${meant}`, fix: `${meant} schreiben` };
    }
    if (field === undefined) return { message };
    return {
      message,
      help: `für das Feld schreiben Sie ${quote(field)}`,
      fix: `${quote(field)} schreiben`,
    };
  },
  "argument-count": ({ function: name, count, least, most, takes, signature }) => {
    const helps = {
      record: `\`${name}()\` gilt dem ganzen Datensatz, nicht einem Feld`,
      condition: `verbinden Sie zuerst die Bedingungen: \`${name}(AND(…))\` oder \`${name}(OR(…))\``,
      arguments: `schreiben Sie \`${signature}\``,
    };
    const wanted =
      most === undefined
        ? `mindestens ${least}`
        : least === most
          ? `genau ${least}`
          : `${least} bis ${most}`;
    return {
      message: `${name} nimmt ${wanted} Argumente, gegeben sind ${count}`,
      help: helps[takes],
    };
  },
  "argument-type": ({ written, actual, expected, remedy }, quote) => ({
    message: `${quote(written)} ist ${A[actual]}, hier muss ${A[expected]} stehen`,
    ...remedyText(remedy, quote),
  }),
  "operand-type": (data, quote) => {
    const sums = "Datum minus Datum ist eine Zahl von Tagen, Datum plus oder minus Tage ein Datum";
    switch (data.reason) {
      case "texts-added":
        return {
          message: "`+` addiert Zahlen, keine Texte",
          help: "um Texte zu verbinden, schreiben Sie `&`",
          fix: "& schreiben",
        };
      case "dates-added":
        return { message: "zwei Daten können nicht addiert werden", help: sums };
      case "date-from-number":
        return { message: "ein Datum kann nicht von einer Zahl abgezogen werden", help: sums };
      case "no-number":
        return {
          message: `${quote(data.written)} ist ${A[data.actual]}, und \`${data.operator}\` rechnet mit Zahlen`,
          ...remedyText(data.remedy, quote),
        };
    }
  },
  "comparison-type": ({ left, leftType, right, rightType, remedy }, quote) => ({
    message: `${quote(left)} ist ${A[leftType]} und ${quote(right)} ist ${A[rightType]}: sie sind nicht vergleichbar`,
    ...(remedy !== undefined && comparisonText(remedy, quote)),
  }),
  "invalid-date": ({ text, instead }, quote) => ({
    message: `${quote(text)} ist kein Datum`,
    help: "schreiben Sie ein Datum zwischen 1900 und 2298 als `2024-02-29` oder `2024-02-29T23:59:59Z`",
    ...(instead !== undefined && { fix: `"${instead}" schreiben` }),
  }),
  "invalid-argument": mistakeText,
  "literal-required": ({ function: name, parameter, choices, instead }, quote) => ({
    message: `${parameter} von ${name} muss als Text in der Formel stehen`,
    ...(instead === undefined
      ? choicesText(choices, quote)
      : { help: `schreiben Sie ${instead}`, fix: `${instead} schreiben` }),
  }),
  "missing-role": ({ function: name }) => ({
    message: `diese Datensätze haben kein Feld für ${name}()`,
    help: "schreiben Sie stattdessen den Namen eines Feldes",
  }),
  "formula-cycle": ({ field, path }, quote) => ({
    message:
      path.length === 1
        ? `${quote(field)} wird aus sich selbst berechnet`
        : `${quote(field)} wird über ${[field, ...path].map(quote).join(", ")} aus sich selbst berechnet`,
    help: "die Formel eines Feldes darf nur Felder nutzen, die nicht von ihm abhängen",
  }),
  "not-allowed": ({ kind, name }, quote) => ({
    message: `${NOT_ALLOWED[kind]} ${quote(name)} ist hier nicht erlaubt`,
  }),
  "chained-comparison": ({ instead }, quote) => ({
    message:
      "Vergleiche gelten von links: das TRUE oder FALSE des ersten wird mit dem nächsten Wert verglichen",
    help:
      instead === undefined
        ? "verbinden Sie zwei Vergleiche mit `AND(…)`"
        : `um beides zu prüfen, schreiben Sie ${quote(instead)}`,
  }),
  "midnight-comparison": ({ date, instead }, quote) => ({
    message: `${quote(date)} ist der erste Augenblick des Tages, und dieses Feld hat Uhrzeiten`,
    ...(instead !== undefined && {
      help: `für den ganzen Tag schreiben Sie ${quote(instead)}`,
      fix: "mit dem ganzen Tag vergleichen",
    }),
  }),
  "unknown-choice": ({ field, text, inCase, suggestion, choices, count }, quote) => {
    const more = count > choices.length ? ", …" : "";
    const letters = { lower: " in Kleinbuchstaben", upper: " in Großbuchstaben" };
    const changed = inCase === undefined ? "" : letters[inCase];
    return {
      message: `${quote(text)} ist keiner der möglichen Werte von ${quote(field)}${changed}`,
      help:
        suggestion === undefined
          ? `einer von ${choices.map(quote).join(", ")}${more}`
          : `meinten Sie ${quote(suggestion)}`,
      ...(suggestion !== undefined && { fix: `${quote(suggestion)} schreiben` }),
    };
  },
  "joined-conditions": ({ instead }, quote) => ({
    message: "`&` verbindet die Ergebnisse zu einem Text und prüft nicht beide",
    ...(instead !== undefined && {
      help: `schreiben Sie ${quote(instead)}`,
      fix: "AND schreiben",
    }),
  }),
  "split-number": ({ written, instead, value }, quote) => ({
    message: `${quote(written)} ${value === undefined ? "gilt als mehrere Argumente" : `ist die Zahl ${value}`}`,
    help: `schreiben Sie ${instead}, ohne ${value === undefined ? "Komma" : "Punkt, falls sie gemeint ist"}`,
    fix: `${instead} schreiben`,
  }),
  "split-operator": ({ operator, instead }, quote) => ({
    message: `${quote(operator)} ist kein Operator: es gilt als ${quote(instead)}`,
    help: "setzen Sie ein Leerzeichen vor das Vorzeichen, oder schreiben Sie einen anderen Operator",
  }),
  "misplaced-comparison": ({ function: name, instead }, quote) => ({
    message: `${name} bekommt das TRUE oder FALSE eines Vergleichs`,
    ...(instead !== undefined && writing(quote(instead))),
  }),
  "position-comparison": ({ function: name, instead }, quote) => ({
    message: `${name} ist eine Stelle ab 1, oder ${name === "FIND" ? "0" : "leer"}, wenn nichts gefunden wird`,
    ...(instead !== undefined && writing(quote(instead))),
  }),
  "invisible-character": ({ codePoint }, quote) => ({
    message: `der Text enthält das unsichtbare Zeichen ${quote(`U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`)}`,
    help: "entfernen Sie es, wenn es nicht auch in den Datensätzen steht",
  }),
  "constant-condition": ({ value, instead }, quote) => ({
    message: `das ist für jeden Datensatz ${value ? "wahr" : "falsch"}`,
    ...(instead !== undefined && writing(quote(instead))),
  }),
  "always-error": () => ({ message: "das ist für jeden Datensatz ein Fehler" }),
  "no-effect": ({ function: name }) => ({
    message: `${name} bewirkt hier nichts`,
    help: "es bestimmt nur, wie das `DATETIME_FORMAT` darum herum das Datum zeigt",
  }),
  "inexact-number": ({ written, value, text }, quote) => ({
    ...(text !== undefined && { fix: `${text} schreiben` }),
    message: `${quote(written)} hat mehr Ziffern, als eine Zahl behält: es gilt als ${value}`,
    help: "halten Sie solche Zahlen in einem Feld von Texten, und vergleichen Sie sie als Texte",
  }),
  "unusual-format": (data) => ({
    message:
      data.reason === "custom"
        ? data.message
        : "in einem Format ist `YYYY` das Jahr, `MM` der Monat, `DD` der Tag, `mm` die Minute und `dd` der Wochentag",
    ...(data.instead !== undefined && { fix: `"${data.instead}" schreiben` }),
  }),
  "unusual-comment": () => ({
    message: "`//` beginnt einen Kommentar, was folgt, hat also keine Wirkung",
    help: "zum Teilen schreiben Sie `/`",
  }),
  "differs-from-airtable": ({ reason, instead }, quote) => ({
    message:
      reason === "zero-is-blank"
        ? "0 ist hier nicht leer, anders als in Airtable"
        : "ein fehlender Wert gilt hier im Vergleich nicht als 0, anders als in Airtable",
    ...(instead !== undefined && {
      help: `soll ein fehlender Wert als 0 gelten, schreiben Sie ${quote(instead)}`,
    }),
  }),
};

function milliseconds(work: number): string {
  return (work / 1e6).toFixed(2).replace(".", ",");
}

function remedyText(remedy: Remedy, quote: QuoteText): Omit<DiagnosticText, "message"> {
  switch (remedy.way) {
    case "number-without-quotes":
      return remedy.instead === undefined
        ? { help: "schreiben Sie eine Zahl ohne Anführungszeichen" }
        : { help: `schreiben Sie ${remedy.instead}`, fix: `${remedy.instead} schreiben` };
    case "too-many-digits":
      return { help: "eine Zahl behält etwa 16 Ziffern" };
    case "call":
      return {
        help: `schreiben Sie ${quote(remedy.call)}, um ${remedy.function === "VALUE" ? "die Zahl" : "das Datum"} im Text zu lesen`,
        fix: `in ${remedy.function} fassen`,
      };
    case "date-in-quotes":
      return {
        help: `setzen Sie das Datum in Anführungszeichen: ${remedy.instead}`,
        fix: "das Datum in Anführungszeichen setzen",
      };
    case "part-of-date":
      return {
        help: "nehmen Sie einen Teil des Datums, etwa `YEAR(…)`, oder eine Differenz, etwa `DATETIME_DIFF(…)`",
      };
    case "count-of-list":
      return { help: "zählen Sie mit `COUNTALL(…)`, oder verbinden Sie mit `ARRAYJOIN(…)`" };
    case "field-without-quotes":
      return {
        help: `ein Feld steht ohne Anführungszeichen: ${quote(remedy.instead)}`,
        fix: `${remedy.instead} schreiben`,
      };
    case "other-value":
      return { help: `hierher gehört ${A[remedy.type]}` };
  }
}

function writing(instead: string): { readonly help: string; readonly fix: string } {
  return { help: `schreiben Sie ${instead}`, fix: `${instead} schreiben` };
}

function comparisonText(
  remedy: ComparisonRemedy,
  quote: QuoteText,
): Omit<DiagnosticText, "message"> {
  switch (remedy.way) {
    case "as-number": {
      const { help, ...fix } = remedyText(remedy.remedy, quote);
      return { help: `${quote(remedy.beside)} ist eine Zahl: ${help}`, ...fix };
    }
    case "as-text":
      return {
        help: `${quote(remedy.beside)} ist ein Text: schreiben Sie ${remedy.instead}`,
        fix: `${remedy.instead} schreiben`,
      };
    case "word-as-text":
      return {
        help: `${quote(remedy.beside)} nennt ein Feld oder eine Funktion: ein Text steht in Anführungszeichen, ${quote(remedy.instead)}`,
      };
    case "comparison":
      return writing(quote(remedy.instead));
    case "each-value":
      return { help: "vergleichen Sie mit jedem Wert: `OR(x = a, x = b)`" };
    case "as-boolean": {
      const subject = `${quote(remedy.beside)} ist ein Wahrheitswert`;
      return remedy.instead === undefined
        ? { help: `${subject}: vergleichen Sie ihn mit TRUE() oder FALSE()` }
        : {
            help: `${subject}: schreiben Sie ${remedy.instead}`,
            fix: `${remedy.instead} schreiben`,
          };
    }
    default:
      return remedyText(remedy, quote);
  }
}

function choicesText(choices: readonly string[] | undefined, quote: QuoteText) {
  return choices === undefined ? {} : { help: `eines von ${choices.map(quote).join(", ")}` };
}

function mistakeText(mistake: ArgumentMistake, quote: QuoteText): DiagnosticText {
  switch (mistake.reason) {
    case "language":
      return {
        message: `es gibt keine Sprache ${quote(mistake.text)}`,
        help: "schreiben Sie das Kürzel einer Sprache, etwa `fr`, `de` oder `pt-br`",
      };
    case "time-zone":
      return {
        message: `es gibt keine Zeitzone ${quote(mistake.text)}`,
        help: "schreiben Sie einen Namen der IANA-Zeitzonen, etwa `Europe/Berlin`",
      };
    case "dates":
      return {
        message: `${quote(mistake.text)} ist keine Liste von Daten`,
        help: "schreiben Sie Daten mit Kommas dazwischen: `2024-12-25, 2024-12-26`",
      };
    case "start-day":
      return {
        message: `Wochen können nicht mit ${quote(mistake.text)} beginnen`,
        ...choicesText(mistake.choices, quote),
      };
    case "unit":
      return {
        message: `es gibt keine Einheit ${quote(mistake.text)}`,
        ...choicesText([...mistake.choices, ...(mistake.short ?? [])], quote),
        fix: `"${mistake.instead}" schreiben`,
      };
    case "pattern":
      return { message: patternMessage(mistake.problem, quote) };
    case "replacement":
      return {
        message: `${quote(mistake.group)} nennt eine Gruppe, das Muster hat ${mistake.groups}: für ein Dollarzeichen schreiben Sie ${quote(`$${mistake.group}`)}`,
      };
    case "custom":
      return {
        message: mistake.message,
        ...(mistake.help === undefined
          ? choicesText(mistake.choices, quote)
          : { help: mistake.help }),
        fix: `"${mistake.instead}" schreiben`,
      };
  }
}
