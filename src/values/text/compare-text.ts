/**
 * Orders two texts by code points: negative, zero or positive.
 *
 * UTF-16 order differs only where a surrogate meets a unit from U+E000 up. Both texts are well formed,
 * so the first differing units stand for the first differing code points, and moving the surrogates
 * above the rest makes the order of units the order of code points.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = a.length < b.length ? a.length : b.length;
  for (let index = 0; index < shorter; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) {
      return left >= 0xd800 && right >= 0xd800 ? rank(left) - rank(right) : left - right;
    }
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= 0xe000 ? unit - 0x2000 : unit + 0x2000;
}

/**
 * Whether the native `<` between this constant and any text is code-point order.
 *
 * It is when every unit of the constant lies below U+D800. Where the texts first differ, the constant
 * has a unit c < U+D800, which is a code point. The other text there has either a unit below U+D800,
 * also a code point, or a unit from U+D800 up, which stands for a code point from U+E000 up. So units
 * and code points order the same way; and where one is a prefix of the other, both orders go by length.
 */
export function hasOnlyBasicOrder(constant: string): boolean {
  return !/[\ud800-\uffff]/.test(constant);
}
