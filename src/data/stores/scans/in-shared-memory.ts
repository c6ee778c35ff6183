/** The words in shared memory: the same array if it is already there, or else a copy. */
export function inSharedMemory(words: Uint32Array): Uint32Array {
  if (words.buffer instanceof SharedArrayBuffer) return words;
  const shared = new Uint32Array(new SharedArrayBuffer(words.byteLength));
  shared.set(words);
  return shared;
}
