/** Rows are tested in blocks of 4,096. The bounds of a block may decide a condition for all its rows. */
export const BLOCK_BITS = 12;
export const BLOCK: number = 1 << BLOCK_BITS;
