/** Rows are tested in blocks of 4,096, which fit into a processor's cache. */
export const BLOCK_BITS = 12;
export const BLOCK: number = 1 << BLOCK_BITS;
