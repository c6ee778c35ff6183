import type { Equipment } from "./option-codes.ts";
import type { Random } from "./random.ts";
import type { Trim } from "./trims.ts";

/** The notes of dealers by language, with bars between them. `{wheels}` is the size of the wheels in inches. */
const NOTES = new Map(
  Object.entries({
    en: "one owner | full service history | {wheels}″ wheels | as new ⚡ | long battery warranty 🔋",
    de: "Größe {wheels}″ | scheckheftgepflegt | 1. Hand, unfallfrei | Wärmepumpe, Sitzheizung für alle Plätze",
    fr: "première main | état impeccable | jantes {wheels}″, très soignée | garantie prolongée jusqu’à 8 ans",
    it: "unico proprietario | cerchi da {wheels}″ | qualità certificata | perché cambiare? Come nuova",
    es: "un solo dueño | garantía de 2 años | llantas de {wheels}″, ¡como nuevo!",
    pt: "único dono | revisões em dia | jantes de {wheels}″, não fumador",
    nl: "eerste eigenaar | {wheels}″ velgen | financiële lease mogelijk | geïmporteerd, 1e registratie België",
    da: "første ejer | {wheels}″ fælge | som ny, ingen røg på sæderne",
    no: "én eier | {wheels}″ felger, hengerfeste på forespørsel | velholdt på Østlandet",
    sv: "en ägare | {wheels}″ fälgar | välskött, på Åland",
    fi: "yksi omistaja | {wheels}″ vanteet | käyttämätön, täysi huoltohistoria",
    is: "einn eigandi | {wheels}″ felgur | þjónustubók, mjög góður bíll",
    pl: "pierwszy właściciel | felgi {wheels}″ | bezwypadkowy, zadbany wóz",
    cs: "první majitel | kola {wheels}″ | servisní knížka, jako nový, český původ",
    hr: "prvi vlasnik | naplatci {wheels}″ | odlično očuvan, još u jamstvu",
    sl: "prvi lastnik | platišča {wheels}″ | brezhibno vzdrževan",
    hu: "első tulajdonos | {wheels}″ felni | gyönyörű állapot, hűtött ülés",
    ro: "primul proprietar | jante {wheels}″ | întreținută, garanție extinsă",
    tr: "ilk sahibinden | {wheels}″ jant | değişensiz, çok temiz, ışıl ışıl",
    el: "ένας ιδιοκτήτης | ζάντες {wheels}″ | άριστη κατάσταση",
    he: "יד ראשונה | חישוקי {wheels}″ | שמור במצב מצוין",
    ja: "ワンオーナー | {wheels}インチホイール | 禁煙車・修復歴なし | 新車保証継承",
    ko: "1인 소유 | {wheels}인치 휠 | 무사고 차량",
    zh: "一手车 | {wheels}英寸轮毂 | 准新车 原厂保修",
    "zh-Hant": "一手車 | {wheels}吋輪圈 | 原廠保固 車況極佳",
    th: "มือเดียว | ล้อ {wheels} นิ้ว | ประวัติศูนย์ครบ",
  }).map(([language, notes]) => [language, notes.split(" | ")]),
);

/** A listing's title: model and version, and in some a note in the language of the market. */
export function titleOf(
  trim: Trim,
  language: string,
  equipment: Equipment,
  random: Random,
): string {
  const name = `Model ${trim.model} ${trim.name}`;
  if (!random.chance(28)) return name;
  const notes = NOTES.get(language) ?? ["one owner"];
  const note = notes[random.below(notes.length)] ?? "";
  return `${name} – ${note.replace("{wheels}", String(equipment.wheels))}`;
}
