/** The letters of the years from 2013. */
const YEAR_LETTERS = "DEFGHJKLMNPRST";
const FIRST_YEAR = 2013;

const SERIALS = 1_000_000;
/** Coprime to the number of serials, so that each serial occurs once, and successive ones look different. */
const STRIDE = 611_953;

/** Makes VINs, no two of them alike. */
export class VinMaker {
  readonly #made = new Map<string, number>();

  /** @param front the characters for the manufacturer and the kind of car */
  make(front: string, year: number, plantLetter: string): string {
    const back = `${YEAR_LETTERS.charAt(year - FIRST_YEAR)}${plantLetter}`;
    const group = front + back;
    const count = this.#made.get(group) ?? 0;
    if (count === SERIALS) throw new RangeError("there are no more serial numbers");
    this.#made.set(group, count + 1);
    const serial = (sumOf(group) + count * STRIDE) % SERIALS;
    const tail = `${back}${String(serial).padStart(6, "0")}`;
    return `${front}${checkDigit(front, tail)}${tail}`;
  }
}

/** A number for a text, so that each group of VINs starts at another serial number. */
function sumOf(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    sum = (sum * 131 + text.charCodeAt(index)) % SERIALS;
  }
  return sum;
}

/** The weights of positions, and the values of characters, in ISO 3779. */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;
const CHARACTERS = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ";
const VALUES = "012345678912345678123457923456789";

/** The ninth character, from the eight before it and the eight after it. */
function checkDigit(front: string, tail: string): string {
  const text = `${front}0${tail}`;
  let sum = 0;
  for (const [index, weight] of WEIGHTS.entries()) {
    sum += weight * Number(VALUES.charAt(CHARACTERS.indexOf(text.charAt(index))));
  }
  const rest = sum % 11;
  return rest === 10 ? "X" : String(rest);
}
