import type { FunctionTexts } from "../../../src/index.ts";

const OTHER_ZONE =
  "In UTC, oder in der [Zeitzone](dates.md#the-time-zone-of-a-formula) der Formel. Ein leeres Datum ergibt leer.";
const FOLDING =
  "Groß- und Kleinschreibung werden nach der einfachen Abbildung von Unicode gleichgesetzt, wie in `LOWER`: ein Codepunkt wird zu einem";
const INDEX = "In SQL macht es [ein Index des kleingeschriebenen Textes](sql.md#case) schnell.";
const TRUE_LIKE =
  "Eine Bedingung kann jeden Typ haben: eine Zahl außer 0 gilt als wahr, ebenso ein Text, ein Datum oder eine Liste, wenn sie nicht leer sind.";
const PLACES =
  "Ein Bruch in der Stellenzahl fällt weg. In Double-Arithmetik, mit `p` als dem Double, das der Zehnerpotenz der Stellenzahl ohne Vorzeichen am nächsten liegt: der Betrag der Zahl wird zu";
const TOO_LONG = "Ein Ergebnis über 64 KiB ist ein Fehler.";
const ITEMS = "Einträge müssen Codepunkt für Codepunkt gleich sein";
const MOST_ITEMS = "Bis zu 1.000 Einträge sind erlaubt.";
const ONE_OR_SEVERAL =
  "Eine Einheit kann in der Einzahl, in der Mehrzahl oder abgekürzt stehen: `ms`, `s`, `m`, `h`, `d`, `w`, `M`, `Q`, `y`.";
const TOWARDS =
  "Vergangenheit und Zukunft ergeben dieselben Worte. Sie reichen von `a few seconds` über `45 minutes`, `a day` und `25 days` bis `2 years`, auf das Nächste gerundet. Ein leeres Datum ergibt einen leeren Text.";
const PATTERN = { text: "der durchsuchte Text", pattern: "der reguläre Ausdruck, als Text" };
const LITERAL = "Das Muster muss in der Formel stehen.";

/** The German documentation of the functions. */
export const GERMAN_FUNCTIONS: FunctionTexts = {
  AND: {
    summary: "Ob alle Bedingungen wahr sind.",
    details: `${TRUE_LIKE} Ist eine Bedingung falsch, so ist das Ergebnis \`FALSE\`, auch wenn eine andere ein Fehler ist. Sonst macht ein Fehler das Ergebnis zum Fehler.`,
    parameters: { condition: "was wahr sein muss" },
  },
  BETWEEN: {
    summary: "Ob ein Wert zwischen zwei Grenzen liegt oder einer von ihnen gleicht.",
    details:
      "Dasselbe wie `AND(value >= low, value <= high)`, also `FALSE`, wenn einer der drei Werte leer ist oder die untere Grenze über der oberen liegt. Zahlen, Texte und Daten werden wie mit `>=` verglichen; ein Datum darf als Text stehen.",
    parameters: {
      value: "der fragliche Wert",
      low: "der kleinste Wert, der zählt",
      high: "der größte Wert, der zählt",
    },
  },
  BLANK: {
    summary: "Der fehlende Wert.",
    details:
      'Er hat den Typ, der an seiner Stelle nötig ist. Leer gleicht nur leer; `""` und eine leere Liste sind leer, `0` und `FALSE` nicht. Die Klammern dürfen fehlen.',
  },
  ERROR: {
    summary: "Ein Fehler, wie ihn eine Division durch null ergibt.",
    details:
      "Er hat den Typ, der an seiner Stelle nötig ist, und macht zum Fehler, was ihn verwendet. Ein Datensatz, dessen Formel ein Fehler ist, wird nicht gefunden.",
  },
  FALSE: {
    summary: "Der Wahrheitswert falsch.",
    details:
      "Als Zahl ist er 0, als Text `FALSE`. Er ist nicht leer. Ein fehlender Wahrheitswert ist `FALSE`. Die Klammern dürfen fehlen.",
  },
  IF: {
    summary: "Ein Wert, wenn eine Bedingung wahr ist, sonst ein anderer.",
    details:
      "Fehlt der zweite Wert, so ist er leer (`FALSE` bei Wahrheitswerten). Haben beide Werte denselben Typ, so hat ihn auch das Ergebnis, sonst ist es Text. Der nicht gewählte Wert zählt nicht, auch wenn er ein Fehler ist. Ist die Bedingung ein Fehler, so auch das Ergebnis.",
    parameters: {
      condition: "was entscheidet; jeder Typ ist möglich",
      // biome-ignore lint/suspicious/noThenProperty: the parameter of IF has this name
      then: "der Wert, wenn die Bedingung wahr ist",
      otherwise: "der Wert, wenn sie es nicht ist",
    },
  },
  IFBLANK: {
    summary: "Ein Wert, oder ein Ersatz, wenn der Wert leer ist.",
    details:
      "Haben beide Werte denselben Typ, so hat ihn auch das Ergebnis. Sonst werden beide erst Text, sodass eine Liste mit einem leeren Text neben einer Zahl leer ist. Dann dasselbe wie `IF(ISBLANK(value), default, value)`: ist der Wert da, zählt der Ersatz nicht, auch wenn er ein Fehler ist.",
    parameters: {
      value: "der Wert, der leer sein kann",
      default: "was an die Stelle von leer tritt",
    },
  },
  ISBLANK: {
    summary: "Ob ein Wert fehlt.",
    details:
      '`""` und eine leere Liste sind leer, `0` und `FALSE` nicht. Ein Wahrheitswert ist nie leer: ein fehlender ist `FALSE`.',
    parameters: { value: "der geprüfte Wert" },
  },
  ISERROR: {
    summary: "Ob ein Wert ein Fehler ist.",
    details:
      "Nur diese Funktion ist kein Fehler, wenn ihr Argument einer ist. Leer ist kein Fehler.",
    parameters: { value: "der geprüfte Wert" },
  },
  ISONEOF: {
    summary: "Ob ein Wert einem von mehreren gleicht.",
    details:
      "Dasselbe wie `OR(value = candidate, …)`, aber für viele Kandidaten: bis zu 1.000, die zugleich gesucht werden. Ein leerer Wert gleicht nur einem leeren Kandidaten. Gleicht er einem, so ist das Ergebnis `TRUE`, auch wenn ein anderer ein Fehler ist.",
    parameters: { value: "der fragliche Wert", candidate: "ein Wert, dem er gleichen kann" },
  },
  NOT: {
    summary: "Ob eine Bedingung nicht wahr ist.",
    details:
      "Leer gilt als falsch, also ist `NOT` davon `TRUE`. `NOT` eines Fehlers ist ein Fehler.",
    parameters: { condition: "was nicht wahr sein darf" },
  },
  OR: {
    summary: "Ob mindestens eine Bedingung wahr ist.",
    details: `${TRUE_LIKE} Ist eine Bedingung wahr, so ist das Ergebnis \`TRUE\`, auch wenn eine andere ein Fehler ist. Sonst macht ein Fehler das Ergebnis zum Fehler.`,
    parameters: { condition: "was wahr sein kann" },
  },
  SWITCH: {
    summary: "Das Ergebnis nach dem ersten Muster, das dem Wert gleicht.",
    details:
      "Ein Muster wird mit dem Wert wie mit `=` verglichen, und ein leeres passt zu einem leeren Wert. Passt keines, so ist das Ergebnis der Ersatz, und ohne ihn leer (`FALSE` bei Wahrheitswerten). Haben alle Ergebnisse denselben Typ, so hat ihn auch der Wert von `SWITCH`, sonst ist er Text. Muster nach dem ersten passenden zählen nicht, auch wenn sie Fehler sind, und ebenso wenig die nicht gewählten Ergebnisse.",
    parameters: {
      value: "der Wert, der entscheidet",
      cases: "abwechselnd ein Muster und sein Ergebnis; am Ende vielleicht der Ersatz",
    },
  },
  TRUE: {
    summary: "Der Wahrheitswert wahr.",
    details: "Als Zahl ist er 1, als Text `TRUE`. Die Klammern dürfen fehlen.",
  },
  XOR: {
    summary: "Ob eine ungerade Zahl von Bedingungen wahr ist.",
    details:
      "Eine Bedingung kann jeden Typ haben. Jede zählt, also macht ein Fehler das Ergebnis zum Fehler.",
    parameters: { condition: "was gezählt wird, wenn es wahr ist" },
  },
  CONCATENATE: {
    summary: "Mehrere Texte, zu einem verbunden.",
    details: `Dasselbe wie \`&\` zwischen ihnen. ${TOO_LONG}`,
    parameters: { text: "der angehängte Text" },
  },
  CONTAINS: {
    summary: "Ob ein Text in einem anderen vorkommt.",
    details:
      "Groß- und Kleinschreibung zählen. Kein Zeichen des gesuchten Textes hat eine besondere Bedeutung. Jeder Text enthält den leeren. Einen Eintrag einer Liste sucht `HAS`.",
    parameters: { text: "der durchsuchte Text", needle: "der gesuchte Text" },
  },
  CONTAINS_IGNORE_CASE: {
    summary: "Ob ein Text in einem anderen vorkommt, gleich ob groß oder klein geschrieben.",
    details: `Dasselbe wie \`CONTAINS(LOWER(text), LOWER(needle))\`. Jeder Text enthält den leeren. ${FOLDING}, also ist \`ß\` nicht \`SS\`. Akzente zählen. ${INDEX}`,
    parameters: { text: "der durchsuchte Text", needle: "der gesuchte Text" },
  },
  ENCODE_URL_COMPONENT: {
    summary: "Ein Text, kodiert für einen Teil einer URL.",
    details: `Jedes Byte des Textes in UTF-8 wird zu \`%XX\`, außer denen der ASCII-Buchstaben, der Ziffern und von \`-_.~\`. ${TOO_LONG}`,
    parameters: { text: "der zu kodierende Text" },
  },
  ENDS_WITH: {
    summary: "Ob ein Text mit einem anderen endet.",
    details: "Groß- und Kleinschreibung zählen. Jeder Text endet mit dem leeren.",
    parameters: { text: "der ganze Text", end: "der Text, mit dem er enden kann" },
  },
  ENDS_WITH_IGNORE_CASE: {
    summary: "Ob ein Text mit einem anderen endet, gleich ob groß oder klein geschrieben.",
    details: `Dasselbe wie \`ENDS_WITH(LOWER(text), LOWER(end))\`. Jeder Text endet mit dem leeren. ${FOLDING}. Akzente zählen.`,
    parameters: { text: "der fragliche Text", end: "der Text, mit dem er enden kann" },
  },
  EQUALS_IGNORE_CASE: {
    summary: "Ob zwei Texte gleich sind, gleich ob groß oder klein geschrieben.",
    details: `Dasselbe wie \`LOWER(first) = LOWER(second)\`. ${FOLDING}, also ist \`ß\` nicht \`SS\`. Akzente zählen. ${INDEX}`,
    parameters: { first: "der eine Text", second: "der andere Text" },
  },
  EXACT: {
    summary: "Ob zwei Texte genau gleich sind, auch in Groß- und Kleinschreibung.",
    details:
      "Verglichen werden Codepunkte: Schreibung, Akzente und Leerzeichen am Ende zählen. Werte anderer Typen werden als Text verglichen.",
    parameters: { first: "der eine Text", second: "der andere Text" },
  },
  FIND: {
    summary: "Die Stelle, an der ein Text in einem anderen zum ersten Mal vorkommt, oder 0.",
    details:
      "Groß- und Kleinschreibung zählen. Stellen werden in Codepunkten gezählt, ab 1. Die Suche beginnt bei `start`, abgerundet; unter 1 gilt als 1. Ein leerer Text wird bei `start` gefunden, bis zu einer Stelle nach dem Ende.",
    parameters: {
      needle: "der gesuchte Text",
      text: "der durchsuchte Text",
      start: "die Stelle, an der die Suche beginnt; 1, wenn sie fehlt",
    },
  },
  LEFT: {
    summary: "Die ersten Zeichen eines Textes.",
    details:
      "Zeichen sind Codepunkte. Eine Anzahl unter 1 ergibt einen leeren Text, und ein Bruch wird abgerundet.",
    parameters: { text: "der Text, aus dem genommen wird", count: "wie viele Zeichen" },
  },
  LEN: {
    summary: "Die Anzahl der Zeichen eines Textes.",
    details: "Zeichen sind Codepunkte, und Leerzeichen an den Enden zählen. Leer hat keine.",
    parameters: { text: "der gemessene Text" },
  },
  LOWER: {
    summary: "Ein Text in Kleinbuchstaben.",
    details:
      "Nach der einfachen Abbildung von Unicode: ein Codepunkt wird zu einem. Sie hängt weder von den Zeichen daneben noch von einer Sprache ab.",
    parameters: { text: "der geänderte Text" },
  },
  MID: {
    summary: "Zeichen aus der Mitte eines Textes.",
    details:
      "Zeichen sind Codepunkte, gezählt ab 1. Ein Anfang unter 1 gilt als 1, eine Anzahl unter 1 ergibt einen leeren Text, und Brüche werden abgerundet. Eine Anzahl über das Ende hinaus ergibt die Zeichen bis zum Ende.",
    parameters: {
      text: "der Text, aus dem genommen wird",
      start: "die Stelle des ersten Zeichens",
      count: "wie viele Zeichen",
    },
  },
  REGEX_EXTRACT: {
    summary: "Der erste Teil eines Textes, auf den ein regulärer Ausdruck passt.",
    details: `Das Ergebnis ist der ganze Treffer, auch wenn das Muster Gruppen hat. Es ist leer, wenn nichts passt. ${LITERAL}`,
    parameters: PATTERN,
  },
  REGEX_MATCH: {
    summary: "Ob ein regulärer Ausdruck irgendwo in einem Text passt.",
    details: `${LITERAL} Was es enthalten darf, steht auf der Seite über reguläre Ausdrücke.`,
    parameters: PATTERN,
  },
  REGEX_REPLACE: {
    summary: "Ein Text, in dem alle Treffer eines regulären Ausdrucks ersetzt sind.",
    details: `Im Ersatz sind \`$1\` bis \`$9\`, worauf die Gruppen passten, \`$0\` der ganze Treffer und \`$$\` ein Dollarzeichen. Eine Gruppe, die das Muster nicht hat, ist ein Fehler. ${LITERAL} ${TOO_LONG}`,
    parameters: { ...PATTERN, replacement: "der Text, der jeden Treffer ersetzt" },
  },
  REPLACE: {
    summary: "Ein Text, in dem die Zeichen an einer Stelle ersetzt sind.",
    details: `Zeichen sind Codepunkte, gezählt ab 1, und Brüche werden abgerundet. Ein Anfang unter 1 gilt als 1, und einer nach dem Ende hängt an. Eine Anzahl von 0 oder weniger fügt ein und ersetzt nichts. ${TOO_LONG}`,
    parameters: {
      text: "der geänderte Text",
      start: "die Stelle des ersten ersetzten Zeichens",
      count: "wie viele Zeichen ersetzt werden",
      replacement: "der Text, der sie ersetzt",
    },
  },
  REPT: {
    summary: "Ein Text, mehrmals wiederholt.",
    details: `Eine Anzahl unter 1 ergibt einen leeren Text, und ein Bruch wird abgerundet. ${TOO_LONG}`,
    parameters: { text: "der wiederholte Text", count: "wie oft er wiederholt wird" },
  },
  RIGHT: {
    summary: "Die letzten Zeichen eines Textes.",
    details:
      "Zeichen sind Codepunkte. Eine Anzahl unter 1 ergibt einen leeren Text, und ein Bruch wird abgerundet.",
    parameters: { text: "der Text, aus dem genommen wird", count: "wie viele Zeichen" },
  },
  SEARCH: {
    summary:
      "Die Stelle, an der ein Text in einem anderen zum ersten Mal vorkommt, gleich ob groß oder klein geschrieben; leer, wenn es keine gibt.",
    details: `Dasselbe wie \`FIND\` mit beiden Texten in Kleinbuchstaben, und leer statt 0. ${FOLDING}: \`ß\` ist nicht \`SS\`.`,
    parameters: {
      needle: "der gesuchte Text",
      text: "der durchsuchte Text",
      start: "die Stelle, an der die Suche beginnt; 1, wenn sie fehlt",
    },
  },
  STARTS_WITH: {
    summary: "Ob ein Text mit einem anderen beginnt.",
    details: "Groß- und Kleinschreibung zählen. Jeder Text beginnt mit dem leeren.",
    parameters: { text: "der ganze Text", start: "der Text, mit dem er beginnen kann" },
  },
  STARTS_WITH_IGNORE_CASE: {
    summary: "Ob ein Text mit einem anderen beginnt, gleich ob groß oder klein geschrieben.",
    details: `Dasselbe wie \`STARTS_WITH(LOWER(text), LOWER(start))\`. Jeder Text beginnt mit dem leeren. ${FOLDING}, also ist \`ß\` nicht \`SS\`. Akzente zählen. ${INDEX}`,
    parameters: { text: "der fragliche Text", start: "der Text, mit dem er beginnen kann" },
  },
  SUBSTITUTE: {
    summary: "Ein Text, in dem ein anderer Text überall ersetzt ist, wo er vorkommt.",
    details: `Groß- und Kleinschreibung zählen. Gesucht wird von links, ohne Überschneidungen. Mit einer Nummer (abgerundet) wird nur dieses Vorkommen ersetzt, gezählt ab 1. Gibt es das nicht, bleibt der Text, wie er ist. Ein leerer Text kommt nirgends vor. ${TOO_LONG}`,
    parameters: {
      text: "der geänderte Text",
      old: "was ersetzt wird",
      new: "der Text, der es ersetzt",
      index: "das wievielte Vorkommen ersetzt wird; alle, wenn es fehlt",
    },
  },
  T: {
    summary: "Ein Wert, wenn er Text ist, sonst leer.",
    details:
      "Zahlen, Wahrheitswerte, Daten und Listen ergeben einen leeren Text. Ein Fehler bleibt ein Fehler, gleich welchen Typs.",
    parameters: { value: "der Wert, wenn er Text ist" },
  },
  TRIM: {
    summary: "Ein Text ohne die Leerzeichen an seinen Enden.",
    details:
      "Nur Leerzeichen (U+0020) fallen weg; Tabulatoren, Zeilenumbrüche und Leerzeichen zwischen Wörtern bleiben.",
    parameters: { text: "der gekürzte Text" },
  },
  UPPER: {
    summary: "Ein Text in Großbuchstaben.",
    details:
      "Nach der einfachen Abbildung von Unicode: ein Codepunkt wird zu einem, unabhängig von einer Sprache. Also bleibt `ß` ein `ß`.",
    parameters: { text: "der geänderte Text" },
  },
  VALUE: {
    summary: "Die Zahl, die in einem Text steht.",
    details:
      "Der Text kann ein Vorzeichen, Ziffern mit Dezimalpunkt, einen Exponenten und Leerzeichen darum haben. Jeder andere Text ist ein Fehler. Ein leerer Text ist leer.",
    parameters: { text: "der gelesene Text" },
  },
  ABS: {
    summary: "Eine Zahl ohne ihr Vorzeichen.",
    details: "Leer zählt als 0.",
    parameters: { number: "die Zahl" },
  },
  AVERAGE: {
    summary: "Der Mittelwert der Zahlen, die nicht leer sind.",
    details:
      "Die Summe, von links nach rechts, durch die Anzahl der nicht leeren. Leer, wenn alle leer sind; ein Fehler, wenn die Summe zu groß ist.",
    parameters: { number: "eine Zahl; leer wird übergangen" },
  },
  CEILING: {
    summary: "Eine Zahl, auf ein Vielfaches einer Schrittweite aufgerundet.",
    details:
      "`CEILING(x, s)` ist die ganze Zahl ab `x / s`, mal `s`, in Double-Arithmetik; das Vorzeichen von `s` zählt nicht. Leer zählt als 0; eine Schrittweite von 0 ist ein Fehler.",
    parameters: {
      number: "die aufgerundete Zahl",
      significance: "wovon das Ergebnis ein Vielfaches ist; 1, wenn es fehlt",
    },
  },
  COUNT: {
    summary: "Wie viele Argumente Zahlen und nicht leer sind.",
    details: "Werte anderer Typen zählen nicht, auch kein Text, in dem eine Zahl steht.",
    parameters: { value: "ein Wert beliebigen Typs" },
  },
  COUNTA: {
    summary: "Wie viele Argumente nicht leer sind.",
    details:
      "Eine Liste zählt einmal für jeden nicht leeren Eintrag. Ein Wahrheitswert ist nie leer.",
    parameters: { value: "ein Wert beliebigen Typs" },
  },
  COUNTALL: {
    summary: "Wie viele Argumente es gibt, auch leere.",
    details: "Eine Liste zählt einmal für jeden Eintrag, eine leere also nicht.",
    parameters: { value: "ein Wert beliebigen Typs" },
  },
  EVEN: {
    summary: "Eine Zahl, von null weg auf eine gerade ganze Zahl gerundet.",
    details: "Eine gerade Zahl bleibt, wie sie ist. Leer zählt als 0.",
    parameters: { number: "die gerundete Zahl" },
  },
  EXP: {
    summary: "Eine Potenz der Eulerschen Zahl *e*.",
    details: "Leer zählt als 0. Über etwa 709,78 ist das Ergebnis zu groß, was ein Fehler ist.",
    parameters: { power: "der Exponent" },
  },
  FLOOR: {
    summary: "Eine Zahl, auf ein Vielfaches einer Schrittweite abgerundet.",
    details:
      "`FLOOR(x, s)` ist die ganze Zahl bis `x / s`, mal `s`, in Double-Arithmetik; das Vorzeichen von `s` zählt nicht. Leer zählt als 0; eine Schrittweite von 0 ist ein Fehler.",
    parameters: {
      number: "die abgerundete Zahl",
      significance: "wovon das Ergebnis ein Vielfaches ist; 1, wenn es fehlt",
    },
  },
  INT: {
    summary: "Eine Zahl, auf eine ganze Zahl abgerundet.",
    details: "Auch eine negative Zahl wird abgerundet, von null weg. Leer zählt als 0.",
    parameters: { number: "die abgerundete Zahl" },
  },
  LOG: {
    summary: "Der Logarithmus einer Zahl zu einer Basis.",
    details:
      "Zahl und Basis müssen über 0 liegen, und die Basis darf nicht 1 sein; alles andere ist ein Fehler, auch leer, das als 0 zählt.",
    parameters: { number: "die Zahl", base: "die Basis; 10, wenn sie fehlt" },
  },
  MAX: {
    summary: "Die größte der Zahlen, die nicht leer sind.",
    details: "Leer, wenn alle leer sind; ein Fehler, wenn eine ein Fehler ist.",
    parameters: { number: "eine Zahl; leer wird übergangen" },
  },
  MIN: {
    summary: "Die kleinste der Zahlen, die nicht leer sind.",
    details: "Leer, wenn alle leer sind; ein Fehler, wenn eine ein Fehler ist.",
    parameters: { number: "eine Zahl; leer wird übergangen" },
  },
  MOD: {
    summary: "Der Rest bei der Division einer Zahl durch eine andere.",
    details:
      "`MOD(a, b)` ist `a - b * floor(a / b)` in Double-Arithmetik, hat also das Vorzeichen des Teilers. Leer zählt als 0; ein Teiler von 0 ist ein Fehler.",
    parameters: { dividend: "die geteilte Zahl", divisor: "die Zahl, durch die geteilt wird" },
  },
  ODD: {
    summary: "Eine Zahl, von null weg auf eine ungerade ganze Zahl gerundet.",
    details:
      "Eine ungerade Zahl bleibt, wie sie ist; 0 und leer ergeben 1. Kein Double über 2^53 ist ungerade, also bleibt eine solche Zahl, wie sie ist.",
    parameters: { number: "die gerundete Zahl" },
  },
  POWER: {
    summary: "Eine Potenz einer Zahl.",
    details:
      "Ganze Exponenten bis 8 sind Produkte: `POWER(x, 3)` ist `x * x * x`. Jede Zahl hoch 0 ist 1. Leer zählt als 0. Fehler sind: 0 hoch eine negative Zahl, eine negative Zahl hoch einen Bruch und ein zu großes Ergebnis.",
    parameters: { base: "die Zahl", exponent: "der Exponent" },
  },
  ROUND: {
    summary: "Eine Zahl, auf eine Anzahl Stellen nach dem Komma gerundet.",
    details: `Hälften werden von null weg gerundet. ${PLACES} \`floor(size * p + h) / p\`, und bei Stellen unter 0, die vor dem Komma runden, zu \`floor(size / p + h) * p\`. \`h\` ist das größte Double unter 0,5. Ein Betrag ab \`2^53 / p\` (\`2^53 * p\` bei Stellen unter 0) hat keine solchen Stellen und bleibt. Ohne Stellenzahl gilt \`floor(size + h)\`. Mehr als 308 Stellen ändern nichts, und weniger als -308 ergeben 0. Leer zählt als 0.`,
    parameters: {
      number: "die gerundete Zahl",
      digits: "wie viele Stellen nach dem Komma; 0, wenn sie fehlen",
    },
  },
  ROUNDDOWN: {
    summary: "Eine Zahl, nach einer Anzahl Stellen abgeschnitten, zur Null hin.",
    details: `${PLACES} \`floor(size * p) / p\`, und bei Stellen unter 0, die vor dem Komma runden, zu \`floor(size / p) * p\`. Eine Zahl, die nicht mehr Stellen hat, sodass \`ceil\` statt \`floor\` ihren Betrag ergibt, bleibt: \`ROUNDDOWN(0.57, 2)\` ist 0.57. Ebenso ein Betrag ab \`2^52 / p\` (\`2^52 * p\` bei Stellen unter 0). Ohne Stellenzahl gilt \`floor(size)\`. Mehr als 308 Stellen ändern nichts, und weniger als -308 ergeben 0. Leer zählt als 0.`,
    parameters: {
      number: "die gerundete Zahl",
      digits: "wie viele Stellen nach dem Komma; 0, wenn sie fehlen",
    },
  },
  ROUNDUP: {
    summary: "Eine Zahl, auf eine Anzahl Stellen nach dem Komma von null weg gerundet.",
    details: `${PLACES} \`ceil(size * p) / p\`, und bei Stellen unter 0, die vor dem Komma runden, zu \`ceil(ceil(size) / p) * p\`. Eine Zahl, die nicht mehr Stellen hat, sodass \`floor\` statt \`ceil\` ihren Betrag ergibt, bleibt: \`ROUNDUP(1.1, 2)\` ist 1.1. Ebenso ein Betrag ab \`2^52 / p\` (\`2^52 * p\` bei Stellen unter 0). Ohne Stellenzahl gilt \`ceil(size)\`. Mehr als 308 Stellen ändern nichts. Ein zu großes Ergebnis ist ein Fehler, so auch bei weniger als -308 Stellen. Leer zählt als 0.`,
    parameters: {
      number: "die gerundete Zahl",
      digits: "wie viele Stellen nach dem Komma; 0, wenn sie fehlen",
    },
  },
  SQRT: {
    summary: "Die Quadratwurzel einer Zahl.",
    details: "Eine negative Zahl ist ein Fehler. Leer zählt als 0.",
    parameters: { number: "die Zahl; nicht negativ" },
  },
  SUM: {
    summary: "Die Summe der Zahlen.",
    details:
      "Von links nach rechts, wie mit `+`. Leer zählt als 0; ein zu großes Ergebnis ist ein Fehler.",
    parameters: { number: "eine Zahl" },
  },
  DATEADD: {
    summary: "Ein Datum, um eine Anzahl Zeiteinheiten verschoben.",
    details: `Eine negative Anzahl verschiebt zurück. Der Bruch einer Woche oder einer kleineren Einheit zählt, auf die Millisekunde gerundet; der eines Monats, Quartals oder Jahres fällt weg. Ist der Monat zu kurz für den Tag, so ist das Ergebnis sein letzter. Ein leeres Datum ergibt leer, und eine leere Anzahl ist 0. Ein Datum außerhalb von 1900–2298 ist ein Fehler. ${ONE_OR_SEVERAL}`,
    parameters: {
      date: "das verschobene Datum",
      count: "wie viele Einheiten",
      unit: "die Zeiteinheit",
    },
  },
  DATESTR: {
    summary: "Ein Datum als Text, das Jahr zuerst: `2024-02-29`.",
    details: "In UTC. Ein leeres Datum ergibt einen leeren Text.",
    parameters: { date: "das geschriebene Datum" },
  },
  DATETIME_DIFF: {
    summary: "Die Anzahl ganzer Zeiteinheiten zwischen zwei Daten.",
    details:
      "Das erste Datum minus das zweite, zur Null hin abgeschnitten; negativ, wenn das erste früher ist. Ein Monat ist vergangen, wenn das spätere Datum in seinem Monat nicht früher liegt als das frühere in seinem. Ein Quartal sind 3 solche Monate, ein Jahr 12. Ein leeres Datum ergibt leer. Die Einheiten sind die von `DATEADD`.",
    parameters: {
      date: "das Datum, bis zu dem gezählt wird",
      from: "das Datum, ab dem gezählt wird",
      unit: "die Zeiteinheit; Sekunden, wenn sie fehlt",
    },
  },
  DATETIME_FORMAT: {
    summary: "Ein Datum als Text, in einem Format.",
    details:
      "Das Format besteht aus Kürzeln wie `YYYY`, `MM`, `DD`, `HH`, `mm` und `ss`; siehe [Daten](dates.md). Text in eckigen Klammern steht unverändert. Ohne Format ist der Text derselbe wie mit `&`; gibt `SET_TIMEZONE` eine Zone, so hat er deren Abstand. Er ist in UTC und auf Englisch, wenn `SET_TIMEZONE` und `SET_LOCALE` um das Datum nichts anderes sagen. Ein leeres Datum ergibt einen leeren Text.",
    parameters: { date: "das geschriebene Datum", format: "die Kürzel des Datums, als Text" },
  },
  DATETIME_PARSE: {
    summary: "Das Datum, das in einem Text steht.",
    details:
      "Ohne Format muss der Text ein ISO-Datum sein, etwa `2024-02-29`, `2024-02-29 23:59` oder `2024-02-29T23:59:59+01:00`. Mit Format muss er genau passen. Ohne Abstand gilt UTC. Ein leerer Text ergibt leer. Ein Text, der kein solches Datum ist, ist ein Fehler, ebenso ein Datum außerhalb von 1900–2298.",
    parameters: { text: "der gelesene Text", format: "die Kürzel des Datums, als Text" },
  },
  DAY: {
    summary: "Der Tag im Monat eines Datums, von 1 bis 31.",
    details: OTHER_ZONE,
    parameters: { date: "das gelesene Datum" },
  },
  FROMNOW: {
    summary: "Wie weit ein Datum von jetzt entfernt ist, in Worten.",
    details: `Dasselbe wie \`TONOW\`. ${TOWARDS}`,
    parameters: { date: "das Datum" },
  },
  HOUR: {
    summary: "Die Stunde eines Datums, von 0 bis 23.",
    details: OTHER_ZONE,
    parameters: { date: "das gelesene Datum" },
  },
  IS_AFTER: {
    summary: "Ob ein Datum später ist als ein anderes.",
    details: "Auf die Millisekunde. FALSE, wenn eines leer ist.",
    parameters: { date: "das fragliche Datum", other: "das Datum, mit dem verglichen wird" },
  },
  IS_BEFORE: {
    summary: "Ob ein Datum früher ist als ein anderes.",
    details: "Auf die Millisekunde. FALSE, wenn eines leer ist.",
    parameters: { date: "das fragliche Datum", other: "das Datum, mit dem verglichen wird" },
  },
  IS_SAME: {
    summary: "Ob zwei Daten gleich sind oder in derselben Zeiteinheit liegen.",
    details:
      "Ohne Einheit müssen sie auf die Millisekunde gleich sein. Mit Einheit müssen beide in derselben liegen, in UTC: mit `month` im selben Monat desselben Jahres. Eine `week` beginnt am Sonntag, eine `isoWeek` am Montag. Leer gleicht leer, aber keinem Datum.",
    parameters: {
      date: "das fragliche Datum",
      other: "das Datum, mit dem verglichen wird",
      unit: "die Einheit, in der beide liegen müssen",
    },
  },
  MINUTE: {
    summary: "Die Minute eines Datums, von 0 bis 59.",
    details: OTHER_ZONE,
    parameters: { date: "das gelesene Datum" },
  },
  MONTH: {
    summary: "Der Monat eines Datums, von 1 für Januar bis 12.",
    details: OTHER_ZONE,
    parameters: { date: "das gelesene Datum" },
  },
  NOW: {
    summary: "Datum und Uhrzeit, zu denen die Formel läuft.",
    details:
      "Auf die Millisekunde, und gleich für alle Datensätze eines Laufs. Die Klammern dürfen fehlen.",
  },
  SECOND: {
    summary: "Die Sekunde eines Datums, von 0 bis 59.",
    details: OTHER_ZONE,
    parameters: { date: "das gelesene Datum" },
  },
  SET_LOCALE: {
    summary: "Die Sprache, in der DATETIME_FORMAT ein Datum zeigt.",
    details:
      "Sie bestimmt die Namen der Monate und Wochentage und wirkt nur in `DATETIME_FORMAT`. Eine Sprache ist ein Kürzel wie `fr` oder `pt-br`. Welche es gibt, bestimmt die Laufzeitumgebung.",
    parameters: { date: "das gezeigte Datum", locale: "das Kürzel der Sprache" },
  },
  SET_TIMEZONE: {
    summary: "Die Zeitzone, in der DATETIME_FORMAT ein Datum zeigt.",
    details:
      "Der Zeitpunkt bleibt derselbe, also wirkt sie nur in `DATETIME_FORMAT`. Eine Zone ist ein Name der Zeitzonen-Datenbank der IANA.",
    parameters: { date: "das gezeigte Datum", zone: "der Name der Zeitzone" },
  },
  TIMESTR: {
    summary: "Die Uhrzeit eines Datums als Text: `23:59:59`.",
    details: "In UTC. Ein leeres Datum ergibt einen leeren Text.",
    parameters: { date: "das geschriebene Datum" },
  },
  TONOW: {
    summary: "Wie weit es von einem Datum bis jetzt ist, in Worten.",
    details: `Dasselbe wie \`FROMNOW\`. ${TOWARDS}`,
    parameters: { date: "das Datum" },
  },
  TODAY: {
    summary: "Das Datum, an dem die Formel läuft, um Mitternacht.",
    details:
      "In UTC, oder in der [Zeitzone](dates.md#the-time-zone-of-a-formula) der Formel. Gleich für alle Datensätze eines Laufs. Die Klammern dürfen fehlen.",
  },
  WEEKNUM: {
    summary: "Die Nummer der Woche eines Datums.",
    details:
      "In UTC. Woche 1 ist die des 1. Januar. Also liegen die letzten Tage des Dezembers in Woche 1, wenn das neue Jahr vor dem Ende ihrer Woche beginnt. Ein leeres Datum ergibt leer.",
    parameters: {
      date: "das gelesene Datum",
      startDay: "der Tag, an dem Wochen beginnen; Sonntag, wenn er fehlt",
    },
  },
  WEEKDAY: {
    summary: "Der Wochentag eines Datums, von 0 (an dem Wochen beginnen) bis 6.",
    details: "In UTC. Ein leeres Datum ergibt leer.",
    parameters: {
      date: "das gelesene Datum",
      startDay: "der Tag, an dem Wochen beginnen; Sonntag, wenn er fehlt",
    },
  },
  WORKDAY: {
    summary: "Das Datum, das eine Anzahl Arbeitstage nach einem Datum liegt, um Mitternacht UTC.",
    details:
      "Arbeitstage sind Montag bis Freitag ohne die Feiertage. Das erste Datum zählt nicht. Eine negative Anzahl zählt zurück, 0 ergibt das Datum selbst, und ein Bruch fällt weg. Ein leeres Datum ergibt leer; eines außerhalb von 1900–2298 ist ein Fehler.",
    parameters: {
      date: "das Datum, ab dem gezählt wird",
      days: "wie viele Arbeitstage",
      holidays: "weitere freie Tage, als Daten mit Kommas dazwischen",
    },
  },
  WORKDAY_DIFF: {
    summary: "Die Anzahl Arbeitstage von einem Datum bis zu einem anderen, beide mitgezählt.",
    details:
      "Arbeitstage sind Montag bis Freitag ohne die Feiertage, in UTC. Das Ergebnis ist negativ, wenn das zweite Datum früher ist. Ein leeres Datum ergibt leer.",
    parameters: {
      start: "das erste Datum",
      end: "das letzte Datum",
      holidays: "weitere freie Tage, als Daten mit Kommas dazwischen",
    },
  },
  YEAR: {
    summary: "Das Jahr eines Datums.",
    details: OTHER_ZONE,
    parameters: { date: "das gelesene Datum" },
  },
  ARRAYCOMPACT: {
    summary: "Eine Liste ohne ihre leeren Einträge.",
    details: 'Nur `""` ist ein leerer Eintrag; einer aus Leerzeichen bleibt.',
    parameters: { list: "die durchgesehene Liste" },
  },
  ARRAYFLATTEN: {
    summary: "Mehrere Listen als eine.",
    details:
      "Die Einträge behalten ihre Reihenfolge. Ein Text zählt als Liste mit diesem einen Eintrag, leer als leere Liste.",
    parameters: { list: "die angehängte Liste" },
  },
  ARRAYJOIN: {
    summary: "Die Einträge einer Liste als ein Text.",
    details: `Ohne Trennzeichen stehen ein Komma und ein Leerzeichen zwischen den Einträgen, wie auch sonst, wenn eine Liste als Text dient. ${TOO_LONG}`,
    parameters: {
      list: "die verbundene Liste",
      separator: 'was zwischen zwei Einträgen steht; `", "`, wenn es fehlt',
    },
  },
  ARRAYSLICE: {
    summary: "Die Einträge einer Liste von einer Stelle bis zu einer anderen.",
    details:
      "Stellen zählen ab 1, und beide Enden gehören dazu. Eine negative Stelle zählt vom Ende, also ist -1 der letzte Eintrag. Brüche werden abgerundet. Ist der Anfang 0 oder vor dem ersten Eintrag, so beginnt das Ergebnis mit diesem. Ist das Ende 0, vor dem ersten Eintrag oder vor dem Anfang, so ist das Ergebnis eine leere Liste.",
    parameters: {
      list: "die Liste, aus der genommen wird",
      start: "die Stelle des ersten Eintrags",
      end: "die Stelle des letzten Eintrags; die des letzten von allen, wenn sie fehlt",
    },
  },
  ARRAYUNIQUE: {
    summary: "Eine Liste ohne wiederholte Einträge.",
    details:
      "Der erste von gleichen Einträgen bleibt an seiner Stelle. Einträge sind gleich, wenn alle ihre Codepunkte gleich sind.",
    parameters: { list: "die durchgesehene Liste" },
  },
  HAS: {
    summary: "Ob eine Liste einen Eintrag enthält.",
    details:
      "Der Eintrag muss Codepunkt für Codepunkt gleich sein; `CONTAINS` sucht stattdessen einen Teil des verbundenen Textes. Eine leere Liste enthält nichts, auch nicht leer.",
    parameters: { list: "die durchsuchte Liste", item: "der gesuchte Eintrag" },
  },
  HASALL: {
    summary: "Ob eine Liste alle von mehreren Einträgen enthält.",
    details: `Dasselbe wie \`AND(HAS(list, item), …)\`. ${ITEMS}, in beliebiger Reihenfolge. ${MOST_ITEMS}`,
    parameters: { list: "die durchsuchte Liste", item: "ein gesuchter Eintrag" },
  },
  HASANY: {
    summary: "Ob eine Liste mindestens einen von mehreren Einträgen enthält.",
    details: `Dasselbe wie \`OR(HAS(list, item), …)\`. ${ITEMS}. Eine leere Liste enthält nichts. ${MOST_ITEMS}`,
    parameters: { list: "die durchsuchte Liste", item: "ein gesuchter Eintrag" },
  },
  HASNONE: {
    summary: "Ob eine Liste keinen von mehreren Einträgen enthält.",
    details: `Das Gegenteil von \`HASANY\`: eine leere Liste enthält keinen. ${ITEMS}. ${MOST_ITEMS}`,
    parameters: { list: "die durchsuchte Liste", item: "ein gesuchter Eintrag" },
  },
  CREATED_TIME: {
    summary: "Wann der Datensatz angelegt wurde.",
    details: "Der Wert des Feldes mit der Rolle `created`, oder leer, wenn es leer ist.",
  },
  LAST_MODIFIED_TIME: {
    summary: "Wann der Datensatz zuletzt geändert wurde.",
    details: "Der Wert des Feldes mit der Rolle `modified`, oder leer, wenn es leer ist.",
  },
  RECORD_ID: {
    summary: "Der Schlüssel des Datensatzes, als Text.",
    details: "Das Schema muss ein Schlüsselfeld nennen.",
  },
};
