/** Rows are tested in blocks of 4,096, which stay in the cache of a processor. */
export const BLOCK_BITS = 12;
export const BLOCK: number = 1 << BLOCK_BITS;
