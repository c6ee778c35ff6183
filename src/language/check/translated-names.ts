/** Functions of Excel in German, French, Spanish, Italian and Portuguese, without accents. Their arguments are the same. */
const NAMES: readonly (readonly [name: string, translated: string])[] = [
  ["IF", "WENN SI SE"],
  ["AND", "UND ET Y E"],
  ["OR", "ODER OU O"],
  ["NOT", "NICHT NON NO NAO"],
  ["XOR", "XODER OUX XO"],
  ["TRUE", "WAHR VRAI VERDADERO VERO VERDADEIRO"],
  ["FALSE", "FALSCH FAUX FALSO"],
  ["SUM", "SUMME SOMME SUMA SOMMA SOMA"],
  ["AVERAGE", "MITTELWERT MOYENNE PROMEDIO MEDIA"],
  ["COUNT", "ANZAHL NB CONTAR"],
  ["ROUND", "RUNDEN ARRONDI REDONDEAR ARROTONDA ARRED"],
  ["INT", "GANZZAHL ENT ENTERO"],
  ["MOD", "REST RESIDUO RESTO"],
  ["POWER", "POTENZ PUISSANCE POTENCIA POTENZA"],
  ["SQRT", "WURZEL RACINE RAIZ"],
  ["LEN", "LANGE LAENGE NBCAR LARGO LUNGHEZZA"],
  ["LEFT", "LINKS GAUCHE IZQUIERDA SINISTRA ESQUERDA"],
  ["RIGHT", "RECHTS DROITE DERECHA DESTRA DIREITA"],
  ["MID", "TEIL STXT EXTRAE"],
  ["UPPER", "GROSS MAJUSCULE MAYUSC MAIUSC MAIUSCULA"],
  ["LOWER", "KLEIN MINUSCULE MINUSC MINUSCULA"],
  ["TRIM", "GLATTEN GLAETTEN SUPPRESPACE ESPACIOS ARRUMAR"],
  ["FIND", "FINDEN TROUVE ENCONTRAR TROVA LOCALIZAR"],
  ["SEARCH", "SUCHEN CHERCHE HALLAR RICERCA PROCURAR"],
  ["SUBSTITUTE", "WECHSELN SUBSTITUE SUSTITUIR SOSTITUISCI SUBSTITUIR"],
  ["CONCATENATE", "VERKETTEN CONCATENER CONCATENAR CONCATENA"],
  ["VALUE", "WERT CNUM VALOR VALORE"],
  ["YEAR", "JAHR ANNEE ANO ANNO"],
  ["MONTH", "MONAT MOIS MES MESE"],
  ["DAY", "TAG JOUR DIA GIORNO"],
  ["HOUR", "STUNDE HEURE HORA ORA"],
  ["TODAY", "HEUTE AUJOURDHUI HOY OGGI HOJE"],
  ["NOW", "JETZT MAINTENANT AHORA ADESSO AGORA"],
  ["ISBLANK", "ISTLEER ESTVIDE ESBLANCO"],
  ["ISERROR", "ISTFEHLER ESTERREUR ESERROR"],
];

/** The function that Excel calls by this upper-case name in another language. */
export function translatedFunction(upper: string): string | undefined {
  const plain = upper.normalize("NFD").replace(/\p{M}/gu, "").replace("ß", "SS");
  return NAMES.find(([, translated]) => translated.split(" ").includes(plain))?.[0];
}
