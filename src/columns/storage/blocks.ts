/** Rows are looked at in blocks of so many; what is known of a block may decide a condition for all its rows. */
export const BLOCK_BITS = 12;
export const BLOCK: number = 1 << BLOCK_BITS;
