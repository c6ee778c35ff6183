import notes from "./dealer-notes.json";
import type { Equipment } from "./equipment.ts";
import type { Random } from "./random.ts";
import type { Trim } from "./trims.ts";

/** The notes of dealers by language. `{wheels}` is the size of the wheels in inches. */
const NOTES = new Map(Object.entries(notes));

/** A listing's title: model and version, and in some a note in the language of the market. */
export function titleOf(
  trim: Trim,
  language: string,
  equipment: Equipment,
  random: Random,
): string {
  const name = `Model ${trim.model} ${trim.name}`;
  if (!random.chance(28)) return name;
  const known = NOTES.get(language) ?? notes.en;
  const note = known[random.below(known.length)] ?? "";
  return `${name} – ${note.replace("{wheels}", String(equipment.wheels))}`;
}
