import type {
  ChoicesMistake,
  ErrorCauseTexts,
  ExpectedProperty,
  ProblemMessages,
  QuoteText,
  ValueType,
} from "../../../src/index.ts";

/** The German texts of the problems with schemas, orders and rows. */
export const GERMAN_PROBLEMS: ProblemMessages = {
  "property-value": ({ field, property, expected }, quote) =>
    `${field === undefined ? "" : inField(field, quote)}${quote(property)} muss ${EXPECTED[expected]} sein`,
  "field-name": ({ field, reason }, quote) =>
    `${inField(field, quote)}der Name ist ${{ empty: "leer", malformed: "kein gültiger Text" }[reason]}`,
  "unknown-property": ({ field, property }, quote) =>
    `${inField(field, quote)}es gibt keine Eigenschaft ${quote(property)}`,
  "computed-property": ({ field, property }, quote) =>
    `${inField(field, quote)}ein berechnetes Feld hat kein ${quote(property)}`,
  "property-type": ({ field, property, types }, quote) =>
    `${inField(field, quote)}${quote(property)} hat nur ${types.map((type) => A_TYPE[type]).join(" oder ")}`,
  "key-with-role": ({ field }, quote) =>
    `${inField(field, quote)}ein Schlüssel hat keine andere Rolle`,
  "invalid-choices": ({ field, ...mistake }, quote) =>
    `${inField(field, quote)}${choicesText(mistake, quote)}`,
  "duplicate-role": ({ role, fields: [first, second] }, quote) =>
    `${quote(first)} und ${quote(second)} sind beide ${{ key: "der Schlüssel", created: "die Zeit der Anlage", modified: "die Zeit der letzten Änderung" }[role]}`,
  "invalid-formula": ({ field, formula, diagnostic: { message, span } }, quote) =>
    `${inField(field, quote)}${message} (beim Zeichen ${span.start + 1} seiner Formel: ${quote(formula.slice(span.start, span.end))})`,
  "invalid-description": ({ message }) => `die Beschreibung ist unlesbar: ${message}`,
  "malformed-schema-file": () => "es gibt kein Schema: die Datei ist kein JSON",
  "unreadable-schema-file": ({ path }, quote) =>
    `es gibt kein Schema: ${quote(path)} ist nicht lesbar`,
  "unreadable-records": ({ path }, quote) =>
    `es gibt keine Werte zur Auswahl: ${quote(path)} ist nicht lesbar`,
  "missing-field": () => "der Name eines Feldes fehlt",
  "unknown-field": ({ field, suggestion }, quote) =>
    `es gibt kein Feld ${quote(field)}${suggestion === undefined ? "" : `; meinten Sie ${quote(suggestion)}?`}`,
  "not-sortable": ({ field }, quote) =>
    `${quote(field)} ist eine Liste, und Listen haben keine Reihenfolge`,
  "duplicate-field": ({ field }, quote) => `nach ${quote(field)} wird zweimal sortiert`,
  "wrong-type": ({ field, type }, quote) => `${quote(field)} enthält nicht ${A_TYPE[type]}`,
};

const A_TYPE: Readonly<Record<ValueType, string>> = {
  text: "ein Text",
  number: "eine Zahl",
  boolean: "ein Wahrheitswert",
  date: "ein Datum",
  list: "eine Liste",
};

const EXPECTED: Readonly<Record<ExpectedProperty, string>> = {
  object: "ein Objekt",
  boolean: "wahr oder falsch",
  text: "ein Text",
  texts: "eine Liste von Texten",
  type: `eines von ${Object.keys(A_TYPE).join(", ")}`,
  role: "`created` oder `modified`",
  "time-zone": "eine Zeitzone der IANA-Datenbank, wie `Europe/Rome`,",
  path: "der Pfad einer Datei",
};

function inField(field: string, quote: QuoteText): string {
  return `Feld ${quote(field)}: `;
}

function choicesText(mistake: ChoicesMistake, quote: QuoteText): string {
  switch (mistake.reason) {
    case "none":
      return "`choices` ist leer";
    case "empty":
      return "der leere Text ist keine Auswahl";
    case "twice":
      return `${quote(mistake.choice)} steht zweimal in \`choices\``;
  }
}

/** Why values are errors, in German. */
export const GERMAN_CAUSES: ErrorCauseTexts = {
  "number-too-large": "die Zahl ist zu groß",
  division: "eine Division durch 0, oder eine zu große Zahl",
  "negative-root": "eine negative Zahl hat keine Wurzel",
  "not-a-number": "der Text ist keine Zahl",
  "date-out-of-range": "das Datum liegt vor 1900 oder nach 2298",
  "text-too-long": "der Text ist länger als 64 KiB",
  "too-costly": "der Wert wäre zu aufwendig",
  "no-value": "der Wert ist nicht berechenbar",
};
