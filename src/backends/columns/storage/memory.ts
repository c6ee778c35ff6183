/** Makes memory for arrays of so many bytes. */
export type Memory = (bytes: number) => ArrayBufferLike;

export const OWN_MEMORY: Memory = (bytes) => new ArrayBuffer(bytes);

/** Memory that threads share. */
export const SHARED_MEMORY: Memory = (bytes) => new SharedArrayBuffer(bytes);
