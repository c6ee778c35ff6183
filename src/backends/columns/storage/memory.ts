/** Allocates a buffer. */
export type Memory = (bytes: number) => ArrayBufferLike;

export const OWN_MEMORY: Memory = (bytes) => new ArrayBuffer(bytes);

/** Allocates memory that threads share. */
export const SHARED_MEMORY: Memory = (bytes) => new SharedArrayBuffer(bytes);
