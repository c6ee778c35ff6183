import type { EditorMessages } from "../../../src/index.ts";
import { GERMAN_FUNCTIONS } from "./german-functions.ts";

const ORDERED = "Falsch, wenn eine Seite leer ist.";
const ARITHMETIC = "Eine leere Zahl zählt als 0; ein leeres Datum macht das Ergebnis leer.";

/** The German texts of the language service. */
export const GERMAN_EDITOR: EditorMessages = {
  types: {
    text: "Text",
    number: "Zahl",
    boolean: "Wahrheitswert",
    date: "Datum",
    list: "Liste",
    blank: "leer",
    error: "Fehler",
    any: "jeder Typ",
    common: "der Typ der Ergebnisse",
  },
  kinds: {
    key: "der Schlüssel",
    created: "Zeit der Anlage",
    modified: "Zeit der letzten Änderung",
    parameter: "ein Parameter",
    zone: "eine Zeitzone",
    locale: "eine Sprache",
    comma: "das nächste Argument",
    parenthesis: "beendet den Aufruf oder die Gruppe",
  },
  operators: {
    "=": { summary: "ob beide gleich sind", blanks: "Leer gleicht nur leer." },
    "!=": {
      summary: "ob beide verschieden sind",
      blanks: "Genau das Gegenteil von `=`: leer ist von jedem Wert verschieden.",
    },
    "<": { summary: "ob der erste kleiner ist", blanks: ORDERED },
    "<=": { summary: "ob der erste kleiner oder gleich ist", blanks: ORDERED },
    ">": { summary: "ob der erste größer ist", blanks: ORDERED },
    ">=": { summary: "ob der erste größer oder gleich ist", blanks: ORDERED },
    "&": { summary: "verbindet zwei Texte", blanks: 'Leer zählt als der leere Text `""`.' },
    "+": { summary: "addiert Zahlen, oder Tage zu einem Datum", blanks: ARITHMETIC },
    "-": {
      summary: "subtrahiert Zahlen, zieht Tage von einem Datum ab oder zählt die zwischen zweien",
      blanks: ARITHMETIC,
    },
    "*": { summary: "multipliziert Zahlen", blanks: "Leer zählt als 0." },
    "/": {
      summary: "dividiert Zahlen",
      blanks: "Leer zählt als 0, und eine Division durch 0 ist ein Fehler.",
    },
  },
  rewrites: {
    "add-braces": "das Feld in Klammern schreiben",
    "remove-braces": "das Feld ohne Klammern schreiben",
    "call-isblank": "ISBLANK schreiben",
    "compare-with-blank": "= BLANK() schreiben",
    "add-not": "in NOT einschließen",
    "remove-not": "das NOT entfernen",
    format: "die Formel formatieren",
  },
  rename: {
    nothing: "hier steht kein Name",
    function: "Funktionen haben feste Namen",
    impossible: ({ name, kind }, quote) =>
      `${quote(name)} kann nicht der Name eines ${{ field: "Feldes", parameter: "Parameters" }[kind]} sein`,
  },
  counts: { records: (count) => (count === 1 ? "einmal" : `${count}-mal`) },
  functions: GERMAN_FUNCTIONS,
};
