/**
 * Orders two texts by code points: negative, zero or positive.
 *
 * The order of UTF-16 units differs only if a surrogate is compared with a unit from U+E000 up. Both texts are well
 * formed, so the first units that differ belong to the first code points that differ. If surrogates rank above all
 * other units, the order of units is the order of code points.
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
 * This is true if every unit of the constant is below U+D800. At the first difference, the constant has a unit below
 * U+D800, which is a code point. The other text has a unit below U+D800, also a code point, or a unit from U+D800 up,
 * which belongs to a code point from U+E000 up. So units and code points have the same order. If one text is a prefix
 * of the other, both orders go by length.
 */
export function hasOnlyBasicOrder(constant: string): boolean {
  return !/[\ud800-\uffff]/.test(constant);
}
