/** The words in memory that threads share: the same ones if they are there, or a copy. */
export function inSharedMemory(words: Uint32Array): Uint32Array {
  if (words.buffer instanceof SharedArrayBuffer) return words;
  const shared = new Uint32Array(new SharedArrayBuffer(words.byteLength));
  shared.set(words);
  return shared;
}
