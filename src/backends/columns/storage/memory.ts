/** Allocates a buffer. */
export type AllocateBuffer = (bytes: number) => ArrayBufferLike;

export const OWN_MEMORY: AllocateBuffer = (bytes) => new ArrayBuffer(bytes);

/** Allocates memory that threads share. */
export const SHARED_MEMORY: AllocateBuffer = (bytes) => new SharedArrayBuffer(bytes);
